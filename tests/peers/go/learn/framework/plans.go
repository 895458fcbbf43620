package framework

import (
	"context"

	. "example.com/learn/truth"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/float64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func planKind() kind {
	changed := func(modifiers ...planmodifier.String) schema.StringAttribute {
		return schema.StringAttribute{Optional: true, PlanModifiers: modifiers}
	}
	computed := func(modifiers ...planmodifier.String) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, PlanModifiers: modifiers}
	}
	either := func(modifiers ...planmodifier.String) schema.StringAttribute {
		return schema.StringAttribute{Optional: true, Computed: true, PlanModifiers: modifiers}
	}
	some := types.ListValueMust(types.StringType, []attr.Value{types.StringValue("x")})
	return kind{attributes: map[string]field{
		"plain":      declares(changed()),
		"replaces":   declares(changed(stringplanmodifier.RequiresReplace()), is("force_new")),
		"required":   declares(schema.StringAttribute{Required: true, PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()}}, is("force_new")),
		"number":     declares(schema.Int64Attribute{Optional: true, PlanModifiers: []planmodifier.Int64{int64planmodifier.RequiresReplace()}}, is("force_new"), is("integer", 64)),
		"list":       declares(schema.ListAttribute{Optional: true, ElementType: types.StringType, PlanModifiers: []planmodifier.List{listplanmodifier.RequiresReplace()}}, is("force_new")),
		"configured": declares(either(stringplanmodifier.RequiresReplaceIfConfigured()), is("force_new_if")),
		"longer": declares(changed(stringplanmodifier.RequiresReplaceIf(func(_ context.Context, q planmodifier.StringRequest, r *stringplanmodifier.RequiresReplaceIfFuncResponse) {
			r.RequiresReplace = len(q.PlanValue.ValueString()) > len(q.StateValue.ValueString())
		}, "replaces where it becomes longer", "replaces where it becomes longer")), is("own_modifier", "replaces where it becomes longer")),
		"kept":       declares(computed(stringplanmodifier.UseStateForUnknown()), is("keeps_value")),
		"kept_value": declares(computed(stringplanmodifier.UseNonNullStateForUnknown()), is("keeps_value")),
		"result":     declares(computed(), is("volatile")),
		// Whatever changes makes it unknown while it is not set, and replaces.
		"chosen": declares(either(stringplanmodifier.RequiresReplace()), is("force_new"), is("volatile")),
		"text":   declares(schema.StringAttribute{Optional: true, Computed: true, Default: stringdefault.StaticString("standard")}, is("default", "standard")),
		"empty":  declares(schema.StringAttribute{Optional: true, Computed: true, Default: stringdefault.StaticString("")}, is("default", "")),
		"flag":   declares(schema.BoolAttribute{Optional: true, Computed: true, Default: booldefault.StaticBool(false)}, is("default", false)),
		"amount": declares(schema.Int64Attribute{Optional: true, Computed: true, Default: int64default.StaticInt64(7)}, is("default", 7), is("integer", 64)),
		"ratio":  declares(schema.Float64Attribute{Optional: true, Computed: true, Default: float64default.StaticFloat64(0.25)}, is("default", 0.25)),
		"items":  declares(schema.ListAttribute{Optional: true, Computed: true, ElementType: types.StringType, Default: listdefault.StaticValue(some)}, is("default", []string{"x"})),
		"nested": declares(schema.SingleNestedAttribute{Optional: true, Attributes: map[string]schema.Attribute{
			"size": schema.Int64Attribute{Optional: true, Computed: true, Default: int64default.StaticInt64(3)},
			"key":  schema.StringAttribute{Optional: true, PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()}},
		}}, append(at("size", is("default", 3), is("integer", 64)), at("key", is("force_new"))...)...),
		"several": declares(schema.ListNestedAttribute{Optional: true, NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"key":  schema.StringAttribute{Optional: true, PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()}},
			"note": schema.StringAttribute{Optional: true},
		}}}, at("key", is("force_new"))...),
		"group": declares(schema.SetNestedAttribute{Optional: true, NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"key":  schema.StringAttribute{Optional: true, PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()}},
			"note": schema.StringAttribute{Optional: true},
		}}}, at("key", is("force_new"))...),
	}, more: []Fact{}}
}
