// The provider on terraform-plugin-sdk/v2. With -truth it prints what it declares.
package main

import (
	"os"

	"example.com/learn/sdkv2"
	"github.com/hashicorp/terraform-plugin-sdk/v2/plugin"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "-truth" {
		if err := sdkv2.Provider().InternalValidate(); err != nil {
			println(err.Error())
			os.Exit(1)
		}
		if err := sdkv2.Declares().Write(os.Stdout); err != nil {
			os.Exit(1)
		}
		return
	}
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: sdkv2.Provider})
}
