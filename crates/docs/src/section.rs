//! The section on a schema: required and optional arguments, read-only attributes, nested schemas.

use std::fmt::Write as _;

use schema_rules::short_duration;
use schema_runtime::schema::{Block, Field, Flags, Kind, Schema, SchemaKind};
use schema_runtime::ty::Type;

use crate::facts::{self, Place, tags, type_words};
use crate::markdown::{code, in_item};
use crate::relations::{Relations, join};

/// A nested schema, written after the one that contains it.
struct Nested<'a> {
    anchor: String,
    path: String,
    inside: Inside<'a>,
    secret: bool,
}

enum Inside<'a> {
    Block(&'a Block),
    Timeouts,
    Object(Type),
}

/// The section of a schema, with its heading.
pub(crate) fn schema(schema: &Schema) -> String {
    let mut text = String::from("## Schema\n");
    let in_config = matches!(schema.kind, SchemaKind::List | SchemaKind::Action);
    if in_config && !schema.block.fields.is_empty() {
        text.push_str("\nWhat stands in the `config` block:\n");
    }
    text.push_str(&fields(schema, "", "### "));
    text
}

/// The fields of a schema, without its heading.
pub(crate) fn fields(schema: &Schema, prefix: &str, heading: &str) -> String {
    let relations = Relations::of(&schema.block);
    let mut text = String::new();
    let writer = Writer { schema, relations };
    writer.fields(&schema.block, ("", prefix, false), heading, &mut text);
    text
}

/// The attributes of an identity.
pub(crate) fn identity(schema: &Schema) -> String {
    let mut text = String::from("### Identity Schema\n");
    let writer = Writer::without_relations(schema);
    writer.fields(&schema.block, ("", "identity--", false), "#### ", &mut text);
    text
}

/// A nested value that belongs to no schema, such as the result of a function: a link to its
/// content, for a list item, and the content.
pub(crate) fn of_field(owner: &Schema, field: &Field, prefix: &str) -> (String, String) {
    let writer = Writer::without_relations(owner);
    let mut text = String::new();
    let mut nested = Vec::new();
    let see = writer.see(field, ("", prefix, false), &mut nested);
    for nested in nested {
        writer.nested(nested, prefix, &mut text);
    }
    (see, text)
}

struct Writer<'a> {
    schema: &'a Schema,
    relations: Relations,
}

/// The titles of the groups of fields.
const GROUPS: [&str; 3] = ["Required", "Optional", "Read-Only"];

fn group(field: &Field, kind: SchemaKind) -> &'static str {
    let [required, optional, read_only] = GROUPS;
    if let Kind::Block { min_items, .. } = &field.kind {
        return if *min_items == 0 { optional } else { required };
    }
    // The id, which nobody configures, whatever the schema says.
    if field.is(Flags::IMPLIED) {
        return read_only;
    }
    let wire = field.wire(kind);
    match (wire.required, wire.optional) {
        (true, _) => required,
        (_, true) => optional,
        _ => read_only,
    }
}

impl<'a> Writer<'a> {
    fn without_relations(schema: &'a Schema) -> Self {
        let relations = Relations::default();
        Writer { schema, relations }
    }

    /// The fields of a block by group, then their nested schemas.
    fn fields(
        &self,
        block: &'a Block,
        (path, prefix, secret): (&str, &str, bool),
        heading: &str,
        text: &mut String,
    ) {
        let mut nested = Vec::new();
        let mut any = false;
        for title in GROUPS {
            let fields = block.fields.iter();
            let of_group = fields.filter(|field| group(field, self.schema.kind) == title);
            let mut items = String::new();
            for field in of_group {
                let see = self.see(field, (path, prefix, secret), &mut nested);
                let place = Place {
                    kind: self.schema.kind,
                    parent: path,
                    relations: &self.relations,
                    secret,
                };
                let told = in_item(&facts::text(field, place, &see), 2);
                let item = format!("- {} ({}) {told}", facts::name(&field.name), tags(field));
                let _ = writeln!(items, "{}", item.trim_end());
            }
            if !items.is_empty() {
                any = true;
                // Headings for nested schemas would clutter the table of contents.
                let _ = match heading {
                    "" => write!(text, "\n{title}:\n\n{items}"),
                    heading => write!(text, "\n{heading}{title}\n\n{items}"),
                };
            }
        }
        if !any {
            text.push_str(match path {
                "" => "\nIt takes no arguments.\n",
                _ => "\nThere is nothing to be set.\n",
            });
        }
        for nested in nested {
            self.nested(nested, prefix, text);
        }
    }

