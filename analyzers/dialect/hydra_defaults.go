package dialect

import (
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

// defaultsItem is one line of Hydra's defaults list.
type defaultsItem struct {
	self     bool
	group    string // "" for a plain file
	options  []string
	pkg      string // after @
	override bool
	optional bool
	absolute bool // group starts with /
	unknown  bool // the option is decided elsewhere
}

func (c *composer) defaults(d *config.Document) []defaultsItem {
	list := d.Get("defaults")
	if list == nil || list.Kind != config.Sequence {
		return nil
	}
	var found []defaultsItem
	for _, node := range list.Items {
		node = node.Resolve()
		switch {
		case node == nil:
		case node.Kind == config.Scalar && node.Text == "_self_":
			found = append(found, defaultsItem{self: true})
		case node.Kind == config.Scalar:
			item := defaultsItem{options: []string{node.Text}, unknown: strings.Contains(node.Text, "${")}
			item.options[0], item.pkg, _ = strings.Cut(item.options[0], "@")
			if rest, ok := strings.CutPrefix(item.options[0], "/"); ok {
				item.absolute, item.options[0] = true, rest
			}
			found = append(found, item)
		case node.Kind == config.Mapping && len(node.Entries) > 0:
			found = append(found, c.groupItem(node.Entries[0]))
		}
	}
	return found
}

// groupItem reads "optional group@pkg: option".
func (c *composer) groupItem(e *config.Entry) defaultsItem {
	item := defaultsItem{}
	name := e.Key
	for {
		if rest, ok := strings.CutPrefix(name, "override "); ok {
			item.override, name = true, rest
		} else if rest, ok := strings.CutPrefix(name, "optional "); ok {
			item.optional, name = true, rest
		} else {
			break
		}
	}
	name, item.pkg, _ = strings.Cut(strings.TrimSpace(name), "@")
	item.group, item.absolute = strings.CutPrefix(name, "/")
	v := c.host.Value(e.Value)
	switch v.Kind {
	case config.Null:
	case config.SequenceValue:
		item.options = items(v)
	case config.Unknown:
		item.unknown = true
	default:
		item.options = []string{v.Text}
	}
	return item
}

// follow lays down the files that one line of the list chooses.
func (c *composer) follow(item defaultsItem, group, pkg string, depth int) {
	folder := item.group
	if !item.absolute && group != "" {
		folder = path.Join(group, item.group)
	}
	if item.override {
		if len(item.options) == 1 && c.chosen[folder] != item.options[0] {
			c.chosen[folder], c.changed = item.options[0], true
		}
		return
	}
	if option, ok := c.chosen[folder]; ok && item.group != "" {
		item.options, item.unknown = []string{option}, false
	}
	if item.unknown {
		c.missing = append(c.missing, path.Join(folder, "?"))
		return
	}
	for _, option := range item.options {
		if option == "???" {
			c.missing = append(c.missing, path.Join(folder, "???"))
			continue
		}
		c.option(item, folder, option, pkg, depth)
	}
}

func (c *composer) option(item defaultsItem, folder, option, pkg string, depth int) {
	name := path.Join(c.root, folder, strings.TrimSuffix(option, ".yaml"))
	d := c.open(name + ".yaml")
	if d == nil {
		d = c.open(name + ".yml")
	}
	if d == nil {
		if !item.optional && !strings.HasPrefix(folder, "hydra") {
			c.missing = append(c.missing, name+".yaml")
		}
		return
	}
	c.add(d, path.Join(folder, path.Dir(option)), packageOf(d, item, folder, pkg), depth+1)
}

// packageOf is where a file's keys go: what its @package comment says, else what
// the defaults list says after @, else the group's name.
func packageOf(d *config.Document, item defaultsItem, folder, pkg string) string {
	head := string(d.File.Text[:min(400, len(d.File.Text))])
	if _, rest, ok := strings.Cut(head, "@package"); ok && strings.HasPrefix(strings.TrimSpace(head), "#") {
		name, _, _ := strings.Cut(strings.TrimLeft(rest, " :"), "\n")
		switch name = strings.TrimSpace(name); {
		case strings.HasPrefix(name, "_global_"):
			return strings.TrimPrefix(strings.TrimPrefix(name, "_global_"), ".")
		case name != "_group_" && name != "":
			return name
		}
	}
	switch {
	case item.pkg == "_global_":
		return ""
	case item.pkg == "_here_":
		return pkg
	case item.pkg != "":
		return joinPackage(pkg, item.pkg)
	case item.group == "":
		return pkg
	case item.absolute:
		return strings.ReplaceAll(folder, "/", ".")
	}
	return joinPackage(pkg, strings.ReplaceAll(item.group, "/", "."))
}

func joinPackage(outer, inner string) string {
	if outer == "" {
		return inner
	}
	return outer + "." + inner
}
