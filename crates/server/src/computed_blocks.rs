//! Errors for a client without support for computed blocks.

use std::collections::BTreeSet;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::path::{Path, Step, object_steps};
use schema_runtime::schema::{Block, Field};
use schema_runtime::value::Value;
use schema_transport::proto::v6::ClientCapabilities;

/// If the client does not know computed blocks, one error for each such block of the schema that
/// the configuration could contain: the client would reject what the provider plans in it. No error
/// if nothing is configured, so that a destroy succeeds.
pub(crate) fn unsupported(
    client: Option<ClientCapabilities>,
    block: &Block,
    config: &Value,
) -> Diagnostics {
    // A client that says nothing is older than computed blocks.
    let knows = client.is_some_and(|client| client.computed_blocks_allowed);
    let mut found = Found {
        path: Path::root(),
        told: BTreeSet::new(),
        diagnostics: Diagnostics::new(),
    };
    if !knows && block.any_field(&Field::is_computed_block) {
        found.object(block, config);
    }
    found.diagnostics
}

struct Found {
    path: Path,
    /// The paths in the schema that were reported: names without elements.
    told: BTreeSet<Vec<String>>,
    diagnostics: Diagnostics,
}

impl Found {
    fn object(&mut self, block: &Block, object: &Value) {
        for (field, value) in block.with_values(object) {
            let Some((_, inner)) = field.nested_block() else {
                continue;
            };
            self.path.push(Step::Attribute(field.name.clone()));
            if field.is_computed_block() {
                self.tell(field);
            } else {
                for (step, object) in object_steps(value) {
                    step.iter().for_each(|step| self.path.push(step.step()));
                    self.object(inner, object);
                    if step.is_some() {
                        self.path.pop();
                    }
                }
            }
            self.path.pop();
        }
    }

    fn tell(&mut self, field: &Field) {
        let names = self.path.steps().iter().filter_map(|step| match step {
            Step::Attribute(name) => Some(name.to_string()),
            _ => None,
        });
        if !self.told.insert(names.collect()) {
            return;
        }
        self.diagnostics.push(
            Diagnostic::error("This Terraform has no computed blocks")
                .with_detail(format!(
                    "The provider may choose the blocks {}, where none are configured, which needs \
                     Terraform 1.16 or newer: use a newer Terraform, or an earlier version of the \
                     provider.",
                    field.name
                ))
                .at(self.path.clone()),
        );
    }
}

#[cfg(test)]
mod tests {
    use schema_runtime::refs::Ref;
    use schema_runtime::schema::{Flags, Kind, Nesting};
    use schema_runtime::ty::Type;

    use super::*;

    fn block(fields: Vec<Field>) -> Block {
        Block {
            fields: fields.into(),
            description: "".into(),
            deprecated: "".into(),
            other_kind: false,
        }
    }

    fn blocks(name: &'static str, flags: Flags, fields: Vec<Field>) -> Field {
        Field {
            name: name.into(),
            kind: Kind::Block {
                nesting: Nesting::List,
                block: Ref::Shared(block(fields).into()),
                min_items: 0,
                max_items: 0,
            },
            flags,
            description: "".into(),
            extras: Vec::new().into(),
        }
    }

    fn disks() -> Block {
        let port = Field {
            name: "port".into(),
            kind: Kind::Attribute {
                ty: Ref::Shared(Type::Number.into()),
            },
            flags: Flags::COMPUTED,
            description: "".into(),
            extras: Vec::new().into(),
        };
        let rule = blocks("rule", Flags::COMPUTED, vec![port]);
        block(vec![blocks("disk", Flags::NONE, vec![rule])])
    }

    fn told(client: Option<ClientCapabilities>, config: &Value) -> Vec<String> {
        let found = unsupported(client, &disks(), config);
        let paths = found.into_iter().map(|found| {
            assert!(found.is_error() && found.detail.contains("Terraform 1.16 or newer"));
            found.path.to_string()
        });
        paths.collect()
    }

    #[test]
    fn each_block_of_the_schema_is_reported_once_and_only_to_an_older_client() {
        let disk = || Value::Object(vec![Value::List(Vec::new())]);
        let config = Value::Object(vec![Value::List(vec![disk(), disk()])]);
        assert_eq!(told(None, &config), ["disk[0].rule"]);
        let older = ClientCapabilities {
            write_only_attributes_allowed: true,
            ..ClientCapabilities::default()
        };
        assert_eq!(told(Some(older), &config), ["disk[0].rule"]);
        let newer = ClientCapabilities {
            computed_blocks_allowed: true,
            ..older
        };
        assert!(told(Some(newer), &config).is_empty());
        assert!(told(None, &Value::Null).is_empty(), "a destroy goes on");
        assert!(told(None, &Value::Object(vec![Value::List(Vec::new())])).is_empty());
    }
}
