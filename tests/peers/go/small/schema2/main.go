// The small provider of tests/peers on SDKv2.
package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/hashicorp/terraform-plugin-sdk/v2/plugin"
)

func nothing(context.Context, *schema.ResourceData, any) diag.Diagnostics { return nil }

func create(_ context.Context, data *schema.ResourceData, _ any) diag.Diagnostics {
	data.SetId("1")
	return nil
}

func optional(kind schema.ValueType) *schema.Schema {
	return &schema.Schema{Type: kind, Optional: true}
}

func block(kind schema.ValueType, name, number string) *schema.Schema {
	return &schema.Schema{
		Type:     kind,
		Optional: true,
		Elem: &schema.Resource{Schema: map[string]*schema.Schema{
			name:   {Type: schema.TypeString, Required: true},
			number: {Type: schema.TypeInt, Required: true},
		}},
	}
}

func thing() *schema.Resource {
	labels := optional(schema.TypeMap)
	labels.Elem = &schema.Schema{Type: schema.TypeString}
	return &schema.Resource{
		CreateContext: create,
		ReadContext:   nothing,
		UpdateContext: nothing,
		DeleteContext: nothing,
		Schema: map[string]*schema.Schema{
			"name":    {Type: schema.TypeString, Required: true, ForceNew: true},
			"note":    optional(schema.TypeString),
			"owner":   optional(schema.TypeString),
			"size":    optional(schema.TypeInt),
			"enabled": optional(schema.TypeBool),
			"labels":  labels,
			"disk":    block(schema.TypeList, "label", "size"),
			"rule":    block(schema.TypeSet, "name", "port"),
		},
	}
}

func main() {
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: func() *schema.Provider {
		return &schema.Provider{ResourcesMap: map[string]*schema.Resource{"peer_thing": thing()}}
	}})
}
