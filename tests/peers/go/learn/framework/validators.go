package framework

import (
	"context"
	"math/big"
	"regexp"

	. "example.com/learn/truth"
	"github.com/hashicorp/terraform-plugin-framework-validators/boolvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/float32validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/float64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/int32validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/numbervalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/objectvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func text(v validator.String, facts ...Fact) field {
	return declares(schema.StringAttribute{Optional: true, Validators: []validator.String{v}}, facts...)
}

func list(v validator.List, facts ...Fact) field {
	return declares(schema.ListAttribute{Optional: true, ElementType: types.StringType, Validators: []validator.List{v}}, facts...)
}

func set(v validator.Set, facts ...Fact) field {
	return declares(schema.SetAttribute{Optional: true, ElementType: types.StringType, Validators: []validator.Set{v}}, facts...)
}

func maps(v validator.Map, facts ...Fact) field {
	return declares(schema.MapAttribute{Optional: true, ElementType: types.StringType, Validators: []validator.Map{v}}, facts...)
}

func int64s(v validator.Int64, facts ...Fact) field {
	return declares(schema.Int64Attribute{Optional: true, Validators: []validator.Int64{v}}, append(facts, is("integer", 64))...)
}

func int32s(v validator.Int32, facts ...Fact) field {
	return declares(schema.Int32Attribute{Optional: true, Validators: []validator.Int32{v}}, append(facts, is("integer", 32))...)
}

func float64s(v validator.Float64, facts ...Fact) field {
	return declares(schema.Float64Attribute{Optional: true, Validators: []validator.Float64{v}}, facts...)
}

func float32s(v validator.Float32, facts ...Fact) field {
	return declares(schema.Float32Attribute{Optional: true, Validators: []validator.Float32{v}}, facts...)
}

func numbers(v validator.Number, facts ...Fact) field {
	return declares(schema.NumberAttribute{Optional: true, Validators: []validator.Number{v}}, facts...)
}

func integer() field { return declares(schema.Int64Attribute{Optional: true}, is("integer", 64)) }

var name = regexp.MustCompile(`^[a-z][a-z0-9_]{2,9}$`)

func others(names ...string) []path.Expression {
	var all []path.Expression
	for _, name := range names {
		all = append(all, path.MatchRoot(name))
	}
	return all
}

func textKind() kind {
	return kind{attributes: map[string]field{
		"length_least":     text(stringvalidator.LengthAtLeast(2), library(Rule("bytes", Bounds("2", "")))),
		"length_most":      text(stringvalidator.LengthAtMost(9), library(Rule("bytes", Bounds("", "9")))),
		"length":           text(stringvalidator.LengthBetween(2, 9), library(Rule("bytes", Bounds("2", "9")))),
		"letters_least":    text(stringvalidator.UTF8LengthAtLeast(2), library(Rule("length", Bounds("2", "")))),
		"letters_most":     text(stringvalidator.UTF8LengthAtMost(9), library(Rule("length", Bounds("", "9")))),
		"letters":          text(stringvalidator.UTF8LengthBetween(2, 9), library(Rule("length", Bounds("2", "9")))),
		"one_of":           text(stringvalidator.OneOf("a b", "c, d", "e\"f"), library(OneOf("a b", "c, d", "e\"f"))),
		"one_of_any_case":  text(stringvalidator.OneOfCaseInsensitive("red", "blue"), library(Rule("one_of_ignore_case", []string{"red", "blue"}))),
		"none_of":          text(stringvalidator.NoneOf("root", "toor"), library(Not(OneOf("root", "toor")))),
		"none_of_any_case": text(stringvalidator.NoneOfCaseInsensitive("root", "toor"), library(Not(Rule("one_of_ignore_case", []string{"root", "toor"})))),
		"matches":          text(stringvalidator.RegexMatches(name, ""), library(Rule("regex", name.String()))),
		"matches_own":      text(stringvalidator.RegexMatches(name, "must be a short name"), is("hidden_pattern", "must be a short name")),
		"all":              text(stringvalidator.All(stringvalidator.LengthAtLeast(3), stringvalidator.NoneOf("abc")), library(Several("all", Rule("bytes", Bounds("3", "")), Not(OneOf("abc"))))),
		"any":              text(stringvalidator.Any(stringvalidator.OneOf("x"), stringvalidator.RegexMatches(regexp.MustCompile(`^y + z$`), "")), library(Several("any", OneOf("x"), Rule("regex", `^y + z$`)))),
		"any_warn":         text(stringvalidator.AnyWithAllWarnings(stringvalidator.OneOf("p"), stringvalidator.LengthAtLeast(5)), library(Several("any", OneOf("p"), Rule("bytes", Bounds("5", ""))))),
		"described":        text(even{"an even number of letters is needed"}, own()),
		"secret":           text(stringvalidator.PreferWriteOnlyAttribute(path.MatchRoot("secret_wo")), is("prefer_write_only", "secret_wo")),
		"secret_wo":        declares(schema.StringAttribute{Optional: true, WriteOnly: true}),
	}}
}

