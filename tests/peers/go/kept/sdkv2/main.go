// An object whose private data the older SDK reads at every call: its timeouts.
package main

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/hashicorp/terraform-plugin-sdk/v2/plugin"
)

// What is found in the private data is seen from outside.
func seen(_ context.Context, data *schema.ResourceData, _ any) diag.Diagnostics {
	return diag.FromErr(data.Set("seen", data.Timeout(schema.TimeoutCreate).String()))
}

func create(ctx context.Context, data *schema.ResourceData, meta any) diag.Diagnostics {
	data.SetId("1")
	return seen(ctx, data, meta)
}

func thing() *schema.Resource {
	return &schema.Resource{
		CreateContext: create,
		ReadContext:   seen,
		UpdateContext: seen,
		DeleteContext: func(_ context.Context, data *schema.ResourceData, _ any) diag.Diagnostics {
			if data.Timeout(schema.TimeoutCreate).String() != "7m0s" {
				return diag.Errorf("the timeouts are lost: %s", data.Timeout(schema.TimeoutCreate))
			}
			return nil
		},
		Timeouts: &schema.ResourceTimeout{
			Create: schema.DefaultTimeout(time.Minute),
			Update: schema.DefaultTimeout(2 * time.Minute),
			Delete: schema.DefaultTimeout(3 * time.Minute),
		},
		Schema: map[string]*schema.Schema{
			"name": {Type: schema.TypeString, Required: true, ForceNew: true},
			"note": {Type: schema.TypeString, Optional: true},
			"seen": {Type: schema.TypeString, Computed: true},
		},
	}
}

func main() {
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: func() *schema.Provider {
		return &schema.Provider{ResourcesMap: map[string]*schema.Resource{"old_kept": thing()}}
	}})
}
