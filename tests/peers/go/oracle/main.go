// Command oracle is a provider on terraform-plugin-sdk/v2 whose resource types come from a JSON file at run time, so
// that the original judges random schemas. It is a peer of the tests (tests/oracle) and manages nothing.
//
// The variable ORACLE_SCHEMAS names the file: an object with a schema for each resource type, in the form that the
// reference vectors have. With the argument "check" it prints what the SDK's own check finds wrong with each schema,
// as a JSON object, and ends.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/hashicorp/terraform-plugin-sdk/v2/plugin"
)

// Schema is that of one resource type.
type Schema struct {
	Attributes map[string]*Attribute `json:"attributes"`
}

func main() {
	types, err := read(os.Getenv("ORACLE_SCHEMAS"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if len(os.Args) > 1 && os.Args[1] == "check" {
		if err := json.NewEncoder(os.Stdout).Encode(check(types)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	resources := map[string]*schema.Resource{}
	for name, one := range types {
		resources[name] = resource(one)
	}
	plugin.Serve(&plugin.ServeOpts{GRPCProviderFunc: func() tfprotov5.ProviderServer {
		provider := &schema.Provider{ResourcesMap: resources}
		return guarded{schema.NewGRPCProviderServer(provider)}
	}})
}

func read(path string) (map[string]*Schema, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("ORACLE_SCHEMAS: %w", err)
	}
	var types map[string]*Schema
	if err := json.Unmarshal(text, &types); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return types, nil
}

// The check stops at its first error, and goes through maps: it is asked several times for all of its answers.
const tries = 20

func check(types map[string]*Schema) map[string][]string {
	found := map[string][]string{}
	for name, one := range types {
		answers := map[string]bool{}
		for range tries {
			if answer := checkOnce(one); answer != "" {
				answers[answer] = true
			}
		}
		found[name] = []string{}
		for answer := range answers {
			found[name] = append(found[name], answer)
		}
	}
	return found
}

func checkOnce(one *Schema) (answer string) {
	defer func() {
		if reason := recover(); reason != nil {
			answer = fmt.Sprintf("panic: %v", reason)
		}
	}()
	if err := resource(one).InternalValidate(nil, true); err != nil {
		return err.Error()
	}
	return ""
}
