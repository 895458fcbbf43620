// Package framework is a provider on terraform-plugin-framework that uses all that can be learned from one. Its resources
// are files in a directory.
package framework

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"time"

	. "example.com/learn/truth"
	"github.com/hashicorp/terraform-plugin-framework-validators/datasourcevalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/resourcevalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	providerschema "github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

var kinds = map[string]func() kind{
	"texts":       textKind,
	"numbers":     numberKind,
	"collections": collectionKind,
	"relations":   relationKind,
	"plans":       planKind,
}

// Declares is what the provider declares.
func Declares() Truth {
	found := Truth{Resources: Types{}, DataSources: Types{"frame_lookup": {
		{At: "kind", Kind: "validator", Of: OneOf("file", "link"), By: "library"},
		{At: "kind", Kind: "exactly_one_of", Of: []string{"kind", "name"}},
		{At: "name", Kind: "exactly_one_of", Of: []string{"kind", "name"}},
	}}}
	for name, make := range kinds {
		found.Resources["frame_"+name] = make().truth()
	}
	return found
}

// New makes the provider.
func New() provider.Provider { return &framework{} }

type framework struct{}

func (*framework) Metadata(_ context.Context, _ provider.MetadataRequest, r *provider.MetadataResponse) {
	r.TypeName = "frame"
}

func (*framework) Schema(_ context.Context, _ provider.SchemaRequest, r *provider.SchemaResponse) {
	r.Schema = providerschema.Schema{Attributes: map[string]providerschema.Attribute{
		"directory": providerschema.StringAttribute{Optional: true},
		"retries":   providerschema.Int64Attribute{Optional: true},
		"endpoint":  providerschema.StringAttribute{Optional: true},
		"mode":      providerschema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.OneOf("text", "binary")}},
	}}
}

func (*framework) Configure(ctx context.Context, q provider.ConfigureRequest, r *provider.ConfigureResponse) {
	var directory types.String
	r.Diagnostics.Append(q.Config.GetAttribute(ctx, path.Root("directory"), &directory)...)
	r.ResourceData = directory.ValueString()
}

func (*framework) Resources(context.Context) []func() resource.Resource {
	var all []func() resource.Resource
	for name, make := range kinds {
		all = append(all, func() resource.Resource { return &file{name: name, kind: make()} })
	}
	return all
}

func (*framework) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{func() datasource.DataSource { return &lookup{} }}
}

// file is a resource whose object is a file.
type file struct {
	name      string
	kind      kind
	directory string
}

func (f *file) Metadata(_ context.Context, q resource.MetadataRequest, r *resource.MetadataResponse) {
	r.TypeName = q.ProviderTypeName + "_" + f.name
}

func (f *file) Schema(_ context.Context, _ resource.SchemaRequest, r *resource.SchemaResponse) {
	r.Schema = f.kind.schema()
}

func (f *file) Configure(_ context.Context, q resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	f.directory, _ = q.ProviderData.(string)
}

func (f *file) ConfigValidators(context.Context) []resource.ConfigValidator {
	if f.name != "relations" {
		return nil
	}
	return []resource.ConfigValidator{
		resourcevalidator.Conflicting(others("p", "q")...),
		resourcevalidator.RequiredTogether(others("r", "s")...),
		resourcevalidator.ExactlyOneOf(others("t", "u")...),
		resourcevalidator.AtLeastOneOf(others("v", "w")...),
	}
}

func (f *file) Create(ctx context.Context, q resource.CreateRequest, r *resource.CreateResponse) {
	r.State.Raw = q.Plan.Raw
	id := strconv.FormatInt(time.Now().UnixNano(), 36)
	r.Diagnostics.Append(r.State.SetAttribute(ctx, path.Root("id"), id)...)
	if err := os.WriteFile(filepath.Join(f.directory, id), []byte(q.Plan.Raw.String()), 0o600); err != nil {
		r.Diagnostics.AddError("The file cannot be written", err.Error())
	}
}

func (f *file) Read(ctx context.Context, q resource.ReadRequest, r *resource.ReadResponse) {
	var id types.String
	r.Diagnostics.Append(q.State.GetAttribute(ctx, path.Root("id"), &id)...)
	if _, err := os.Stat(filepath.Join(f.directory, id.ValueString())); errors.Is(err, os.ErrNotExist) {
		r.State.RemoveResource(ctx)
	}
}

func (f *file) Update(_ context.Context, q resource.UpdateRequest, r *resource.UpdateResponse) {
	r.State.Raw = q.Plan.Raw
}

func (f *file) Delete(ctx context.Context, q resource.DeleteRequest, r *resource.DeleteResponse) {
	var id types.String
	r.Diagnostics.Append(q.State.GetAttribute(ctx, path.Root("id"), &id)...)
	if err := os.Remove(filepath.Join(f.directory, id.ValueString())); err != nil {
		r.Diagnostics.AddError("The file cannot be removed", err.Error())
	}
}

type lookup struct{}

func (*lookup) Metadata(_ context.Context, q datasource.MetadataRequest, r *datasource.MetadataResponse) {
	r.TypeName = q.ProviderTypeName + "_lookup"
}

func (*lookup) Schema(_ context.Context, _ datasource.SchemaRequest, r *datasource.SchemaResponse) {
	r.Schema = dataschema.Schema{Attributes: map[string]dataschema.Attribute{
		"name": dataschema.StringAttribute{Optional: true},
		"kind": dataschema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.OneOf("file", "link")}},
	}}
}

func (*lookup) ConfigValidators(context.Context) []datasource.ConfigValidator {
	return []datasource.ConfigValidator{datasourcevalidator.ExactlyOneOf(others("name", "kind")...)}
}

func (*lookup) Read(context.Context, datasource.ReadRequest, *datasource.ReadResponse) {}
