// The provider on terraform-plugin-framework. With -truth it prints what it declares.
package main

import (
	"context"
	"os"

	"example.com/learn/framework"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "-truth" {
		if err := framework.Declares().Write(os.Stdout); err != nil {
			os.Exit(1)
		}
		return
	}
	options := providerserver.ServeOpts{Address: "example.com/learn/frame"}
	if err := providerserver.Serve(context.Background(), framework.New, options); err != nil {
		os.Exit(1)
	}
}