// even is a validator of the provider's own.
type even struct{ words string }

func (e even) Description(context.Context) string         { return e.words }
func (e even) MarkdownDescription(context.Context) string { return e.words }
func (e even) ValidateString(_ context.Context, q validator.StringRequest, r *validator.StringResponse) {
	if !q.ConfigValue.IsNull() && !q.ConfigValue.IsUnknown() && len(q.ConfigValue.ValueString())%2 != 0 {
		r.Diagnostics.AddAttributeError(q.Path, "Odd", "It has an odd number of letters.")
	}
}

func numberKind() kind {
	tiny := big.NewFloat(1.5)
	return kind{attributes: map[string]field{
		"i64_least":        int64s(int64validator.AtLeast(4), library(Rule("range", Bounds("4", "")))),
		"i64_most":         int64s(int64validator.AtMost(40), library(Rule("range", Bounds("", "40")))),
		"i64_between":      int64s(int64validator.Between(4, 40), library(Rule("range", Bounds("4", "40")))),
		"i64_one_of":       int64s(int64validator.OneOf(1, 2, 3), library(Rule("one_of", []string{"1", "2", "3"}))),
		"i64_none_of":      int64s(int64validator.NoneOf(5, 6), library(Not(Rule("one_of", []string{"5", "6"})))),
		"i64_all":          int64s(int64validator.All(int64validator.AtLeast(2), int64validator.NoneOf(3)), library(Several("all", Rule("range", Bounds("2", "")), Not(Rule("one_of", []string{"3"}))))),
		"i64_any":          int64s(int64validator.Any(int64validator.AtLeast(100), int64validator.OneOf(0)), library(Several("any", Rule("range", Bounds("100", "")), Rule("one_of", []string{"0"})))),
		"i64_sum_at_least": int64s(int64validator.AtLeastSumOf(others("m", "n")...), Fact{Kind: "total", Of: []any{"at_least_sum", []string{"m", "n"}}}),
		"i64_sum_at_most":  int64s(int64validator.AtMostSumOf(others("m", "n")...), Fact{Kind: "total", Of: []any{"at_most_sum", []string{"m", "n"}}}),
		"i64_sum":          int64s(int64validator.EqualToSumOf(others("m", "n")...), Fact{Kind: "total", Of: []any{"equal_sum", []string{"m", "n"}}}),
		"i64_product":      int64s(int64validator.EqualToProductOf(others("m", "n")...), Fact{Kind: "total", Of: []any{"equal_product", []string{"m", "n"}}}),
		"m":                integer(),
		"n":                integer(),
		"i32_least":        int32s(int32validator.AtLeast(4), library(Rule("range", Bounds("4", "")))),
		"i32_most":         int32s(int32validator.AtMost(40), library(Rule("range", Bounds("", "40")))),
		"i32_between":      int32s(int32validator.Between(4, 40), library(Rule("range", Bounds("4", "40")))),
		"i32_one_of":       int32s(int32validator.OneOf(1, 2), library(Rule("one_of", []string{"1", "2"}))),
		"i32_none_of":      int32s(int32validator.NoneOf(5), library(Not(Rule("one_of", []string{"5"})))),
		"f64_least":        float64s(float64validator.AtLeast(0.5), library(Rule("range", Bounds("0.5", "")))),
		"f64_most":         float64s(float64validator.AtMost(9.25), library(Rule("range", Bounds("", "9.25")))),
		"f64_between":      float64s(float64validator.Between(0.5, 9.25), library(Rule("range", Bounds("0.5", "9.25")))),
		"f64_one_of":       float64s(float64validator.OneOf(1.5, 2.5), library(Rule("one_of", []string{"1.5", "2.5"}))),
		"f64_none_of":      float64s(float64validator.NoneOf(7.5), library(Not(Rule("one_of", []string{"7.5"})))),
		// Printed as 0.
		"f64_tiny":       float64s(float64validator.AtLeast(0.00000025)),
		"f32_least":      float32s(float32validator.AtLeast(0.5), library(Rule("range", Bounds("0.5", "")))),
		"f32_most":       float32s(float32validator.AtMost(9.25), library(Rule("range", Bounds("", "9.25")))),
		"f32_between":    float32s(float32validator.Between(0.5, 9.25), library(Rule("range", Bounds("0.5", "9.25")))),
		"f32_one_of":     float32s(float32validator.OneOf(1.5), library(Rule("one_of", []string{"1.5"}))),
		"f32_none_of":    float32s(float32validator.NoneOf(7.5), library(Not(Rule("one_of", []string{"7.5"})))),
		"number_one_of":  numbers(numbervalidator.OneOf(tiny, big.NewFloat(3)), library(Rule("one_of", []string{"1.5", "3"}))),
		"number_none_of": numbers(numbervalidator.NoneOf(tiny), library(Not(Rule("one_of", []string{"1.5"})))),
		"truth":          declares(schema.BoolAttribute{Optional: true, Validators: []validator.Bool{boolvalidator.Equals(true)}}, library(Rule("equals", true))),
	}}
}

