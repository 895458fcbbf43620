// An object with private data of its provider's, which the framework hands to every call.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type peer struct{}

func (peer) Metadata(_ context.Context, _ provider.MetadataRequest, response *provider.MetadataResponse) {
	response.TypeName = "old"
}

func (peer) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (peer) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (peer) DataSources(context.Context) []func() datasource.DataSource { return nil }

func (peer) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return thing{} }}
}

type thing struct{}

type model struct {
	ID       types.String `tfsdk:"id"`
	Name     types.String `tfsdk:"name"`
	Note     types.String `tfsdk:"note"`
	Seen     types.String `tfsdk:"seen"`
	Timeouts types.Object `tfsdk:"timeouts"`
}

// The private data of a call.
type kept interface {
	GetKey(context.Context, string) ([]byte, diag.Diagnostics)
}

const key = "made"

// As the timeouts of the older SDK are seen.
const value = `{"create":"7m0s"}`

func seen(ctx context.Context, private kept, object *model) diag.Diagnostics {
	found, diags := private.GetKey(ctx, key)
	switch string(found) {
	case value:
		object.Seen = types.StringValue("7m0s")
	default:
		object.Seen = types.StringValue("lost: " + string(found))
	}
	return diags
}

func (thing) Metadata(_ context.Context, request resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = request.ProviderTypeName + "_kept"
}

func (thing) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	stays := []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	response.Schema = schema.Schema{
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{Computed: true, PlanModifiers: stays},
			"name": schema.StringAttribute{
				Required:      true,
				PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()},
			},
			"note": schema.StringAttribute{Optional: true},
			"seen": schema.StringAttribute{Computed: true, PlanModifiers: stays},
		},
		Blocks: map[string]schema.Block{
			"timeouts": schema.SingleNestedBlock{Attributes: map[string]schema.Attribute{
				"create": schema.StringAttribute{Optional: true},
				"update": schema.StringAttribute{Optional: true},
				"delete": schema.StringAttribute{Optional: true},
			}},
		},
	}
}

func (thing) Create(ctx context.Context, request resource.CreateRequest, response *resource.CreateResponse) {
	var planned model
	response.Diagnostics.Append(request.Plan.Get(ctx, &planned)...)
	planned.ID = types.StringValue("1")
	response.Diagnostics.Append(response.Private.SetKey(ctx, key, []byte(value))...)
	response.Diagnostics.Append(seen(ctx, response.Private, &planned)...)
	response.Diagnostics.Append(response.State.Set(ctx, planned)...)
}

func (thing) Read(ctx context.Context, request resource.ReadRequest, response *resource.ReadResponse) {
	var state model
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	response.Diagnostics.Append(seen(ctx, request.Private, &state)...)
	response.Diagnostics.Append(response.State.Set(ctx, state)...)
}

func (thing) Update(ctx context.Context, request resource.UpdateRequest, response *resource.UpdateResponse) {
	var planned model
	response.Diagnostics.Append(request.Plan.Get(ctx, &planned)...)
	response.Diagnostics.Append(seen(ctx, request.Private, &planned)...)
	response.Diagnostics.Append(response.State.Set(ctx, planned)...)
}

func (thing) Delete(ctx context.Context, request resource.DeleteRequest, response *resource.DeleteResponse) {
	var state model
	response.Diagnostics.Append(seen(ctx, request.Private, &state)...)
	if state.Seen.ValueString() != "7m0s" {
		response.Diagnostics.AddError("the private data is lost", state.Seen.ValueString())
	}
}

func main() {
	options := providerserver.ServeOpts{Address: "registry.terraform.io/example/old"}
	err := providerserver.Serve(context.Background(), func() provider.Provider { return peer{} }, options)
	if err != nil {
		log.Fatal(err)
	}
}
