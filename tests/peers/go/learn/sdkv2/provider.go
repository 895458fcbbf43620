// Package sdkv2 is a provider on terraform-plugin-sdk/v2 that uses all that can be learned from one. Its resources are files
// in a directory.
package sdkv2

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	. "example.com/learn/truth"
	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/customdiff"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/validation"
)

type directory struct{ path string }

// Provider makes the provider.
func Provider() *schema.Provider {
	return &schema.Provider{
		Schema: map[string]*schema.Schema{
			"directory": {Type: schema.TypeString, Optional: true},
			"retries":   {Type: schema.TypeInt, Optional: true, Default: 4},
			"endpoint":  {Type: schema.TypeString, Optional: true, DefaultFunc: schema.EnvDefaultFunc("LEARN_ENDPOINT", nil)},
			"mode":      text(validation.StringInSlice([]string{"text", "binary"}, false), library(OneOf("text", "binary"))),
		},
		ConfigureContextFunc: func(_ context.Context, d *schema.ResourceData) (any, diag.Diagnostics) {
			return &directory{d.Get("directory").(string)}, nil
		},
		ResourcesMap: map[string]*schema.Resource{
			"learn_texts":     file(&schema.Resource{Schema: texts()}),
			"learn_numbers":   file(&schema.Resource{Schema: numbers()}),
			"learn_maps":      file(&schema.Resource{Schema: maps()}),
			"learn_relations": file(&schema.Resource{Schema: relations()}),
			"learn_plans":     file(plans()),
			"learn_blocks":    file(&schema.Resource{Schema: blocks()}),
			"learn_custom":    file(custom()),
			"learn_crash":     file(crash()),
			"learn_strict":    file(strict()),
		},
		DataSourcesMap: map[string]*schema.Resource{
			"learn_lookup": {
				ReadContext: func(_ context.Context, d *schema.ResourceData, _ any) diag.Diagnostics {
					d.SetId("found")
					return nil
				},
				Schema: map[string]*schema.Schema{
					"name":   {Type: schema.TypeString, Optional: true, ExactlyOneOf: []string{"name", "number"}},
					"number": {Type: schema.TypeInt, Optional: true, ExactlyOneOf: []string{"name", "number"}},
					"kind":   text(validation.StringInSlice([]string{"file", "link"}, false), library(OneOf("file", "link"))),
					"limit":  {Type: schema.TypeInt, Optional: true, Default: 20},
				},
			},
		},
	}
}

func relations() map[string]*schema.Schema {
	plain := func() *schema.Schema { return &schema.Schema{Type: schema.TypeString, Optional: true} }
	conflicting := func(with ...string) *schema.Schema {
		s := plain()
		s.ConflictsWith = with
		return s
	}
	with := func(change func(*schema.Schema)) *schema.Schema {
		s := plain()
		change(s)
		return s
	}
	exactly := func(s *schema.Schema) { s.ExactlyOneOf = []string{"one", "two", "block.0.three"} }
	atLeast := func(s *schema.Schema) { s.AtLeastOneOf = []string{"first", "second"} }
	checked := text(validation.StringInSlice([]string{"u", "v"}, false), library(OneOf("u", "v")))
	checked.ConflictsWith = []string{"b"}
	return map[string]*schema.Schema{
		"a": conflicting("b", "c"), "b": conflicting("a"), "c": conflicting("a", "d"), "d": plain(),
		"checked": checked,
		"one":     with(exactly), "two": with(exactly),
		"first": with(atLeast), "second": with(atLeast),
		"user":     with(func(s *schema.Schema) { s.RequiredWith = []string{"password"} }),
		"password": with(func(s *schema.Schema) { s.RequiredWith = []string{"user"} }),
		// Its conflict is seen only beside its companion.
		"key":   with(func(s *schema.Schema) { s.RequiredWith = []string{"user"}; s.ConflictsWith = []string{"token"} }),
		"token": plain(),
		"block": {Type: schema.TypeList, Optional: true, MaxItems: 1, Elem: &schema.Resource{Schema: map[string]*schema.Schema{
			"three": with(exactly),
			"left":  conflicting("block.0.right"),
			"right": plain(),
		}}},
		"either": {Type: schema.TypeList, Optional: true, MaxItems: 1, ConflictsWith: []string{"or"}, Elem: &schema.Resource{Schema: map[string]*schema.Schema{
			"name": plain(),
		}}},
		"or": plain(),
		// Who requires another one is set without it in some probe, wherever the block and the fields stand among others.
		"scope": {Type: schema.TypeList, Optional: true, MaxItems: 1, Elem: &schema.Resource{Schema: map[string]*schema.Schema{
			"group": with(func(s *schema.Schema) { s.RequiredWith = []string{"scope.0.job"} }),
			"job":   plain(),
			"place": plain(),
			"task":  with(func(s *schema.Schema) { s.RequiredWith = []string{"scope.0.job", "scope.0.group"} }),
		}}},
	}
}

