// The small provider of tests/peers on the framework.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
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
	response.TypeName = "peer"
}

func (peer) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (peer) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (peer) DataSources(context.Context) []func() datasource.DataSource { return nil }

func (peer) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return thing{} }}
}

type thing struct{}

type model struct {
	ID      types.String `tfsdk:"id"`
	Name    types.String `tfsdk:"name"`
	Note    types.String `tfsdk:"note"`
	Owner   types.String `tfsdk:"owner"`
	Size    types.Int64  `tfsdk:"size"`
	Enabled types.Bool   `tfsdk:"enabled"`
	Labels  types.Map    `tfsdk:"labels"`
	Disk    types.List   `tfsdk:"disk"`
	Rule    types.Set    `tfsdk:"rule"`
}

func (thing) Metadata(_ context.Context, request resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = request.ProviderTypeName + "_thing"
}

func nested(name, number string) schema.NestedBlockObject {
	return schema.NestedBlockObject{Attributes: map[string]schema.Attribute{
		name:   schema.StringAttribute{Required: true},
		number: schema.Int64Attribute{Required: true},
	}}
}

func (thing) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	response.Schema = schema.Schema{
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed:      true,
				PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
			},
			"name": schema.StringAttribute{
				Required:      true,
				PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()},
			},
			"note":    schema.StringAttribute{Optional: true},
			"owner":   schema.StringAttribute{Optional: true},
			"size":    schema.Int64Attribute{Optional: true},
			"enabled": schema.BoolAttribute{Optional: true},
			"labels":  schema.MapAttribute{Optional: true, ElementType: types.StringType},
		},
		Blocks: map[string]schema.Block{
			"disk": schema.ListNestedBlock{NestedObject: nested("label", "size")},
			"rule": schema.SetNestedBlock{NestedObject: nested("name", "port")},
		},
	}
}

func (thing) Create(ctx context.Context, request resource.CreateRequest, response *resource.CreateResponse) {
	var planned model
	response.Diagnostics.Append(request.Plan.Get(ctx, &planned)...)
	planned.ID = types.StringValue("1")
	response.Diagnostics.Append(response.State.Set(ctx, planned)...)
}

func (thing) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (thing) Update(ctx context.Context, request resource.UpdateRequest, response *resource.UpdateResponse) {
	var planned model
	response.Diagnostics.Append(request.Plan.Get(ctx, &planned)...)
	response.Diagnostics.Append(response.State.Set(ctx, planned)...)
}

func (thing) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

func main() {
	options := providerserver.ServeOpts{Address: "registry.terraform.io/example/peer"}
	err := providerserver.Serve(context.Background(), func() provider.Provider { return peer{} }, options)
	if err != nil {
		log.Fatal(err)
	}
}
