package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type book struct{ directory }

type bookModel struct {
	ID          types.String `tfsdk:"id"`
	Name        types.String `tfsdk:"name"`
	Pages       types.Int64  `tfsdk:"pages"`
	Lock        types.String `tfsdk:"lock"`
	LockVersion types.Int64  `tfsdk:"lock_version"`
	LockLength  types.Int64  `tfsdk:"lock_length"`
}

type identity struct {
	Name types.String `tfsdk:"name"`
}

func (*book) Metadata(_ context.Context, _ resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = "shelf_book"
}

func (*book) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	response.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"id": schema.StringAttribute{
			Computed:      true,
			PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
		"name": schema.StringAttribute{
			Required:      true,
			PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()},
		},
		"pages":        schema.Int64Attribute{Optional: true, Computed: true, Default: int64default.StaticInt64(1)},
		"lock":         schema.StringAttribute{Optional: true, WriteOnly: true},
		"lock_version": schema.Int64Attribute{Optional: true},
		"lock_length":  schema.Int64Attribute{Computed: true},
	}}
}

func (*book) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, response *resource.IdentitySchemaResponse) {
	response.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"name": identityschema.StringAttribute{RequiredForImport: true},
	}}
}

func (b *book) Configure(_ context.Context, request resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	b.set(request.ProviderData)
}

func (*book) ModifyPlan(ctx context.Context, request resource.ModifyPlanRequest, response *resource.ModifyPlanResponse) {
	if request.State.Raw.IsNull() || request.Plan.Raw.IsNull() {
		return
	}
	var before, planned bookModel
	response.Diagnostics.Append(request.State.Get(ctx, &before)...)
	response.Diagnostics.Append(request.Plan.Get(ctx, &planned)...)
	if before.LockVersion.Equal(planned.LockVersion) {
		response.Diagnostics.Append(response.Plan.SetAttribute(ctx, path.Root("lock_length"), before.LockLength)...)
	}
}

func (b *book) at(name string) string { return b.file(name + ".book") }

// The configured lock counts only if its length is not known yet.
func (b *book) save(ctx context.Context, planned *bookModel, config interface {
	GetAttribute(context.Context, path.Path, any) diag.Diagnostics
}) diag.Diagnostics {
	var found diag.Diagnostics
	if planned.LockLength.IsUnknown() {
		var lock types.String
		found.Append(config.GetAttribute(ctx, path.Root("lock"), &lock)...)
		planned.LockLength = types.Int64Value(int64(len(lock.ValueString())))
	}
	text := fmt.Sprintf("%d\n%d", planned.Pages.ValueInt64(), planned.LockLength.ValueInt64())
	if err := os.WriteFile(b.at(planned.Name.ValueString()), []byte(text), 0o644); err != nil {
		found.AddError("not written", err.Error())
	}
	planned.ID = planned.Name
	return found
}

func (b *book) Create(ctx context.Context, request resource.CreateRequest, response *resource.CreateResponse) {
	var planned bookModel
	response.Diagnostics.Append(request.Plan.Get(ctx, &planned)...)
	response.Diagnostics.Append(b.save(ctx, &planned, request.Config)...)
	response.Diagnostics.Append(response.State.Set(ctx, planned)...)
	response.Diagnostics.Append(response.Identity.Set(ctx, identity{planned.Name})...)
}

func (b *book) Update(ctx context.Context, request resource.UpdateRequest, response *resource.UpdateResponse) {
	var planned bookModel
	response.Diagnostics.Append(request.Plan.Get(ctx, &planned)...)
	response.Diagnostics.Append(b.save(ctx, &planned, request.Config)...)
	response.Diagnostics.Append(response.State.Set(ctx, planned)...)
	response.Diagnostics.Append(response.Identity.Set(ctx, identity{planned.Name})...)
}

// Whether there is such a book.
func (b *book) load(object *bookModel) (bool, error) {
	text, err := os.ReadFile(b.at(object.ID.ValueString()))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	var pages, length int64
	if err == nil {
		_, err = fmt.Sscan(string(text), &pages, &length)
	}
	object.Name = object.ID
	object.Pages, object.LockLength = types.Int64Value(pages), types.Int64Value(length)
	return true, err
}