func upper(value any) string { return strings.ToUpper(value.(string)) }

func suppressing(same func(old, new string) bool) *schema.Schema {
	return &schema.Schema{Type: schema.TypeString, Optional: true, DiffSuppressFunc: func(_, old, new string, _ *schema.ResourceData) bool {
		return same(old, new)
	}}
}

func plans() *schema.Resource {
	minutes := func(n int) *time.Duration { d := time.Duration(n) * time.Minute; return &d }
	return &schema.Resource{
		SchemaVersion: 1,
		StateUpgraders: []schema.StateUpgrader{{
			Version: 0,
			Type:    (&schema.Resource{Schema: map[string]*schema.Schema{"name": {Type: schema.TypeString, Optional: true}}}).CoreConfigSchema().ImpliedType(),
			Upgrade: func(_ context.Context, state map[string]any, _ any) (map[string]any, error) { return state, nil },
		}},
		Importer: &schema.ResourceImporter{StateContext: schema.ImportStatePassthroughContext},
		Timeouts: &schema.ResourceTimeout{Create: minutes(20), Delete: minutes(90), Update: minutes(5)},
		Schema: map[string]*schema.Schema{
			"name":         {Type: schema.TypeString, Required: true, ForceNew: true},
			"optional":     {Type: schema.TypeString, Optional: true, ForceNew: true},
			"plain":        {Type: schema.TypeString, Optional: true},
			"flag":         {Type: schema.TypeBool, Optional: true, ForceNew: true},
			"list":         {Type: schema.TypeList, Optional: true, ForceNew: true, Elem: &schema.Schema{Type: schema.TypeString}},
			"labels":       {Type: schema.TypeMap, Optional: true, ForceNew: true, Elem: &schema.Schema{Type: schema.TypeString}},
			"members":      {Type: schema.TypeSet, Optional: true, ForceNew: true, Elem: &schema.Schema{Type: schema.TypeString}},
			"text_default": {Type: schema.TypeString, Optional: true, Default: "standard"},
			"bool_default": {Type: schema.TypeBool, Optional: true, Default: true},
			"zero_default": {Type: schema.TypeInt, Optional: true, Default: 0},
			"int_default":  {Type: schema.TypeInt, Optional: true, Default: 7},
			"both":         {Type: schema.TypeString, Optional: true, ForceNew: true, Default: "fixed"},
			"from_outside": {Type: schema.TypeString, Required: true, DefaultFunc: schema.EnvDefaultFunc("LEARN_OUTSIDE", nil), Description: "Also by LEARN_OUTSIDE."},
			"or_inside":    {Type: schema.TypeString, Optional: true, DefaultFunc: schema.EnvDefaultFunc("LEARN_PLACE", "inside"), Description: "Default: `inside`, or `LEARN_PLACE`."},
			"or_seven":     {Type: schema.TypeInt, Optional: true, DefaultFunc: schema.EnvDefaultFunc("LEARN_NUMBER", 7), Description: "By $LEARN_NUMBER."},
			"or_not":       {Type: schema.TypeBool, Optional: true, DefaultFunc: schema.EnvDefaultFunc("LEARN_FLAG", false), Description: "`LEARN_FLAG` sets it."},
			"chosen":       {Type: schema.TypeString, Optional: true, Computed: true, ForceNew: true},
			"result":       {Type: schema.TypeString, Computed: true},
			"stored":       {Type: schema.TypeString, Optional: true, StateFunc: upper},
			"any_case":     suppressing(strings.EqualFold),
			"trimmed":      suppressing(func(old, new string) bool { return strings.TrimSpace(old) == strings.TrimSpace(new) }),
			"document":     suppressing(sameJSON),
			"address":      suppressing(func(old, new string) bool { return strings.TrimSuffix(old, "/") == strings.TrimSuffix(new, "/") }),
			"renamed":      suppressing(func(old, new string) bool { return old == "reader" && new == "viewer" }),
		},
	}
}

