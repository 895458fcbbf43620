// Command framework is a provider on terraform-plugin-framework whose resource types come from a JSON file at run time,
// so that the original judges random schemas. It is a peer of the tests (tests/oracle/framework) and manages nothing.
//
// The variable ORACLE_SCHEMAS names the file: an object with a description of each resource type.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

type oracle struct{ types map[string]*Block }

func (oracle) Metadata(context.Context, provider.MetadataRequest, *provider.MetadataResponse) {}

func (oracle) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (oracle) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (oracle) DataSources(context.Context) []func() datasource.DataSource { return nil }

func (o oracle) Resources(context.Context) []func() resource.Resource {
	var all []func() resource.Resource
	for name, block := range o.types {
		all = append(all, func() resource.Resource { return thing{name, block} })
	}
	return all
}

type thing struct {
	name  string
	block *Block
}

func (t thing) Metadata(_ context.Context, _ resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = t.name
}

func (t thing) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	response.Schema = schema.Schema{Attributes: attributes(t.block.Attributes, false), Blocks: blocks(t.block.Blocks)}
}

func (thing) Create(_ context.Context, request resource.CreateRequest, response *resource.CreateResponse) {
	response.State = applied(request.Plan)
}

func (thing) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (thing) Update(_ context.Context, request resource.UpdateRequest, response *resource.UpdateResponse) {
	response.State = applied(request.Plan)
}

func (thing) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

// What is planned, with a fixed value for each unknown.
func applied(plan tfsdk.Plan) tfsdk.State {
	raw, err := tftypes.Transform(plan.Raw, func(_ *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		if value.IsKnown() {
			return value, nil
		}
		return fixed(value.Type()), nil
	})
	if err != nil {
		panic(err)
	}
	return tfsdk.State{Raw: raw, Schema: plan.Schema}
}

func fixed(of tftypes.Type) tftypes.Value {
	switch {
	case of.Is(tftypes.String):
		return tftypes.NewValue(of, "computed")
	case of.Is(tftypes.Number):
		return tftypes.NewValue(of, 7)
	case of.Is(tftypes.Bool):
		return tftypes.NewValue(of, true)
	}
	return tftypes.NewValue(of, nil)
}

func main() {
	text, err := os.ReadFile(os.Getenv("ORACLE_SCHEMAS"))
	if err != nil {
		log.Fatal(err)
	}
	var types map[string]*Block
	if err := json.Unmarshal(text, &types); err != nil {
		log.Fatal(err)
	}
	options := providerserver.ServeOpts{Address: "registry.terraform.io/example/oracle"}
	err = providerserver.Serve(context.Background(), func() provider.Provider { return oracle{types} }, options)
	if err != nil {
		log.Fatal(err)
	}
}
