//! Checks of schemas alone: documentation, and default functions.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use schema_runtime::default_values::default_value;
use schema_runtime::path::Path;
use schema_runtime::schema::{Block, Default, Field, Flags, Schema};
use schema_runtime::value::Value;

use crate::conformance::examples::fields::{name_of, show};
use crate::conformance::findings::class::Class;
use crate::conformance::kit::Kit;

/// A time in which a clock's second changes.
pub(crate) const CLOCK_TICK: Duration = Duration::from_millis(1050);

/// Resources, data sources, blocks and fields without documentation.
pub(crate) fn documentation(kit: &Kit, schema: &Schema) {
    let name = &name_of(schema);
    if schema.block.description.is_empty() {
        let text = "the struct has no doc comment";
        kit.add_finding(Class::Undocumented, name, "", text);
    }
    each_field(&schema.block, String::new(), &mut |path, field| {
        if field.description.is_empty() {
            let text = "the field has no doc comment";
            kit.add_finding(Class::Undocumented, name, path, text);
        }
    });
}

fn each_field<'s>(block: &'s Block, around: String, see: &mut dyn FnMut(&str, &'s Field)) {
    let fields = block.fields.iter();
    for field in fields.filter(|field| !field.is(Flags::IMPLIED)) {
        let path = format!("{around}{}", field.name);
        see(&path, field);
        if let Some((_, inner)) = field.nested_block() {
            each_field(inner, format!("{path}."), see);
        }
    }
}

/// Reports computed fields that were never set in any object of a resource; if a nested object
/// never had a value, only that one.
pub(crate) fn never_set(kit: &Kit, schema: &Schema, with_values: &BTreeSet<String>) {
    let name = &name_of(schema);
    let has_values = |around: &str| {
        let inside = format!("{around}.");
        with_values.iter().any(|known| known.starts_with(&inside))
    };
    each_field(&schema.block, String::new(), &mut |path, field| {
        let around = path.rsplit_once('.').map(|(around, _)| around);
        let never = field.is(Flags::COMPUTED) && !with_values.contains(path);
        if never && around.is_none_or(has_values) {
            let text = "null after every create, update and read of every example";
            kit.add_finding(Class::NeverSet, name, path, text);
        }
    });
}

/// The default functions of all schemas, with their first results.
pub(crate) struct Defaults<'s> {
    first: Vec<(String, String, &'s Field, Result<Value, String>)>,
    begun: Instant,
}

impl<'s> Defaults<'s> {
    /// Calls each of them.
    pub(crate) fn first(kit: &Kit, schemas: impl Iterator<Item = &'s Schema>) -> Self {
        let mut first = Vec::new();
        for schema in schemas {
            each_field(&schema.block, String::new(), &mut |path, field| {
                if matches!(
                    field.default(),
                    Some(Default::Function(_) | Default::Constant(_) | Default::Make(_))
                ) {
                    let name = name_of(schema);
                    let value = call(kit, &name, field);
                    first.push((name, path.to_owned(), field, value));
                }
            });
        }
        Defaults {
            first,
            begun: Instant::now(),
        }
    }

    /// Calls each once more, late enough for a clock to differ.
    pub(crate) async fn again(self, kit: &Kit) {
        if self.first.is_empty() {
            return;
        }
        tokio::time::sleep(CLOCK_TICK.saturating_sub(self.begun.elapsed())).await;
        for (resource, path, field, first) in self.first {
            let again = call(kit, &resource, field);
            if first == again {
                continue;
            }
            let words = |value: &Result<Value, String>| match value {
                Ok(_) if field.is(Flags::SENSITIVE) => "[sensitive]".to_owned(),
                Ok(value) => show(field, value),
                Err(error) => error.clone(),
            };
            let (first, again) = (words(&first), words(&again));
            let text =
                format!("called twice in the same environment it gave {first}, then {again}");
            kit.add_finding(Class::UnstableDefault, &resource, path, text);
        }
    }
}

fn call(kit: &Kit, resource: &str, field: &Field) -> Result<Value, String> {
    let what = format!("the default function of {}", field.name);
    // A copy, which has not called the function yet, like a different process.
    let path = Path::new(field.name.clone());
    let environment = kit.instance.environment().clone();
    let called = kit.run(resource, &what, || {
        default_value(field, &path, &environment)
    });
    let value = called.map_err(|panic| format!("a panic: {panic}"))?;
    value.map_err(|errors| errors.to_string())
}
