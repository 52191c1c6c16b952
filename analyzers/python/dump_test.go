package python

import (
	"fmt"
	"reflect"
	"strings"
)

// dump writes a module as S-expressions, one statement a line: the type of each
// node, its plain fields, and the nodes in its other fields by name.
func dump(m *Module) string {
	var b strings.Builder
	for _, s := range m.Body {
		writeNode(&b, reflect.ValueOf(s), "\n")
		b.WriteString("\n")
	}
	for _, c := range m.Comments {
		fmt.Fprintf(&b, "(Comment %q)\n", c.Text)
	}
	for _, e := range m.Errors {
		fmt.Fprintf(&b, "(Error line=%d %q)\n", m.File.LineOf(e.Start), shorten(m.File.Slice(e)))
	}
	return strings.TrimPrefix(b.String(), "\n")
}

func shorten(s string) string {
	if len(s) > 30 {
		return s[:30] + "…"
	}
	return s
}

func writeNode(b *strings.Builder, v reflect.Value, indent string) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	b.WriteString("(" + v.Type().Name())
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if field.Anonymous || !field.IsExported() || strings.HasSuffix(field.Name, "Span") {
			continue
		}
		writeField(b, field.Name, v.Field(i), indent)
	}
	b.WriteString(")")
}

func writeField(b *strings.Builder, name string, v reflect.Value, indent string) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			b.WriteString(" " + name + "=")
			writeNode(b, v, indent)
		}
	case reflect.Slice:
		if v.Len() > 0 {
			writeList(b, name, v, indent)
		}
	case reflect.String:
		if v.Len() > 0 {
			fmt.Fprintf(b, " %s=%q", name, v.String())
		}
	case reflect.Bool:
		if v.Bool() {
			b.WriteString(" " + name)
		}
	default:
		if !v.IsZero() {
			fmt.Fprintf(b, " %s=%v", name, v.Interface())
		}
	}
}

func writeList(b *strings.Builder, name string, v reflect.Value, indent string) {
	b.WriteString(" " + name + "=[")
	_, statements := v.Interface().([]Stmt)
	for i := range v.Len() {
		switch {
		case v.Index(i).Kind() == reflect.String:
			fmt.Fprintf(b, "%q ", v.Index(i).String())
			continue
		case statements:
			b.WriteString(indent + "  ")
		case i > 0:
			b.WriteString(" ")
		}
		writeNode(b, v.Index(i), indent+"  ")
	}
	b.WriteString("]")
}
