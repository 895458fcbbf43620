package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// A title with capitals.
type title struct{}

func (title) Metadata(_ context.Context, _ function.MetadataRequest, response *function.MetadataResponse) {
	response.Name = "title"
}

func (title) Definition(_ context.Context, _ function.DefinitionRequest, response *function.DefinitionResponse) {
	response.Definition = function.Definition{
		Parameters: []function.Parameter{function.StringParameter{Name: "text"}},
		Return:     function.StringReturn{},
	}
}

func (title) Run(ctx context.Context, request function.RunRequest, response *function.RunResponse) {
	var text string
	response.Error = request.Arguments.Get(ctx, &text)
	if response.Error == nil && text == "" {
		response.Error = function.NewArgumentFuncError(0, "no words")
	}
	if response.Error == nil {
		response.Error = response.Result.Set(ctx, strings.ToUpper(text[:1])+text[1:])
	}
}

// The longest of these words, or null.
type longest struct{}

func (longest) Metadata(_ context.Context, _ function.MetadataRequest, response *function.MetadataResponse) {
	response.Name = "longest"
}

func (longest) Definition(_ context.Context, _ function.DefinitionRequest, response *function.DefinitionResponse) {
	response.Definition = function.Definition{
		VariadicParameter: function.StringParameter{Name: "words"},
		Return:            function.StringReturn{},
	}
}

func (longest) Run(ctx context.Context, request function.RunRequest, response *function.RunResponse) {
	var words []string
	response.Error = request.Arguments.Get(ctx, &words)
	found := types.StringNull()
	for _, word := range words {
		if len(word) > len(found.ValueString()) {
			found = types.StringValue(word)
		}
	}
	if response.Error == nil {
		response.Error = response.Result.Set(ctx, found)
	}
}

// A card for one visit.
type card struct{ directory }

func (*card) Metadata(_ context.Context, _ ephemeral.MetadataRequest, response *ephemeral.MetadataResponse) {
	response.TypeName = "shelf_card"
}

func (*card) Schema(_ context.Context, _ ephemeral.SchemaRequest, response *ephemeral.SchemaResponse) {
	response.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"holder": schema.StringAttribute{Required: true},
		"number": schema.StringAttribute{Computed: true, Sensitive: true},
	}}
}

func (c *card) Configure(_ context.Context, request ephemeral.ConfigureRequest, _ *ephemeral.ConfigureResponse) {
	c.set(request.ProviderData)
}

func (c *card) Open(ctx context.Context, request ephemeral.OpenRequest, response *ephemeral.OpenResponse) {
	var holder string
	response.Diagnostics.Append(request.Config.GetAttribute(ctx, path.Root("holder"), &holder)...)
	if err := os.WriteFile(c.file(holder+".card"), []byte("open"), 0o644); err != nil {
		response.Diagnostics.AddError("not opened", err.Error())
	}
	response.Diagnostics.Append(response.Result.SetAttribute(ctx, path.Root("holder"), holder)...)
	response.Diagnostics.Append(response.Result.SetAttribute(ctx, path.Root("number"), "4711-"+holder)...)
	kept, _ := json.Marshal(holder)
	response.Diagnostics.Append(response.Private.SetKey(ctx, "holder", kept)...)
	response.RenewAt = time.Now().Add(time.Minute)
}

func (*card) Renew(_ context.Context, _ ephemeral.RenewRequest, response *ephemeral.RenewResponse) {
	response.RenewAt = time.Now().Add(time.Minute)
}

func (c *card) Close(ctx context.Context, request ephemeral.CloseRequest, response *ephemeral.CloseResponse) {
	kept, found := request.Private.GetKey(ctx, "holder")
	response.Diagnostics.Append(found...)
	var holder string
	err := json.Unmarshal(kept, &holder)
	if err == nil {
		err = os.Remove(c.file(holder + ".card"))
	}
	if err != nil {
		response.Diagnostics.AddError("not closed", err.Error())
	}
}

// Dusts a book.
type dust struct{ directory }

func (*dust) Metadata(_ context.Context, _ action.MetadataRequest, response *action.MetadataResponse) {
	response.TypeName = "shelf_dust"
}

func (*dust) Schema(_ context.Context, _ action.SchemaRequest, response *action.SchemaResponse) {
	response.Schema = actionschema.Schema{Attributes: map[string]actionschema.Attribute{
		"book":  actionschema.StringAttribute{Required: true},
		"times": actionschema.Int64Attribute{Optional: true},
	}}
}

func (d *dust) Configure(_ context.Context, request action.ConfigureRequest, _ *action.ConfigureResponse) {
	d.set(request.ProviderData)
}

func (d *dust) Invoke(ctx context.Context, request action.InvokeRequest, response *action.InvokeResponse) {
	var config struct {
		Book  string      `tfsdk:"book"`
		Times types.Int64 `tfsdk:"times"`
	}
	response.Diagnostics.Append(request.Config.Get(ctx, &config)...)
	if _, err := os.Stat(d.file(config.Book + ".book")); errors.Is(err, fs.ErrNotExist) {
		response.Diagnostics.AddAttributeError(path.Root("book"), "no such book", "")
		return
	}
	times := int64(2)
	if !config.Times.IsNull() {
		times = config.Times.ValueInt64()
	}
	for time := int64(1); time <= times; time++ {
		response.SendProgress(action.InvokeProgressEvent{Message: fmt.Sprintf("%d of %d", time, times)})
	}
	if err := os.WriteFile(d.file(config.Book+".dusted"), []byte(fmt.Sprint(times)), 0o644); err != nil {
		response.Diagnostics.AddError("not dusted", err.Error())
	}
}
