//! Provider aliases: several settings of one provider.

use crate::Bench;
use crate::mem::Remote;

const TWO: &str = r#"
provider "mem" {}
provider "mem" {
  alias  = "other"
  remote = "alias-other"
}
resource "mem_box" "here" {
  name = "here"
}
resource "mem_box" "there" {
  provider = mem.other
  name     = "there"
}
"#;

#[tokio::test]
async fn a_resource_is_managed_with_the_settings_of_its_alias() {
    let (bench, other) = (Bench::new("alias"), Remote::of("alias-other"));
    bench.config(TWO);
    bench.apply().await.says("2 added");
    assert_eq!(bench.calls(), ["configure", "create here"]);
    assert_eq!(other.calls(), ["configure", "create there"]);
    assert_eq!(
        bench.stored("mem_box.there").expect("saved")["provider_alias"],
        "other"
    );
    bench.apply().await.says("No changes.");
    // A removed resource is destroyed with the settings that created it.
    bench.config(
        TWO.split("resource \"mem_box\" \"there\"")
            .next()
            .expect("start"),
    );
    other.calls();
    bench.apply().await.says("1 destroyed");
    assert_eq!(other.calls(), ["configure", "read box-1", "delete there"]);
}

#[tokio::test]
async fn removed_settings_are_reported() {
    let bench = Bench::new("alias-gone");
    bench.config(&TWO.replace("alias-other", "alias-gone-other"));
    bench.apply().await;
    bench.config("resource \"mem_box\" \"here\" {\n  name = \"here\"\n}\n");
    bench
        .run("plan")
        .await
        .bad()
        .warns("Provider configuration not present")
        .warns("Re-add the provider configuration to destroy mem_box.there");
    bench.config("resource \"mem_box\" \"here\" {\n  provider = mem.othr\n  name = \"here\"\n}\nprovider \"mem\" {\n  alias = \"other\"\n}\n");
    bench
        .run("plan")
        .await
        .bad()
        .warns("Provider configuration not present")
        .warns("Did you mean \"other\"?");
}

/// As in Terraform: unused settings are validated, not configured.
#[tokio::test]
async fn only_used_settings_are_configured() {
    let (bench, other) = (Bench::new("alias-only"), Remote::of("alias-only-other"));
    bench.config(
        "provider \"mem\" {\n  alias = \"o\"\n  remote = \"alias-only-other\"\n}\n\
         data \"mem_box\" \"d\" {\n  provider = mem.o\n  name = mem_box.a.name\n}\n\
         resource \"mem_box\" \"a\" {\n  provider = mem.o\n  name = \"a\"\n}\n",
    );
    bench.apply().await;
    assert_eq!(bench.calls(), [""; 0]);
    assert_eq!(other.calls(), ["configure", "create a", "look-up a"]);
    bench.config(
        &TWO.replace("alias-other", "nowhere")
            .replace("remote =", "region = \"west\"\n  remote ="),
    );
    bench.run("plan").await.bad().warns("alias other");
}

#[tokio::test]
async fn an_alias_that_nothing_uses_is_not_configured() {
    let (bench, other) = (Bench::new("alias-unused"), Remote::of("alias-unused-other"));
    bench.config(
        "provider \"mem\" {\n  remote = \"alias-unused\"\n}\n\
         provider \"mem\" {\n  alias = \"o\"\n  remote = \"alias-unused-other\"\n}\n\
         resource \"mem_box\" \"a\" {\n  name = \"a\"\n}\n",
    );
    bench.apply().await;
    assert_eq!(bench.calls(), ["configure", "create a"]);
    assert_eq!(other.calls(), [""; 0]);
}