func sameJSON(old, new string) bool {
	var a, b any
	if json.Unmarshal([]byte(old), &a) != nil || json.Unmarshal([]byte(new), &b) != nil {
		return false
	}
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}

func nested(fields map[string]*schema.Schema) *schema.Resource {
	return &schema.Resource{Schema: fields}
}

func blocks() map[string]*schema.Schema {
	plain := func() *schema.Schema { return &schema.Schema{Type: schema.TypeString, Optional: true} }
	forced := func() *schema.Schema { return &schema.Schema{Type: schema.TypeString, Optional: true, ForceNew: true} }
	return map[string]*schema.Schema{
		// Only the number of its elements replaces.
		"counted":     {Type: schema.TypeList, Optional: true, ForceNew: true, Elem: nested(map[string]*schema.Schema{"name": plain(), "size": {Type: schema.TypeInt, Optional: true}})},
		"counted_set": {Type: schema.TypeSet, Optional: true, ForceNew: true, Elem: nested(map[string]*schema.Schema{"name": plain()})},
		"ports": {Type: schema.TypeSet, Optional: true, Elem: nested(map[string]*schema.Schema{
			"internal": {Type: schema.TypeInt, Required: true, ForceNew: true},
			"protocol": plain(),
			"host":     forced(),
		})},
		"disk": {Type: schema.TypeList, Optional: true, Elem: nested(map[string]*schema.Schema{
			"size": {Type: schema.TypeInt, Optional: true, Default: 10, ForceNew: true},
			"kind": text(validation.StringInSlice([]string{"ssd", "hdd"}, false), library(OneOf("ssd", "hdd"))),
			"outer": {Type: schema.TypeList, Optional: true, MaxItems: 1, Elem: nested(map[string]*schema.Schema{
				"inner": {Type: schema.TypeList, Optional: true, MaxItems: 1, Elem: nested(map[string]*schema.Schema{
					"interval": diagText(ownDiag, own()),
					"retries":  {Type: schema.TypeInt, Optional: true, Default: 3},
					"timeout":  diagText(ownDiag, own()),
					"level":    text(validation.StringInSlice([]string{"low", "high"}, false), library(OneOf("low", "high"))),
				})},
			})},
		})},
		// An element without a name is none to its hash.
		"hashed": {Type: schema.TypeSet, Optional: true, Set: func(v any) int {
			return schema.HashString(v.(map[string]any)["name"].(string))
		}, Elem: nested(map[string]*schema.Schema{"name": {Type: schema.TypeString, Required: true}, "note": plain()})},
		"rules": {Type: schema.TypeList, Optional: true, ConfigMode: schema.SchemaConfigModeAttr, Elem: nested(map[string]*schema.Schema{
			"action": text(validation.StringInSlice([]string{"allow", "deny"}, false), library(OneOf("allow", "deny"))),
			"order":  {Type: schema.TypeInt, Optional: true, ForceNew: true},
		})},
		"modes": {Type: schema.TypeSet, Optional: true, Elem: nested(map[string]*schema.Schema{
			"retries": {Type: schema.TypeInt, Optional: true, Default: 4},
			"mode":    text(validation.StringInSlice([]string{"ro", "rw"}, false), library(OneOf("ro", "rw"))),
			"weight":  number(validation.IntBetween(1, 9), library(Rule("range", Bounds("1", "9")))),
		})},
	}
}