func (b *book) Read(ctx context.Context, request resource.ReadRequest, response *resource.ReadResponse) {
	var object bookModel
	response.Diagnostics.Append(request.State.Get(ctx, &object)...)
	exists, err := b.load(&object)
	if err != nil {
		response.Diagnostics.AddError("not read", err.Error())
		return
	}
	if !exists {
		response.State.RemoveResource(ctx)
		return
	}
	response.Diagnostics.Append(response.State.Set(ctx, object)...)
	response.Diagnostics.Append(response.Identity.Set(ctx, identity{object.Name})...)
}

func (b *book) Delete(ctx context.Context, request resource.DeleteRequest, response *resource.DeleteResponse) {
	var object bookModel
	response.Diagnostics.Append(request.State.Get(ctx, &object)...)
	if err := os.Remove(b.at(object.ID.ValueString())); err != nil && !errors.Is(err, fs.ErrNotExist) {
		response.Diagnostics.AddError("not deleted", err.Error())
	}
}

func (*book) ImportState(ctx context.Context, request resource.ImportStateRequest, response *resource.ImportStateResponse) {
	id := request.ID
	if id == "" {
		var from identity
		response.Diagnostics.Append(request.Identity.Get(ctx, &from)...)
		id = from.Name.ValueString()
	}
	response.Diagnostics.Append(response.State.SetAttribute(ctx, path.Root("id"), id)...)
	response.Diagnostics.Append(response.Identity.Set(ctx, identity{types.StringValue(id)})...)
}

func (d directory) names(prefix string) []string {
	files, _ := filepath.Glob(d.file(prefix + "*.book"))
	names := []string{}
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".book"))
	}
	return names
}

func (*book) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, response *list.ListResourceSchemaResponse) {
	response.Schema = listschema.Schema{Attributes: map[string]listschema.Attribute{
		"prefix": listschema.StringAttribute{Optional: true},
	}}
}

func (b *book) List(ctx context.Context, request list.ListRequest, stream *list.ListResultsStream) {
	var prefix types.String
	if found := request.Config.GetAttribute(ctx, path.Root("prefix"), &prefix); found.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(found)
		return
	}
	stream.Results = func(yield func(list.ListResult) bool) {
		for _, name := range b.names(prefix.ValueString()) {
			result := request.NewListResult(ctx)
			result.DisplayName = name
			result.Diagnostics.Append(result.Identity.Set(ctx, identity{types.StringValue(name)})...)
			if request.IncludeResource {
				object := bookModel{ID: types.StringValue(name)}
				if _, err := b.load(&object); err != nil {
					result.Diagnostics.AddError("not read", err.Error())
				}
				result.Diagnostics.Append(result.Resource.Set(ctx, object)...)
			}
			if !yield(result) {
				return
			}
		}
	}
}

// The names of all books.
type catalogue struct{ directory }

func (*catalogue) Metadata(_ context.Context, _ datasource.MetadataRequest, response *datasource.MetadataResponse) {
	response.TypeName = "shelf_catalogue"
}

func (*catalogue) Schema(_ context.Context, _ datasource.SchemaRequest, response *datasource.SchemaResponse) {
	response.Schema = dataschema.Schema{Attributes: map[string]dataschema.Attribute{
		"prefix": dataschema.StringAttribute{Optional: true},
		"names":  dataschema.ListAttribute{Computed: true, ElementType: types.StringType},
	}}
}

func (c *catalogue) Configure(_ context.Context, request datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	c.set(request.ProviderData)
}

func (c *catalogue) Read(ctx context.Context, request datasource.ReadRequest, response *datasource.ReadResponse) {
	var object struct {
		Prefix types.String `tfsdk:"prefix"`
		Names  []string     `tfsdk:"names"`
	}
	response.Diagnostics.Append(request.Config.Get(ctx, &object)...)
	object.Names = c.names(object.Prefix.ValueString())
	response.Diagnostics.Append(response.State.Set(ctx, object)...)
}
