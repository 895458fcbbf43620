//! Fields that should not be set: deprecated and removed ones, also when referenced, and those with
//! a write-only replacement.

use schema_provider::lifecycle::Instance;
use schema_provider::local::{Io, run};
use schema_provider::prelude::*;

/// A provider with deprecated and removed fields.
#[derive(Schema)]
#[schema(provider = "aged")]
pub struct Aged {}

impl Provider for Aged {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Thing]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// A part.
#[derive(Schema)]
pub struct Part {
    #[field(optional, deprecated = "Use `size_mb`.")]
    size: Option<i64>,
    #[field(optional, removed = "Parts have no colour any more.")]
    colour: Option<String>,
}

/// A thing.
#[derive(Schema)]
#[schema(resource = "aged_thing")]
pub struct Thing {
    #[field(optional)]
    name: Option<String>,
    #[field(optional, deprecated = "Use `name`.")]
    title: Option<String>,
    #[field(optional, removed = "Zones are gone: use `name`.")]
    zone: Option<String>,
    #[field(block(list))]
    part: Vec<Part>,
    #[field(optional, sensitive, prefer_write_only(key_wo))]
    key: Option<String>,
    #[field(optional, write_only)]
    key_wo: Option<Secret>,
}

impl Resource for Thing {
    type Provider = Aged;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Thing {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// The exit code and messages of a plan of a thing with this beside it.
async fn plan(beside: &str) -> (u8, String) {
    let directory = tempfile::tempdir().expect("temporary directory");
    let main = format!("resource \"aged_thing\" \"a\" {{\n  part {{}}\n}}\n{beside}\n");
    std::fs::write(directory.path().join("main.tf"), main).expect("written");
    let (io, captured) = Io::captured(directory.path(), "");
    let instance = Instance::new::<Aged>(Environment::default()).expect("a good provider");
    let status = run(["plan"], instance, io).await;
    (status.code(), captured.errors() + &captured.output())
}

#[tokio::test]
async fn a_reference_to_a_removed_field_ends_the_command_with_its_text() {
    for beside in [
        "output \"o\" {\n  value = aged_thing.a.zone\n}",
        "locals {\n  l = \"x-${aged_thing.a.zone}\"\n}",
        "resource \"aged_thing\" \"b\" {\n  name = aged_thing.a.zone\n}",
    ] {
        let (code, error) = plan(beside).await;
        assert_ne!(code, 0, "{beside}: {error}");
        assert!(
            error.contains("Zones are gone: use `name`."),
            "{beside}: {error}"
        );
    }
    // There is no way around it: Terraform allows no index here.
    let (code, error) = plan("output \"o\" {\n  value = aged_thing.a[\"zone\"]\n}").await;
    assert_ne!(code, 0, "{error}");
    assert!(
        error.contains("references to it must not include an index key"),
        "{error}"
    );
    let (code, error) = plan("output \"o\" {\n  value = aged_thing.a.part[0].colour\n}").await;
    assert_ne!(code, 0, "{error}");
    assert!(error.contains("Parts have no colour any more."), "{error}");
}

#[tokio::test]
async fn a_reference_to_a_deprecated_field_is_a_warning_with_its_text() {
    for (beside, text) in [
        (
            "output \"o\" {\n  value = aged_thing.a.title\n}",
            "Use `name`.",
        ),
        (
            "resource \"aged_thing\" \"b\" {\n  name = aged_thing.a.title\n}",
            "Use `name`.",
        ),
        (
            "output \"o\" {\n  value = aged_thing.a.part[0].size\n}",
            "Use `size_mb`.",
        ),
    ] {
        let (code, error) = plan(beside).await;
        assert_eq!(code, 0, "{beside}: {error}");
        assert!(
            error.contains("Warning") && error.contains(text),
            "{beside}: {error}"
        );
    }
    let (code, error) = plan("output \"o\" {\n  value = aged_thing.a.name\n}").await;
    assert!(code == 0 && !error.contains("Warning"), "{error}");
}

/// The local runner supports write-only arguments, so it has Terraform 1.11's warning.
#[tokio::test]
async fn a_field_that_a_write_only_one_replaces_warns() {
    for (key, warns) in [
        ("key = \"hush\"", true),
        ("key_wo = \"hush\"", false),
        ("", false),
    ] {
        let text = format!("resource \"aged_thing\" \"b\" {{\n  {key}\n}}");
        let (code, told) = plan(&text).await;
        assert_eq!(code, 0, "{told}");
        let told = told.replace('\n', " ");
        assert_eq!(
            told.matches("key is kept in the state").count(),
            usize::from(warns),
            "{told}"
        );
        assert_eq!(
            told.contains("The write-only argument key_wo"),
            warns,
            "{told}"
        );
    }
}
