// Both providers in one program, as those have them that move from one SDK to the other. With -truth it prints what they
// declare.
package main

import (
	"context"
	"maps"
	"os"

	"example.com/learn/framework"
	"example.com/learn/sdkv2"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
	"github.com/hashicorp/terraform-plugin-mux/tf5to6server"
	"github.com/hashicorp/terraform-plugin-mux/tf6muxserver"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "-truth" {
		all := sdkv2.Declares()
		other := framework.Declares()
		maps.Copy(all.Resources, other.Resources)
		maps.Copy(all.DataSources, other.DataSources)
		check(all.Write(os.Stdout))
		return
	}
	ctx := context.Background()
	old, err := tf5to6server.UpgradeServer(ctx, sdkv2.Provider().GRPCProvider)
	check(err)
	mux, err := tf6muxserver.NewMuxServer(ctx,
		func() tfprotov6.ProviderServer { return old },
		providerserver.NewProtocol6(framework.New()),
	)
	check(err)
	check(tf6server.Serve("example.com/learn/learn", mux.ProviderServer))
}

func check(err error) {
	if err != nil {
		println(err.Error())
		os.Exit(1)
	}
}
