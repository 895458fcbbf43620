// The provider of tests/provider/every_kind on the framework: books on a shelf, which are files in a directory.
package main

import (
	"context"
	"log"
	"os"
	"path/filepath"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type shelf struct{}

func (shelf) Metadata(_ context.Context, _ provider.MetadataRequest, response *provider.MetadataResponse) {
	response.TypeName = "shelf"
}

func (shelf) Schema(_ context.Context, _ provider.SchemaRequest, response *provider.SchemaResponse) {
	response.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"directory": schema.StringAttribute{Optional: true},
		"card":      schema.StringAttribute{Optional: true, Sensitive: true},
	}}
}

func (shelf) Configure(ctx context.Context, request provider.ConfigureRequest, response *provider.ConfigureResponse) {
	var settings struct {
		Directory types.String `tfsdk:"directory"`
		Card      types.String `tfsdk:"card"`
	}
	response.Diagnostics.Append(request.Config.Get(ctx, &settings)...)
	at := directory(os.Getenv("SHELF_DIRECTORY"))
	if !settings.Directory.IsNull() {
		at = directory(settings.Directory.ValueString())
	}
	if err := os.MkdirAll(string(at), 0o755); err != nil {
		response.Diagnostics.AddError("no directory", err.Error())
	}
	response.ResourceData = at
	response.DataSourceData = at
	response.EphemeralResourceData = at
	response.ListResourceData = at
	response.ActionData = at
}

func (shelf) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return &book{} }}
}

func (shelf) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{func() datasource.DataSource { return &catalogue{} }}
}

func (shelf) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{func() ephemeral.EphemeralResource { return &card{} }}
}

func (shelf) ListResources(context.Context) []func() list.ListResource {
	return []func() list.ListResource{func() list.ListResource { return &book{} }}
}

func (shelf) Actions(context.Context) []func() action.Action {
	return []func() action.Action{func() action.Action { return &dust{} }}
}

func (shelf) Functions(context.Context) []func() function.Function {
	return []func() function.Function{
		func() function.Function { return title{} },
		func() function.Function { return longest{} },
	}
}

// Where the books are.
type directory string

func (d *directory) set(data any) {
	if at, ok := data.(directory); ok {
		*d = at
	}
}

func (d directory) file(name string) string { return filepath.Join(string(d), name) }

func main() {
	options := providerserver.ServeOpts{Address: "registry.terraform.io/example/shelf"}
	err := providerserver.Serve(context.Background(), func() provider.Provider { return shelf{} }, options)
	if err != nil {
		log.Fatal(err)
	}
}
