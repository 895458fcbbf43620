package main

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
)

// guarded answers with a diagnostic where the SDK panics, so that one case does not end the program.
type guarded struct {
	tfprotov5.ProviderServer
}

// Its summary tells a panic from an error of the SDK.
const panicked = "the reference panicked"

func rescue(into *[]*tfprotov5.Diagnostic) {
	if reason := recover(); reason != nil {
		*into = append(*into, &tfprotov5.Diagnostic{
			Severity: tfprotov5.DiagnosticSeverityError,
			Summary:  panicked,
			Detail:   fmt.Sprint(reason),
		})
	}
}

func (g guarded) ValidateResourceTypeConfig(ctx context.Context, request *tfprotov5.ValidateResourceTypeConfigRequest) (answer *tfprotov5.ValidateResourceTypeConfigResponse, err error) {
	var found []*tfprotov5.Diagnostic
	defer func() {
		if len(found) > 0 {
			answer = &tfprotov5.ValidateResourceTypeConfigResponse{Diagnostics: found}
		}
	}()
	defer rescue(&found)
	return g.ProviderServer.ValidateResourceTypeConfig(ctx, request)
}

func (g guarded) PlanResourceChange(ctx context.Context, request *tfprotov5.PlanResourceChangeRequest) (answer *tfprotov5.PlanResourceChangeResponse, err error) {
	var found []*tfprotov5.Diagnostic
	defer func() {
		if len(found) > 0 {
			answer = &tfprotov5.PlanResourceChangeResponse{Diagnostics: found}
		}
	}()
	defer rescue(&found)
	return g.ProviderServer.PlanResourceChange(ctx, request)
}

func (g guarded) ApplyResourceChange(ctx context.Context, request *tfprotov5.ApplyResourceChangeRequest) (answer *tfprotov5.ApplyResourceChangeResponse, err error) {
	var found []*tfprotov5.Diagnostic
	defer func() {
		if len(found) > 0 {
			answer = &tfprotov5.ApplyResourceChangeResponse{Diagnostics: found}
		}
	}()
	defer rescue(&found)
	return g.ProviderServer.ApplyResourceChange(ctx, request)
}
