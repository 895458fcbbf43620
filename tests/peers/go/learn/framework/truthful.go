package framework

import (
	"strings"

	. "example.com/learn/truth"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// field is an attribute with what it declares.
type field struct {
	schema.Attribute
	facts []Fact
}

func declares(a schema.Attribute, facts ...Fact) field { return field{a, facts} }

func library(rule any) Fact { return Fact{Kind: "validator", Of: rule, By: "library"} }

func relation(kind string, paths ...string) Fact { return Fact{Kind: kind, Of: paths} }

func is(kind string, of ...any) Fact {
	if len(of) == 0 {
		return Fact{Kind: kind}
	}
	return Fact{Kind: kind, Of: of[0]}
}

func own() Fact { return Fact{Kind: "own_validator", By: "own"} }

// block is a block with what it and its fields declare.
type block struct {
	schema.Block
	facts []Fact
}

// kind is a resource type: its schema, and what that declares.
type kind struct {
	attributes map[string]field
	blocks     map[string]block
	more       []Fact
}

func (k kind) schema() schema.Schema {
	s := schema.Schema{Attributes: map[string]schema.Attribute{}, Blocks: map[string]schema.Block{}}
	for name, f := range k.attributes {
		s.Attributes[name] = f.Attribute
	}
	for name, b := range k.blocks {
		s.Blocks[name] = b.Block
	}
	if _, ok := s.Attributes["id"]; !ok {
		s.Attributes["id"] = schema.StringAttribute{Computed: true}
	}
	return s
}

func (k kind) truth() []Fact {
	all := append([]Fact{}, k.more...)
	place := func(name string, facts []Fact) {
		for _, fact := range facts {
			// What stands in a nested field says so by a name that begins with a dot.
			if strings.HasPrefix(fact.At, ".") || fact.At == "" {
				fact.At = name + fact.At
			}
			all = append(all, fact)
		}
	}
	for name, f := range k.attributes {
		place(name, f.facts)
	}
	for name, b := range k.blocks {
		place(name, b.facts)
	}
	return all
}

func at(path string, facts ...Fact) []Fact {
	var all []Fact
	for _, fact := range facts {
		fact.At = "." + path
		all = append(all, fact)
	}
	return all
}