// What CustomizeDiff does looks like other things.
func custom() *schema.Resource {
	number := func() *schema.Schema { return &schema.Schema{Type: schema.TypeInt, Optional: true} }
	return &schema.Resource{
		Schema: map[string]*schema.Schema{
			"size":    number(),
			"label":   {Type: schema.TypeString, Optional: true},
			"content": {Type: schema.TypeString, Optional: true},
			"digest":  {Type: schema.TypeString, Computed: true},
			"fixed":   {Type: schema.TypeString, Optional: true, ForceNew: true},
		},
		CustomizeDiff: customdiff.All(
			customdiff.ForceNewIfChange("size", func(_ context.Context, old, new, _ any) bool { return new.(int) < old.(int) }),
			customdiff.ForceNewIfChange("label", func(_ context.Context, old, _, _ any) bool { return old.(string) != "" }),
			customdiff.ComputedIf("digest", func(_ context.Context, d *schema.ResourceDiff, _ any) bool { return d.HasChange("content") }),
		),
	}
}

// A lookup in every plan that changes the owner needs the settings.
func crash() *schema.Resource {
	return &schema.Resource{
		Schema: map[string]*schema.Schema{
			"owner": {Type: schema.TypeString, Optional: true},
			"name":  {Type: schema.TypeString, Optional: true, ForceNew: true},
			"size":  {Type: schema.TypeInt, Optional: true, Default: 5},
		},
		CustomizeDiff: func(_ context.Context, d *schema.ResourceDiff, meta any) error {
			if d.HasChange("owner") {
				_ = meta.(*directory).path
			}
			return nil
		},
	}
}

// Some combinations do not plan.
func strict() *schema.Resource {
	return &schema.Resource{
		Schema: map[string]*schema.Schema{
			"target":  {Type: schema.TypeString, Required: true},
			"branch":  {Type: schema.TypeString, Optional: true, ForceNew: true},
			"tag":     {Type: schema.TypeString, Optional: true},
			"enabled": {Type: schema.TypeBool, Optional: true, Default: true},
		},
		CustomizeDiff: func(_ context.Context, d *schema.ResourceDiff, _ any) error {
			if d.Get("branch") != "" && d.Get("tag") != "" {
				return errors.New("a branch and a tag do not go together for this target")
			}
			return nil
		},
	}
}

// file gives a resource its functions: each object is a file of JSON.
func file(r *schema.Resource) *schema.Resource {
	at := func(d *schema.ResourceData, meta any) string { return filepath.Join(meta.(*directory).path, d.Id()) }
	write := func(_ context.Context, d *schema.ResourceData, meta any) diag.Diagnostics {
		if d.Id() == "" {
			d.SetId(strconv.FormatInt(time.Now().UnixNano(), 36))
		}
		bytes, err := json.Marshal(d.State().Attributes)
		if err == nil {
			err = os.WriteFile(at(d, meta), bytes, 0o600)
		}
		return diag.FromErr(err)
	}
	r.CreateContext = write
	r.UpdateContext = write
	r.ReadContext = func(_ context.Context, d *schema.ResourceData, meta any) diag.Diagnostics {
		if _, err := os.Stat(at(d, meta)); errors.Is(err, os.ErrNotExist) {
			d.SetId("")
		}
		return nil
	}
	r.DeleteContext = func(_ context.Context, d *schema.ResourceData, meta any) diag.Diagnostics {
		return diag.FromErr(os.Remove(at(d, meta)))
	}
	return r
}