func collectionKind() kind {
	short := stringvalidator.LengthAtMost(4)
	element := Rule("bytes", Bounds("", "4"))
	return kind{attributes: map[string]field{
		"list_least":  list(listvalidator.SizeAtLeast(2), library(Rule("size", Bounds("2", "")))),
		"list_most":   list(listvalidator.SizeAtMost(5), library(Rule("size", Bounds("", "5")))),
		"list_size":   list(listvalidator.SizeBetween(1, 5), library(Rule("size", Bounds("1", "5")))),
		"list_unique": list(listvalidator.UniqueValues(), library(Rule("unique", nil))),
		"list_full":   list(listvalidator.NoNullValues(), library(Rule("no_nulls", nil))),
		"list_each":   list(listvalidator.ValueStringsAre(short), library(Several("each", element))),
		"list_all":    list(listvalidator.All(listvalidator.SizeAtLeast(1), listvalidator.UniqueValues()), library(Several("all", Rule("size", Bounds("1", "")), Rule("unique", nil)))),
		"list_any":    list(listvalidator.Any(listvalidator.SizeAtLeast(4), listvalidator.SizeAtMost(1)), library(Several("any", Rule("size", Bounds("4", "")), Rule("size", Bounds("", "1"))))),
		"set_least":   set(setvalidator.SizeAtLeast(2), library(Rule("size", Bounds("2", "")))),
		"set_most":    set(setvalidator.SizeAtMost(5), library(Rule("size", Bounds("", "5")))),
		"set_size":    set(setvalidator.SizeBetween(1, 5), library(Rule("size", Bounds("1", "5")))),
		"set_full":    set(setvalidator.NoNullValues(), library(Rule("no_nulls", nil))),
		"set_each":    set(setvalidator.ValueStringsAre(short), library(Several("each", element))),
		"map_least":   maps(mapvalidator.SizeAtLeast(2), library(Rule("size", Bounds("2", "")))),
		"map_most":    maps(mapvalidator.SizeAtMost(5), library(Rule("size", Bounds("", "5")))),
		"map_size":    maps(mapvalidator.SizeBetween(1, 5), library(Rule("size", Bounds("1", "5")))),
		"map_full":    maps(mapvalidator.NoNullValues(), library(Rule("no_nulls", nil))),
		"map_keys":    maps(mapvalidator.KeysAre(short), library(Several("keys", element))),
		"map_each":    maps(mapvalidator.ValueStringsAre(short), library(Several("each", element))),
		"number_each": declares(schema.ListAttribute{Optional: true, ElementType: types.Int64Type, Validators: []validator.List{listvalidator.ValueInt64sAre(int64validator.Between(1, 3))}},
			library(Several("each", Rule("range", Bounds("1", "3")))), is("integer", 64)),
		"object": declares(schema.SingleNestedAttribute{Optional: true, Validators: []validator.Object{objectvalidator.AlsoRequires(path.MatchRoot("list_size"))}, Attributes: map[string]schema.Attribute{
			"mode":  schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.OneOf("r", "w")}},
			"level": schema.Int64Attribute{Optional: true, Validators: []validator.Int64{int64validator.AtMost(9)}},
		}}, append(append(at("mode", library(OneOf("r", "w"))), at("level", library(Rule("range", Bounds("", "9"))), is("integer", 64))...), relation("required_with", "list_size"))...),
	}, blocks: map[string]block{
		"rule": {schema.ListNestedBlock{Validators: []validator.List{listvalidator.SizeAtMost(2)}, NestedObject: schema.NestedBlockObject{Attributes: map[string]schema.Attribute{
			"action": schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.OneOf("allow", "deny")}},
		}}}, append(at("action", library(OneOf("allow", "deny"))), library(Rule("size", Bounds("", "2"))))},
		// Its own validator fails where it has fewer than two elements, and hides what its fields check.
		"hiding": {schema.SetNestedBlock{Validators: []validator.Set{setvalidator.SizeAtLeast(2)}, NestedObject: schema.NestedBlockObject{Attributes: map[string]schema.Attribute{
			"kind": schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.OneOf("x", "y")}},
		}}}, append(at("kind", library(OneOf("x", "y"))), library(Rule("size", Bounds("2", ""))))},
		"needed": {schema.ListNestedBlock{Validators: []validator.List{listvalidator.IsRequired()}, NestedObject: schema.NestedBlockObject{Attributes: map[string]schema.Attribute{
			"name": schema.StringAttribute{Optional: true},
		}}}, []Fact{is("required")}},
	}}
}

