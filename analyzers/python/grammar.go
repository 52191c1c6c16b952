package python

import (
	"sync"

	"github.com/smacker/go-tree-sitter/python"

	"github.com/trainlint/trainlint/analyzers/syntax"
)

// kind is what lowering makes of a grammar symbol.
type kind uint8

const (
	kindOther kind = iota
	kindComment
	kindBlock
	kindDecorated
	kindDecorator
	kindFunction
	kindClass
	kindFor
	kindWhile
	kindIf
	kindElif
	kindElse
	kindFinally
	kindExcept
	kindWith
	kindWithItem
	kindTry
	kindMatch
	kindCase
	kindIfClause
	kindExprStmt
	kindAssign
	kindAugAssign
	kindReturn
	kindRaise
	kindDelete
	kindAssert
	kindImport
	kindImportFrom
	kindFutureImport
	kindAliased
	kindWildcard
	kindRelative
	kindImportPrefix
	kindGlobal
	kindNonlocal
	kindPass
	kindBreak
	kindContinue
	kindPrint
	kindAsync
	kindIdentifier
	kindDotted
	kindAttribute
	kindCall
	kindArguments
	kindKeywordArgument
	kindListSplat
	kindDictSplat
	kindSubscript
	kindSlice
	kindInteger
	kindFloat
	kindString
	kindStringStart
	kindInterpolation
	kindConcatenated
	kindTrue
	kindFalse
	kindNone
	kindEllipsis
	kindBinary
	kindUnary
	kindNot
	kindBool
	kindCompare
	kindConditional
	kindLambda
	kindTuple
	kindList
	kindSet
	kindDict
	kindPair
	kindListComprehension
	kindSetComprehension
	kindDictComprehension
	kindGenerator
	kindForIn
	kindParenthesized
	kindAwait
	kindYield
	kindNamed
	kindType
	kindGenericType
	kindUnionType
	kindTypeParameter
	kindAsPattern
	kindClassPattern
	kindKeywordPattern
	kindAsTarget
	kindDefaultParameter
	kindTypedParameter
	kindTypedDefaultParameter
	kindKeywordSeparator
	kindPositionalSeparator
	kindOperator
)

// kinds names the grammar's symbols; a symbol that is not here is kindOther.
var kinds = map[string]kind{
	"comment": kindComment, "block": kindBlock, "decorated_definition": kindDecorated, "decorator": kindDecorator,
	"function_definition": kindFunction, "class_definition": kindClass,
	"for_statement": kindFor, "while_statement": kindWhile, "if_statement": kindIf, "elif_clause": kindElif,
	"else_clause": kindElse, "finally_clause": kindFinally, "except_clause": kindExcept, "except_group_clause": kindExcept,
	"with_statement": kindWith, "with_item": kindWithItem, "try_statement": kindTry,
	"match_statement": kindMatch, "case_clause": kindCase, "if_clause": kindIfClause,
	"expression_statement": kindExprStmt, "assignment": kindAssign, "augmented_assignment": kindAugAssign,
	"return_statement": kindReturn, "raise_statement": kindRaise, "delete_statement": kindDelete,
	"assert_statement": kindAssert, "import_statement": kindImport, "import_from_statement": kindImportFrom,
	"future_import_statement": kindFutureImport, "aliased_import": kindAliased, "wildcard_import": kindWildcard,
	"relative_import": kindRelative, "import_prefix": kindImportPrefix,
	"global_statement": kindGlobal, "nonlocal_statement": kindNonlocal,
	"pass_statement": kindPass, "break_statement": kindBreak, "continue_statement": kindContinue,
	"print_statement": kindPrint, "async": kindAsync,
	"identifier": kindIdentifier, "dotted_name": kindDotted, "attribute": kindAttribute, "call": kindCall,
	"argument_list": kindArguments, "keyword_argument": kindKeywordArgument,
	"list_splat": kindListSplat, "list_splat_pattern": kindListSplat, "parenthesized_list_splat": kindListSplat,
	"splat_pattern":    kindListSplat,
	"dictionary_splat": kindDictSplat, "dictionary_splat_pattern": kindDictSplat,
	"subscript": kindSubscript, "slice": kindSlice, "integer": kindInteger, "float": kindFloat,
	"string": kindString, "string_start": kindStringStart, "interpolation": kindInterpolation,
	"format_expression": kindInterpolation, "concatenated_string": kindConcatenated,
	"true": kindTrue, "false": kindFalse, "none": kindNone, "ellipsis": kindEllipsis,
	"binary_operator": kindBinary, "unary_operator": kindUnary, "not_operator": kindNot,
	"boolean_operator": kindBool, "comparison_operator": kindCompare, "conditional_expression": kindConditional,
	"lambda": kindLambda, "tuple": kindTuple, "tuple_pattern": kindTuple, "pattern_list": kindTuple,
	"expression_list": kindTuple, "list": kindList, "list_pattern": kindList, "set": kindSet,
	"dictionary": kindDict, "pair": kindPair, "list_comprehension": kindListComprehension,
	"set_comprehension": kindSetComprehension, "dictionary_comprehension": kindDictComprehension,
	"generator_expression": kindGenerator, "for_in_clause": kindForIn,
	"parenthesized_expression": kindParenthesized, "await": kindAwait, "yield": kindYield,
	"named_expression": kindNamed, "type": kindType, "generic_type": kindGenericType, "union_type": kindUnionType,
	"type_parameter": kindTypeParameter, "as_pattern": kindAsPattern, "class_pattern": kindClassPattern,
	"keyword_pattern": kindKeywordPattern, "as_pattern_target": kindAsTarget,
	"default_parameter": kindDefaultParameter, "typed_parameter": kindTypedParameter,
	"typed_default_parameter": kindTypedDefaultParameter,
	"keyword_separator":       kindKeywordSeparator, "positional_separator": kindPositionalSeparator,
}

