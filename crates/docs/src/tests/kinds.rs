//! Pages of every kind, with examples and imports.

use std::sync::Arc;

use schema_runtime::Schema;
use schema_runtime::object::{identity_schema, schema};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Block, Field, Flags, FunctionSchema, Kind, Nesting, SchemaKind};
use schema_runtime::ty::Type;

use super::{documented, provider};
use crate::{Documented, ExampleForm, PageKind, Provider, Sources};

/// A volume.
#[derive(Schema)]
#[schema(
    resource = "disk_volume",
    identity(pool, serial, zone(optional)),
    import = "{pool}/{serial}",
    deprecated = "Use <disk_image>.",
    subcategory = "Volumes"
)]
struct Volume {
    /// Where it lies.
    #[field(required, force_new)]
    pool: String,
    #[field(required, force_new)]
    name: String,
    #[field(required, force_new)]
    serial: i64,
    #[field(optional, force_new)]
    zone: Option<String>,
}

#[derive(Schema)]
#[schema(resource = "disk_plain")]
struct Plain {
    #[field(required)]
    name: String,
}

#[derive(Schema)]
#[schema(resource = "disk_nothing", id = none)]
struct NoId {
    #[field(required)]
    name: String,
}

/// Which one.
#[derive(Schema)]
#[schema(data_source = "disk_volume", subcategory = "Volumes")]
struct Info {
    /// Its name.
    #[field(required)]
    name: String,
    /// Its size.
    #[field(computed)]
    size: i64,
    #[field(optional, default = 5)]
    tries: i64,
}

#[derive(Schema)]
#[schema(ephemeral = "disk_key", timeouts(open = "10s", renew = "5s"))]
struct Key {
    #[field(computed, sensitive)]
    key: String,
}

#[derive(Schema)]
#[schema(list = "disk_volume")]
struct Filter {
    #[field(optional)]
    prefix: Option<String>,
}

#[derive(Schema)]
#[schema(action = "disk_verify", timeouts(invoke = "1h"))]
struct Verify {
    #[field(required)]
    name: String,
}

#[derive(Schema)]
#[schema(state_store = "disk_states")]
struct States {
    #[field(optional, default_env("DISK_STATES"))]
    directory: Option<String>,
}

#[derive(Schema)]
#[schema(provider_meta = "disk")]
struct Meta {
    /// The module.
    #[field(optional)]
    module: Option<String>,
}

fn function() -> Ref<FunctionSchema> {
    let field = |name: &'static str, ty: Type, flags, description: &'static str| Field {
        name: name.into(),
        kind: Kind::Attribute {
            ty: Arc::new(ty).into(),
        },
        flags,
        description: description.into(),
        extras: Ref::empty(),
    };
    let object = Block {
        fields: vec![field("size", Type::Number, Flags::REQUIRED, "How large.")].into(),
        description: "".into(),
        deprecated: "".into(),
        other_kind: false,
    };
    let parameters = Block {
        fields: vec![
            field("more", Type::list(Type::String), Flags::REQUIRED, "Others."),
            field(
                "text",
                Type::String,
                Flags::OPTIONAL,
                "A string:\n\n- of letters\n- of digits",
            ),
        ]
        .into(),
        description: "Takes it apart.\n\nMore of it.".into(),
        deprecated: "".into(),
        other_kind: false,
    };
    let mut schema = schema::<Plain>().clone();
    schema.kind = SchemaKind::Function;
    schema.type_name = "parse".into();
    schema.block = Arc::new(parameters).into();
    Arc::new(FunctionSchema {
        parameters: Arc::new(schema).into(),
        order: vec![1, 0].into(),
        variadic: true,
        result: Field {
            kind: Kind::Nested {
                nesting: Nesting::List,
                block: Arc::new(object).into(),
            },
            ..field("", Type::Bool, Flags::COMPUTED, "")
        },
        summary: "Takes a string apart.".into(),
    })
    .into()
}

