package main

import (
	"context"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/hashicorp/go-cty/cty"
	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/validation"
)

// Attribute is one of a schema.
type Attribute struct {
	Type                  string          `json:"type"`
	Required              bool            `json:"required"`
	Optional              bool            `json:"optional"`
	Computed              bool            `json:"computed"`
	ForceNew              bool            `json:"force_new"`
	Default               any             `json:"default"`
	Sensitive             bool            `json:"sensitive"`
	Deprecated            string          `json:"deprecated"`
	WriteOnly             bool            `json:"write_only"`
	ConfigMode            string          `json:"config_mode"`
	Elem                  json.RawMessage `json:"elem"`
	MinItems              int             `json:"min_items"`
	MaxItems              int             `json:"max_items"`
	ConflictsWith         []string        `json:"conflicts_with"`
	ExactlyOneOf          []string        `json:"exactly_one_of"`
	AtLeastOneOf          []string        `json:"at_least_one_of"`
	RequiredWith          []string        `json:"required_with"`
	StateFunc             string          `json:"state_func"`
	DiffSuppress          string          `json:"diff_suppress"`
	DiffSuppressOnRefresh bool            `json:"diff_suppress_on_refresh"`
	Validate              *Validate       `json:"validate"`
}

// Validate is one check of a value.
type Validate struct {
	IntBetween       []int    `json:"int_between"`
	StringIn         []string `json:"string_in"`
	StringLenBetween []int    `json:"string_len_between"`
}

var types = map[string]schema.ValueType{
	"string": schema.TypeString,
	"int":    schema.TypeInt,
	"float":  schema.TypeFloat,
	"bool":   schema.TypeBool,
	"list":   schema.TypeList,
	"set":    schema.TypeSet,
	"map":    schema.TypeMap,
}

func resource(one *Schema) *schema.Resource {
	noop := func(context.Context, *schema.ResourceData, any) diag.Diagnostics { return nil }
	fields := attributes(one.Attributes)
	apply := func(_ context.Context, data *schema.ResourceData, _ any) diag.Diagnostics {
		return fill(fields, data)
	}
	result := &schema.Resource{
		Schema:        fields,
		ReadContext:   noop,
		DeleteContext: noop,
		CreateContext: func(ctx context.Context, data *schema.ResourceData, meta any) diag.Diagnostics {
			data.SetId("id-1")
			return apply(ctx, data, meta)
		},
	}
	// The SDK's check refuses an update function where everything forces a replacement.
	for _, field := range fields {
		if !field.ForceNew && !(field.Computed && !field.Optional) {
			result.UpdateContext = apply
		}
	}
	return result
}

func attributes(from map[string]*Attribute) map[string]*schema.Schema {
	fields := map[string]*schema.Schema{}
	for name, one := range from {
		fields[name] = one.schema()
	}
	return fields
}

