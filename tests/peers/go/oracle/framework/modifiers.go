package main

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/dynamicplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/mapplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/objectplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/setplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
)

// modifiers are those of a plan.
type modifiers struct {
	// The prior value stays, null too.
	keeps bool
	// The prior value stays unless it is null.
	keepsValues bool
	forceNew    bool
}

func chosen[T any](m modifiers, keeps, keepsValues, replaces T) []T {
	var all []T
	if m.keeps {
		all = append(all, keeps)
	}
	if m.keepsValues {
		all = append(all, keepsValues)
	}
	if m.forceNew {
		all = append(all, replaces)
	}
	return all
}

func (m modifiers) text() []planmodifier.String {
	return chosen(m, stringplanmodifier.UseStateForUnknown(), stringplanmodifier.UseNonNullStateForUnknown(), stringplanmodifier.RequiresReplace())
}

func (m modifiers) number() []planmodifier.Number {
	return chosen(m, numberplanmodifier.UseStateForUnknown(), numberplanmodifier.UseNonNullStateForUnknown(), numberplanmodifier.RequiresReplace())
}

func (m modifiers) truth() []planmodifier.Bool {
	return chosen(m, boolplanmodifier.UseStateForUnknown(), boolplanmodifier.UseNonNullStateForUnknown(), boolplanmodifier.RequiresReplace())
}

func (m modifiers) list() []planmodifier.List {
	return chosen(m, listplanmodifier.UseStateForUnknown(), listplanmodifier.UseNonNullStateForUnknown(), listplanmodifier.RequiresReplace())
}

func (m modifiers) set() []planmodifier.Set {
	return chosen(m, setplanmodifier.UseStateForUnknown(), setplanmodifier.UseNonNullStateForUnknown(), setplanmodifier.RequiresReplace())
}

func (m modifiers) mapping() []planmodifier.Map {
	return chosen(m, mapplanmodifier.UseStateForUnknown(), mapplanmodifier.UseNonNullStateForUnknown(), mapplanmodifier.RequiresReplace())
}

func (m modifiers) object() []planmodifier.Object {
	return chosen(m, objectplanmodifier.UseStateForUnknown(), objectplanmodifier.UseNonNullStateForUnknown(), objectplanmodifier.RequiresReplace())
}

func (m modifiers) dynamic() []planmodifier.Dynamic {
	return chosen(m, dynamicplanmodifier.UseStateForUnknown(), dynamicplanmodifier.UseNonNullStateForUnknown(), dynamicplanmodifier.RequiresReplace())
}
