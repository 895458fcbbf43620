//! Every fact about a field, every kind of page, templates, and existing files.

mod facts;
mod files;
mod kinds;
mod registry;
mod texts;

use schema_runtime::object::{Root, schema};
use schema_runtime::schema::{Block, Schema, SchemaKind};

use crate::{Documented, PageKind, Provider, Sources};

/// A provider `disk` without configuration.
fn provider() -> Provider {
    Provider::new(settings("Disks."))
}

fn settings(description: &str) -> schema_runtime::refs::Ref<Schema> {
    let block = Block {
        fields: vec![].into(),
        description: description.to_owned().into(),
        deprecated: "".into(),
        other_kind: false,
    };
    std::sync::Arc::new(Schema {
        kind: SchemaKind::Provider,
        type_name: "disk".into(),
        version: 0,
        block: std::sync::Arc::new(block).into(),
        timeouts: vec![].into(),
        subcategory: "".into(),
    })
    .into()
}

fn documented<R: Root>(kind: PageKind) -> Documented {
    let schema = schema::<R>();
    Documented::new(
        kind,
        schema.type_name.as_str(),
        std::sync::Arc::new(schema.clone()).into(),
    )
}

/// The page of a resource without examples.
fn page_of<R: Root>() -> String {
    let one = documented::<R>(PageKind::Resource);
    let provider = provider().with(one.clone());
    let pages = provider.pages(&Sources::default()).unwrap();
    pages[&format!("docs/resources/{}.md", provider.page_name(&one))].clone()
}

/// The list item of a field in its page.
#[track_caller]
fn item<R: Root>(name: &str) -> String {
    let page = page_of::<R>();
    let start = format!("- `{name}` ");
    let line = page.lines().find(|line| line.starts_with(&start));
    line.unwrap_or_else(|| panic!("no {name} in\n{page}"))
        .to_owned()
}
