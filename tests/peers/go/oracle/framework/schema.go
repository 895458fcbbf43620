package main

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Block is a description of an object.
type Block struct {
	Attributes map[string]*Attribute `json:"attributes"`
	Blocks     map[string]*Nested    `json:"blocks"`
}

// Nested is a block in a block.
type Nested struct {
	Block
	Nesting  string `json:"nesting"`
	ForceNew bool   `json:"force_new"`
}

// Attribute has a type, or a nesting with attributes.
type Attribute struct {
	Type       json.RawMessage       `json:"type"`
	Nesting    string                `json:"nesting"`
	Attributes map[string]*Attribute `json:"attributes"`
	Required   bool                  `json:"required"`
	Optional   bool                  `json:"optional"`
	Computed   bool                  `json:"computed"`
	Sensitive  bool                  `json:"sensitive"`
	WriteOnly  bool                  `json:"write_only"`
	ForceNew   bool                  `json:"force_new"`
	// Volatile says that the prior value is not kept.
	Volatile bool            `json:"volatile"`
	Default  json.RawMessage `json:"default"`
}

func blocks(from map[string]*Nested) map[string]schema.Block {
	all := map[string]schema.Block{}
	for name, one := range from {
		// An element of a collection may be new.
		inside := schema.NestedBlockObject{
			Attributes: attributes(one.Attributes, one.Nesting != "single"),
			Blocks:     blocks(one.Blocks),
		}
		with := modifiers{forceNew: one.ForceNew}
		switch one.Nesting {
		case "list":
			all[name] = schema.ListNestedBlock{NestedObject: inside, PlanModifiers: with.list()}
		case "set":
			all[name] = schema.SetNestedBlock{NestedObject: inside, PlanModifiers: with.set()}
		default:
			all[name] = schema.SingleNestedBlock{
				Attributes: attributes(one.Attributes, true), Blocks: inside.Blocks, PlanModifiers: with.object(),
			}
		}
	}
	return all
}

func attributes(from map[string]*Attribute, inElement bool) map[string]schema.Attribute {
	all := map[string]schema.Attribute{}
	for name, one := range from {
		with := modifiers{forceNew: one.ForceNew}
		if one.Computed && !one.Volatile && one.Default == nil {
			with.keeps, with.keepsValues = !inElement, inElement
		}
		if one.Nesting != "" {
			all[name] = one.nested(with)
		} else {
			all[name] = one.attribute(with)
		}
	}
	return all
}

func (a *Attribute) nested(with modifiers) schema.Attribute {
	inside := schema.NestedAttributeObject{Attributes: attributes(a.Attributes, true)}
	switch a.Nesting {
	case "list":
		return schema.ListNestedAttribute{
			NestedObject: inside, Required: a.Required, Optional: a.Optional, Computed: a.Computed,
			Sensitive: a.Sensitive, PlanModifiers: with.list(),
		}
	case "set":
		return schema.SetNestedAttribute{
			NestedObject: inside, Required: a.Required, Optional: a.Optional, Computed: a.Computed,
			Sensitive: a.Sensitive, PlanModifiers: with.set(),
		}
	case "map":
		return schema.MapNestedAttribute{
			NestedObject: inside, Required: a.Required, Optional: a.Optional, Computed: a.Computed,
			Sensitive: a.Sensitive, PlanModifiers: with.mapping(),
		}
	}
	return schema.SingleNestedAttribute{
		Attributes: inside.Attributes, Required: a.Required, Optional: a.Optional, Computed: a.Computed,
		Sensitive: a.Sensitive, PlanModifiers: with.object(),
	}
}

func (a *Attribute) attribute(with modifiers) schema.Attribute {
	wire, err := tftypes.ParseJSONType(a.Type) //nolint:staticcheck // The only reader of this form.
	if err != nil {
		panic(err)
	}
	of := typeOf(wire)
	required, optional, computed, hidden, never := a.Required, a.Optional, a.Computed, a.Sensitive, a.WriteOnly
	value := a.value(of, wire)
	switch of := of.(type) {
	case types.ListType:
		return schema.ListAttribute{
			ElementType: of.ElemType, Required: required, Optional: optional, Computed: computed, Sensitive: hidden,
			WriteOnly: never, PlanModifiers: with.list(), Default: value.list(),
		}
	case types.SetType:
		return schema.SetAttribute{
			ElementType: of.ElemType, Required: required, Optional: optional, Computed: computed, Sensitive: hidden,
			PlanModifiers: with.set(), Default: value.set(),
		}
	case types.MapType:
		return schema.MapAttribute{
			ElementType: of.ElemType, Required: required, Optional: optional, Computed: computed, Sensitive: hidden,
			WriteOnly: never, PlanModifiers: with.mapping(), Default: value.mapping(),
		}
	case types.ObjectType:
		return schema.ObjectAttribute{
			AttributeTypes: of.AttrTypes, Required: required, Optional: optional, Computed: computed, Sensitive: hidden,
			WriteOnly: never, PlanModifiers: with.object(), Default: value.object(),
		}
	}
	switch {
	case wire.Is(tftypes.String):
		return schema.StringAttribute{
			Required: required, Optional: optional, Computed: computed, Sensitive: hidden, WriteOnly: never,
			PlanModifiers: with.text(), Default: value.text(),
		}
	case wire.Is(tftypes.Number):
		return schema.NumberAttribute{
			Required: required, Optional: optional, Computed: computed, Sensitive: hidden, WriteOnly: never,
			PlanModifiers: with.number(), Default: value.number(),
		}
	case wire.Is(tftypes.Bool):
		return schema.BoolAttribute{
			Required: required, Optional: optional, Computed: computed, Sensitive: hidden, WriteOnly: never,
			PlanModifiers: with.truth(), Default: value.truth(),
		}
	}
	return schema.DynamicAttribute{
		Required: required, Optional: optional, Computed: computed, Sensitive: hidden, WriteOnly: never,
		PlanModifiers: with.dynamic(), Default: value.dynamic(),
	}
}

func typeOf(wire tftypes.Type) attr.Type {
	switch of := wire.(type) {
	case tftypes.List:
		return types.ListType{ElemType: typeOf(of.ElementType)}
	case tftypes.Set:
		return types.SetType{ElemType: typeOf(of.ElementType)}
	case tftypes.Map:
		return types.MapType{ElemType: typeOf(of.ElementType)}
	case tftypes.Object:
		inside := map[string]attr.Type{}
		for name, one := range of.AttributeTypes {
			inside[name] = typeOf(one)
		}
		return types.ObjectType{AttrTypes: inside}
	}
	switch {
	case wire.Is(tftypes.String):
		return types.StringType
	case wire.Is(tftypes.Number):
		return types.NumberType
	case wire.Is(tftypes.Bool):
		return types.BoolType
	}
	return types.DynamicType
}

// The default; nothing in it if there is none.
func (a *Attribute) value(of attr.Type, wire tftypes.Type) fallback {
	if a.Default == nil {
		return fallback{}
	}
	raw, err := tftypes.ValueFromJSON(a.Default, wire) //nolint:staticcheck // As above.
	if err != nil {
		panic(err)
	}
	value, err := of.ValueFromTerraform(context.Background(), raw)
	if err != nil {
		panic(err)
	}
	return fallback{value}
}