func (a *Attribute) schema() *schema.Schema {
	field := &schema.Schema{
		Type:                  types[a.Type],
		Required:              a.Required,
		Optional:              a.Optional,
		Computed:              a.Computed,
		ForceNew:              a.ForceNew,
		Sensitive:             a.Sensitive,
		Deprecated:            a.Deprecated,
		WriteOnly:             a.WriteOnly,
		MinItems:              a.MinItems,
		MaxItems:              a.MaxItems,
		ConflictsWith:         a.ConflictsWith,
		ExactlyOneOf:          a.ExactlyOneOf,
		AtLeastOneOf:          a.AtLeastOneOf,
		RequiredWith:          a.RequiredWith,
		DiffSuppressOnRefresh: a.DiffSuppressOnRefresh,
	}
	switch a.ConfigMode {
	case "attr":
		field.ConfigMode = schema.SchemaConfigModeAttr
	case "block":
		field.ConfigMode = schema.SchemaConfigModeBlock
	}
	if number, ok := a.Default.(float64); ok && a.Type == "int" {
		field.Default = int(number)
	} else if a.Default != nil {
		field.Default = a.Default
	}
	field.Elem = a.elem()
	switch a.StateFunc {
	case "lower":
		field.StateFunc = func(value any) string { return strings.ToLower(value.(string)) }
	case "sha1":
		field.StateFunc = func(value any) string {
			sum := sha1.Sum([]byte(value.(string)))
			return hex.EncodeToString(sum[:])
		}
	}
	switch a.DiffSuppress {
	case "case_insensitive":
		field.DiffSuppressFunc = func(_, old, new string, _ *schema.ResourceData) bool {
			return strings.EqualFold(old, new)
		}
	case "json":
		field.DiffSuppressFunc = func(_, old, new string, _ *schema.ResourceData) bool {
			var a, b any
			if json.Unmarshal([]byte(old), &a) != nil || json.Unmarshal([]byte(new), &b) != nil {
				return old == new
			}
			return reflect.DeepEqual(a, b)
		}
	}
	if check := a.Validate; check != nil {
		switch {
		case check.IntBetween != nil:
			field.ValidateFunc = validation.IntBetween(check.IntBetween[0], check.IntBetween[1])
		case check.StringIn != nil:
			field.ValidateFunc = validation.StringInSlice(check.StringIn, false)
		case check.StringLenBetween != nil:
			field.ValidateFunc = validation.StringLenBetween(check.StringLenBetween[0], check.StringLenBetween[1])
		}
	}
	return field
}

func (a *Attribute) elem() any {
	if len(a.Elem) == 0 {
		return nil
	}
	var of struct {
		Resource map[string]*Attribute `json:"resource"`
		Attribute
	}
	if err := json.Unmarshal(a.Elem, &of); err != nil {
		panic(err)
	}
	if of.Resource != nil {
		return &schema.Resource{Schema: attributes(of.Resource)}
	}
	return of.Attribute.schema()
}

// fill sets each root attribute whose plan holds an unknown: the unknowns in it to fixed values, the rest as it is planned.
func fill(fields map[string]*schema.Schema, data *schema.ResourceData) diag.Diagnostics {
	plan := data.GetRawPlan()
	for name, field := range fields {
		if field.WriteOnly || plan.IsNull() || !plan.IsKnown() || plan.GetAttr(name).IsWhollyKnown() {
			continue
		}
		if err := data.Set(name, known(field, plan.GetAttr(name))); err != nil {
			return diag.FromErr(err)
		}
	}
	return nil
}

func known(field *schema.Schema, planned cty.Value) any {
	if !planned.IsKnown() {
		return fixed(field)
	}
	if planned.IsNull() {
		return nil
	}
	switch field.Type {
	case schema.TypeString:
		return planned.AsString()
	case schema.TypeBool:
		return planned.True()
	case schema.TypeInt:
		number, _ := planned.AsBigFloat().Int64()
		return int(number)
	case schema.TypeFloat:
		number, _ := planned.AsBigFloat().Float64()
		return number
	case schema.TypeMap:
		result := map[string]any{}
		for key, element := range planned.AsValueMap() {
			result[key] = knownElement(field.Elem, element)
		}
		return result
	default:
		result := []any{}
		for _, element := range planned.AsValueSlice() {
			result = append(result, knownElement(field.Elem, element))
		}
		return result
	}
}

func knownElement(elem any, planned cty.Value) any {
	inside, ok := elem.(*schema.Resource)
	if !ok {
		return known(elem.(*schema.Schema), planned)
	}
	result := map[string]any{}
	for name, field := range inside.Schema {
		if value := known(field, planned.GetAttr(name)); value != nil {
			result[name] = value
		}
	}
	return result
}

func fixed(field *schema.Schema) any {
	switch field.Type {
	case schema.TypeString:
		return "computed"
	case schema.TypeInt:
		return 7
	case schema.TypeFloat:
		return 7.0
	case schema.TypeBool:
		return true
	}
	inner := any("computed")
	switch elem := field.Elem.(type) {
	case *schema.Resource:
		return []any{}
	case *schema.Schema:
		inner = fixed(elem)
	}
	if field.Type == schema.TypeMap {
		return map[string]any{"k": inner}
	}
	return []any{inner}
}