// operators are the tokens that say what an expression does.
var operators = []string{
	"+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>", "~", "and", "or", "not",
	"<", "<=", "==", "!=", ">=", ">", "<>", "in", "is", "not in", "is not",
	"+=", "-=", "*=", "/=", "@=", "//=", "%=", "**=", ">>=", "<<=", "&=", "^=", "|=",
}

// grammar is the Python language with its symbols and fields by number.
type grammar struct {
	*syntax.Grammar
	kinds []kind

	alias, alternative, argument, attribute, body, cause, condition, consequence, definition, function,
	arguments, guard, key, left, moduleName, name, object, operator, operators, parameters, returnType,
	right, subject, subscript, superclasses, typ, value uint8
}

var loadGrammar = sync.OnceValue(func() *grammar {
	isOperator := map[string]bool{}
	for _, op := range operators {
		isOperator[op] = true
	}
	g := &grammar{Grammar: syntax.NewGrammar(python.GetLanguage(), func(name string, named bool) syntax.Keep {
		switch {
		case name == "string_content" || name == "string_end" || name == "type_conversion" || name == "line_continuation":
			return syntax.Drop
		case name == "comment" || name == "string_start" || name == "async":
			return syntax.Leaf
		case isOperator[name]:
			return syntax.FieldLeaf
		case named:
			return syntax.Tree
		}
		return syntax.Drop
	})}
	for _, symbol := range g.Symbols() {
		k := kinds[symbol]
		if isOperator[symbol] {
			k = kindOperator
		}
		g.kinds = append(g.kinds, k)
	}
	for name, field := range map[string]*uint8{
		"alias": &g.alias, "alternative": &g.alternative, "argument": &g.argument, "attribute": &g.attribute,
		"body": &g.body, "cause": &g.cause, "condition": &g.condition, "consequence": &g.consequence,
		"definition": &g.definition, "function": &g.function, "arguments": &g.arguments, "guard": &g.guard,
		"key": &g.key, "left": &g.left, "module_name": &g.moduleName, "name": &g.name, "object": &g.object,
		"operator": &g.operator, "operators": &g.operators, "parameters": &g.parameters,
		"return_type": &g.returnType, "right": &g.right, "subject": &g.subject, "subscript": &g.subscript,
		"superclasses": &g.superclasses, "type": &g.typ, "value": &g.value,
	} {
		*field = g.Field(name)
	}
	return g
})