func relationKind() kind {
	plain := func(v ...validator.String) schema.Attribute {
		return schema.StringAttribute{Optional: true, Validators: v}
	}
	exactly := []string{"one", "two"}
	atLeast := []string{"first", "second"}
	return kind{attributes: map[string]field{
		"a":        declares(plain(stringvalidator.ConflictsWith(others("b", "c")...)), relation("conflicts_with", "b", "c")),
		"b":        declares(plain()),
		"c":        declares(plain()),
		"one":      declares(plain(stringvalidator.ExactlyOneOf(others("two")...)), relation("exactly_one_of", exactly...)),
		"two":      declares(plain(), relation("exactly_one_of", exactly...)),
		"first":    declares(plain(stringvalidator.AtLeastOneOf(others("second")...)), relation("at_least_one_of", atLeast...)),
		"second":   declares(plain(), relation("at_least_one_of", atLeast...)),
		"user":     declares(plain(stringvalidator.AlsoRequires(others("password")...)), relation("required_with", "password")),
		"password": declares(plain()),
		"pair": declares(schema.SingleNestedAttribute{Optional: true, Attributes: map[string]schema.Attribute{
			"left":  schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.ConflictsWith(path.MatchRelative().AtParent().AtName("right"))}},
			"right": schema.StringAttribute{Optional: true},
		}}, at("left", relation("conflicts_with", "pair.right"))...),
		// Relations of the type as a whole.
		"p": declares(plain(), relation("conflicts_with", "q")), "q": declares(plain(), relation("conflicts_with", "p")),
		"r": declares(plain(), relation("required_with", "s")), "s": declares(plain(), relation("required_with", "r")),
		"t": declares(plain(), relation("exactly_one_of", "t", "u")), "u": declares(plain(), relation("exactly_one_of", "t", "u")),
		"v": declares(plain(), relation("at_least_one_of", "v", "w")), "w": declares(plain(), relation("at_least_one_of", "v", "w")),
	}}
}