    /// A link to the nested schema of a field; empty if it has none.
    fn see(
        &self,
        field: &'a Field,
        (path, prefix, secret): (&str, &str, bool),
        nested: &mut Vec<Nested<'a>>,
    ) -> String {
        let path = join(path, &field.name);
        let (kind, inside) = match &field.kind {
            Kind::Block { .. } if field.is(Flags::IMPLIED) => ("nestedblock", Inside::Timeouts),
            Kind::Block { block, .. } => ("nestedblock", Inside::Block(block)),
            Kind::Nested { block, .. } => ("nestedatt", Inside::Block(block)),
            Kind::Attribute { ty } => match object_in(ty) {
                Some(ty) => ("nestedobjatt", Inside::Object(ty)),
                None => return String::new(),
            },
            _ => return String::new(),
        };
        let anchor = format!("{prefix}{kind}--{}", path.replace('.', "--"));
        let see = format!("(see [below for nested schema](#{anchor}))");
        nested.push(Nested {
            anchor,
            path,
            inside,
            secret: secret || field.is_secret(),
        });
        see
    }

    fn nested(&self, nested: Nested<'a>, prefix: &str, text: &mut String) {
        let path = &nested.path;
        // An unnamed one already has a heading.
        if !path.is_empty() {
            heading(&nested.anchor, path, text);
        }
        match nested.inside {
            Inside::Block(block) => {
                if !block.deprecated.is_empty() {
                    let _ = write!(text, "\n~> **Deprecated:** {}\n", block.deprecated.as_str());
                }
                self.fields(block, (path, prefix, nested.secret), "", text);
            }
            Inside::Timeouts => timeouts(self.schema, text),
            Inside::Object(ty) => objects(&ty, path, prefix, text),
        }
    }
}

/// The heading of a nested schema, to which links lead.
fn heading(anchor: &str, path: &str, text: &mut String) {
    let path = code(path);
    let _ = write!(
        text,
        "\n<a id=\"{anchor}\"></a>\n### Nested Schema for {path}\n"
    );
}

/// The object type inside a type, however it is grouped.
fn object_in(ty: &Type) -> Option<Type> {
    match ty {
        Type::Object(_) => Some(ty.clone()),
        Type::List(element) | Type::Set(element) | Type::Map(element) => object_in(element),
        _ => None,
    }
}

fn objects(ty: &Type, path: &str, prefix: &str, text: &mut String) {
    let Type::Object(attributes) = ty else {
        return;
    };
    text.push('\n');
    let mut inner = Vec::new();
    for attribute in attributes.iter() {
        let path = join(path, &attribute.name);
        let mut item = format!(
            "- {} ({})",
            facts::name(&attribute.name),
            type_words(&attribute.ty)
        );
        if let Some(ty) = object_in(&attribute.ty) {
            let anchor = format!("{prefix}nestedobjatt--{}", path.replace('.', "--"));
            let _ = write!(item, " (see [below for nested schema](#{anchor}))");
            inner.push((anchor, path, ty));
        }
        let _ = writeln!(text, "{item}");
    }
    for (anchor, path, ty) in inner {
        heading(&anchor, &path, text);
        objects(&ty, &path, prefix, text);
    }
}

/// The operations with a timeout, each with its default.
fn timeouts(schema: &Schema, text: &mut String) {
    text.push_str(
        "\nEach is a string with a number and a unit, or several of them, such as `30s`, `10m` or `1h30m`.\n\nOptional:\n\n",
    );
    let mut timeouts: Vec<_> = schema.timeouts.iter().collect();
    timeouts.sort_by(|a, b| a.operation.cmp(&b.operation));
    let alone = timeouts.len() == 1;
    for timeout in timeouts {
        let what = match timeout.operation.as_str() {
            "create" => "creating",
            "read" => "reading",
            "update" => "changing it in place",
            "delete" => "deleting",
            "open" => "opening",
            "renew" => "renewing",
            "close" => "closing",
            "list" => "listing",
            "invoke" => "running it",
            // Next to other operations, it applies to the rest.
            _ if alone => "each operation",
            _ => "any other operation",
        };
        let _ = writeln!(
            text,
            "- {} (String) How long {what} may take. Defaults to {}.",
            code(&timeout.operation),
            code(&short_duration(timeout.nanoseconds.into()))
        );
    }
}