pub(super) fn whole() -> Provider {
    let identity = identity_schema::<Volume>().map(|identity| Arc::new(identity).into());
    provider()
        .with_meta(Some(Arc::new(schema::<Meta>().clone()).into()))
        .with(
            documented::<Volume>(PageKind::Resource)
                .imported_by(identity, Some("{pool}/{serial}".to_owned())),
        )
        .with(documented::<Plain>(PageKind::Resource))
        .with(documented::<NoId>(PageKind::Resource))
        .with(documented::<Info>(PageKind::DataSource))
        .with(documented::<Key>(PageKind::EphemeralResource))
        .with(documented::<Filter>(PageKind::ListResource))
        .with(documented::<Verify>(PageKind::Action))
        .with(documented::<States>(PageKind::StateStore))
        .with(Documented::function(function()))
}

fn page(path: &str) -> String {
    whole().pages(&Sources::default()).unwrap()[path].clone()
}

#[test]
fn each_kind_has_its_folder_and_its_heading() {
    let pages = whole().pages(&Sources::default()).unwrap();
    let headings: Vec<(&str, &str)> = pages
        .iter()
        .map(|(path, page)| {
            let heading = page
                .lines()
                .find(|line| line.starts_with("# ") && !line.starts_with("# Gen"));
            (path.as_str(), heading.unwrap())
        })
        .collect();
    assert_eq!(
        headings,
        [
            ("docs/actions/verify.md", "# disk_verify (Action)"),
            ("docs/data-sources/volume.md", "# disk_volume (Data Source)"),
            (
                "docs/ephemeral-resources/key.md",
                "# disk_key (Ephemeral Resource)"
            ),
            ("docs/functions/parse.md", "# function: parse"),
            ("docs/index.md", "# disk Provider"),
            (
                "docs/list-resources/volume.md",
                "# disk_volume (List Resource)"
            ),
            ("docs/resources/nothing.md", "# disk_nothing (Resource)"),
            ("docs/resources/plain.md", "# disk_plain (Resource)"),
            ("docs/resources/volume.md", "# disk_volume (Resource)"),
            ("docs/state-stores/states.md", "# disk_states (State Store)"),
        ]
    );
}

#[test]
fn a_resource_has_everything_in_its_order() {
    assert_eq!(
        page("docs/resources/volume.md"),
        include_str!("volume.md"),
        "{}",
        page("docs/resources/volume.md")
    );
}

#[test]
fn what_has_no_pattern_is_imported_by_its_id() {
    let page = page("docs/resources/plain.md");
    assert!(
        page.contains("  to = disk_plain.example\n  id = \"<id>\"\n"),
        "{page}"
    );
    assert!(
        page.contains("terraform import disk_plain.example '<id>'"),
        "{page}"
    );
    assert!(!page.contains("identity"), "{page}");
}

#[test]
fn what_has_neither_id_nor_identity_has_no_import() {
    assert!(!page("docs/resources/nothing.md").contains("Import"));
}

#[test]
fn a_data_source_is_no_resource() {
    let page = page("docs/data-sources/volume.md");
    assert!(
        !page.contains("Import") && !page.contains("replaces"),
        "{page}"
    );
    // A default only makes it optional here.
    assert!(
        page.contains("### Optional\n\n- `tries` (Number) Defaults to `5`."),
        "{page}"
    );
    assert!(page.contains("subcategory: \"Volumes\"\n"), "{page}");
}

#[test]
fn newer_kinds_say_what_terraform_must_be() {
    for (path, note) in [
        (
            "docs/functions/parse.md",
            "available in Terraform 1.8 and later.",
        ),
        (
            "docs/ephemeral-resources/key.md",
            "available in Terraform 1.10 and later.",
        ),
        (
            "docs/list-resources/volume.md",
            "available in Terraform 1.14 and later.",
        ),
        (
            "docs/actions/verify.md",
            "available in Terraform 1.14 and later.",
        ),
        (
            "docs/state-stores/states.md",
            "State stores are experimental",
        ),
    ] {
        assert!(page(path).contains(note), "{path}");
    }
    assert!(
        page("docs/ephemeral-resources/key.md")
            .contains("- `renew` (String) How long renewing may take. Defaults to `5s`.")
    );
    assert!(
        page("docs/actions/verify.md")
            .contains("- `invoke` (String) How long running it may take. Defaults to `1h`.")
    );
}

