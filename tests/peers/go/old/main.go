// A provider on an older terraform-plugin-sdk/v2, whose messages list values without quotes.
package main

import (
	"context"
	"os"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/validation"
	"github.com/hashicorp/terraform-plugin-sdk/v2/plugin"
)

const truth = `{"data_sources": {}, "resources": {"old_thing": [
 {"at": "name", "kind": "force_new"},
 {"at": "plain", "kind": "validator", "of": {"rule": "one_of", "of": ["small", "large"]}, "by": "library"},
 {"at": "blanks", "kind": "validator", "of": {"rule": "one_of", "of": ["very small", "large"]}, "by": "library"},
 {"at": "size", "kind": "integer", "of": 64},
 {"at": "size", "kind": "validator", "of": {"rule": "range", "of": {"min": "1", "max": "9"}}, "by": "library"},
 {"at": "size", "kind": "default", "of": 3},
 {"at": "network", "kind": "validator", "of": {"rule": "format", "of": "cidr"}, "by": "library"},
 {"at": "a", "kind": "conflicts_with", "of": ["b"]}
], "old_extra": [
 {"at": "name", "kind": "force_new"}
]}}
`

func provider() *schema.Provider {
	nothing := func(context.Context, *schema.ResourceData, any) diag.Diagnostics { return nil }
	create := func(_ context.Context, d *schema.ResourceData, _ any) diag.Diagnostics {
		d.SetId("made")
		return nil
	}
	text := func(f schema.SchemaValidateFunc) *schema.Schema {
		return &schema.Schema{Type: schema.TypeString, Optional: true, ValidateFunc: f}
	}
	return &schema.Provider{ResourcesMap: map[string]*schema.Resource{"old_extra": {
		CreateContext: create, ReadContext: nothing, DeleteContext: nothing,
		Schema: map[string]*schema.Schema{"name": {Type: schema.TypeString, Required: true, ForceNew: true}},
	}, "old_thing": {
		CreateContext: create, ReadContext: nothing, UpdateContext: nothing, DeleteContext: nothing,
		Schema: map[string]*schema.Schema{
			"name":  {Type: schema.TypeString, Required: true, ForceNew: true},
			"plain": text(validation.StringInSlice([]string{"small", "large"}, false)),
			// Where one ends is not seen in its message.
			"blanks":  text(validation.StringInSlice([]string{"very small", "large"}, false)),
			"size":    {Type: schema.TypeInt, Optional: true, Default: 3, ValidateFunc: validation.IntBetween(1, 9)},
			"network": text(validation.IsCIDR),
			"a":       {Type: schema.TypeString, Optional: true, ConflictsWith: []string{"b"}},
			"b":       {Type: schema.TypeString, Optional: true},
		},
	}}}
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "-truth" {
		_, _ = os.Stdout.WriteString(truth)
		return
	}
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: provider})
}