// Declares is what the provider declares, read from its schemas.
func Declares() Truth {
	p := Provider()
	found := Truth{Resources: Types{}, DataSources: Types{}}
	for name, r := range p.ResourcesMap {
		found.Resources[name] = ofResource(r, true)
	}
	for name, r := range p.DataSourcesMap {
		found.DataSources[name] = ofResource(r, false)
	}
	more := func(name, at, kind string, of any) {
		found.Resources[name] = append(found.Resources[name], Fact{At: at, Kind: kind, Of: of})
	}
	outside := func(at, variable string, fallback any) {
		more("learn_plans", at, "default_from_environment", map[string]any{"variable": variable, "fallback": fallback})
	}
	outside("from_outside", "LEARN_OUTSIDE", nil)
	outside("or_inside", "LEARN_PLACE", "inside")
	outside("or_seven", "LEARN_NUMBER", 7)
	outside("or_not", "LEARN_FLAG", false)
	more("learn_custom", "size", "force_new_if", nil)
	more("learn_custom", "label", "force_new_if", nil)
	return found
}

func ofResource(r *schema.Resource, plans bool) []Fact {
	facts := []Fact{}
	if r.Timeouts != nil {
		for operation, time := range map[string]*time.Duration{"create": r.Timeouts.Create, "read": r.Timeouts.Read, "update": r.Timeouts.Update, "delete": r.Timeouts.Delete} {
			if time != nil {
				text := strings.NewReplacer("m0s", "m", "h0m", "h").Replace(time.String())
				facts = append(facts, Fact{Kind: "default_timeout", Of: map[string]string{"operation": operation, "time": text}})
			}
		}
	}
	return append(facts, ofFields(r.Schema, "", plans, false)...)
}

func paths(keys []string, own string) []string {
	all := map[string]bool{}
	if own != "" {
		all[own] = true
	}
	for _, key := range keys {
		var names []string
		for _, name := range strings.Split(key, ".") {
			if _, err := strconv.Atoi(name); err != nil {
				names = append(names, name)
			}
		}
		all[strings.Join(names, ".")] = true
	}
	list := []string{}
	for path := range all {
		list = append(list, path)
	}
	sortStrings(list)
	return list
}

func sortStrings(list []string) {
	for i := range list {
		for j := i; j > 0 && list[j] < list[j-1]; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

func ofFields(fields map[string]*schema.Schema, around string, plans, inSet bool) []Fact {
	var facts []Fact
	for name, s := range fields {
		at := around + name
		fact := func(kind string, of any) { facts = append(facts, Fact{At: at, Kind: kind, Of: of}) }
		if len(s.ConflictsWith) > 0 {
			fact("conflicts_with", paths(s.ConflictsWith, ""))
		}
		if len(s.RequiredWith) > 0 {
			fact("required_with", paths(s.RequiredWith, ""))
		}
		if len(s.ExactlyOneOf) > 0 {
			fact("exactly_one_of", paths(s.ExactlyOneOf, at))
		}
		if len(s.AtLeastOneOf) > 0 {
			fact("at_least_one_of", paths(s.AtLeastOneOf, at))
		}
		block, isBlock := s.Elem.(*schema.Resource)
		if plans {
			if s.ForceNew && isBlock {
				fact("force_new_count", nil)
			} else if s.ForceNew {
				fact("force_new", nil)
			}
			if s.Default != nil {
				fact("default", s.Default)
			}
			if s.StateFunc != nil {
				fact("state_function", nil)
			}
			if s.DiffSuppressFunc != nil {
				fact("suppressed", nil)
			}
		}
		if s.Type == schema.TypeInt {
			fact("integer", 64)
		}
		facts = append(facts, placed(rules[s], at)...)
		if isBlock {
			facts = append(facts, ofFields(block.Schema, at+".", plans, inSet || s.Type == schema.TypeSet)...)
		} else if element, ok := s.Elem.(*schema.Schema); ok {
			facts = append(facts, placed(rules[element], at)...)
		}
	}
	return facts
}

func placed(facts []Fact, at string) []Fact {
	var all []Fact
	for _, fact := range facts {
		fact.At = at
		all = append(all, fact)
	}
	return all
}