#[test]
fn a_function_has_signature_arguments_and_result() {
    let page = page("docs/functions/parse.md");
    for part in [
        "page_title: \"parse function - disk\"\n",
        "description: |-\n  Takes a string apart.\n",
        "Takes it apart.\n\nMore of it.\n",
        "## Signature\n\n```text\nparse(text string, more string...) list(object)\n```\n",
        "## Arguments\n\n1. `text` (String, Nullable) A string:\n\n   - of letters\n   - of digits\n1. `more` (Variadic, String) Others.\n",
        "## Result\n\nThe result is a list of objects.\n\nRequired:\n\n- `size` (Number) How large.\n",
    ] {
        assert!(page.contains(part), "{part}\n---\n{page}");
    }
    assert!(!page.contains("## Schema"), "{page}");
}

#[test]
fn the_index_tells_of_provider_meta() {
    let page = page("docs/index.md");
    assert!(page.contains("## Module Metadata\n"), "{page}");
    assert!(page.contains("provider_meta \"disk\" {"), "{page}");
    assert!(page.contains("- `module` (String) The module.\n"), "{page}");
}

#[test]
fn examples_are_where_they_belong() {
    let mut sources = Sources::default();
    for (path, text) in [
        ("examples/provider/provider.tf", "# the provider\r\n"),
        ("examples/resources/disk_volume/resource-b.tf", "# second\n"),
        (
            "examples/resources/disk_volume/resource.tf",
            "# first ```\n",
        ),
        ("examples/resources/disk_volume/import.sh", "# by command\n"),
        (
            "examples/resources/disk_volume/import-by-string-id.tf",
            "# by id\n",
        ),
        (
            "examples/resources/disk_volume/import-by-identity.tf",
            "# by identity\n",
        ),
        (
            "examples/data-sources/disk_volume/data-source.tf",
            "# looked up\n",
        ),
        ("examples/functions/parse/function.tf", "# called\n"),
        (
            "examples/list-resources/disk_volume/list-resource.tfquery.hcl",
            "# listed\n",
        ),
        ("examples/full/main.tf", "# a developer's own\n"),
        ("examples/resources/disk_volume/data.json", "{}\n"),
    ] {
        sources.add(path, text);
    }
    let (examples, problems) = sources.examples(&whole());
    assert_eq!(problems, []);
    assert_eq!(examples.len(), 9);
    let usage = examples
        .iter()
        .filter(|one| one.form == ExampleForm::Usage && one.kind == PageKind::Resource);
    let usage: Vec<&str> = usage.map(|one| one.text.as_str()).collect();
    assert_eq!(usage, ["# first ```\n", "# second\n"]);
    let pages = whole().pages(&sources).unwrap();
    let volume = &pages["docs/resources/volume.md"];
    assert!(volume.contains("## Example Usage\n\n````terraform\n# first ```\n````\n\n```terraform\n# second\n```\n\n## Schema"), "{volume}");
    for text in [
        "```shell\n# by command\n```",
        "```terraform\n# by id\n```",
        "```terraform\n# by identity\n```",
    ] {
        assert!(volume.contains(text), "{volume}");
    }
    assert!(!volume.contains("disk_volume.example"), "{volume}");
    assert!(pages["docs/index.md"].contains("```terraform\n# the provider\n```"));
    assert!(pages["docs/data-sources/volume.md"].contains("# looked up"));
    assert!(pages["docs/functions/parse.md"].contains("# called"));
    assert!(pages["docs/list-resources/volume.md"].contains("# listed"));
}
