//! Objects that `import` blocks import.

use schema_runtime::convert::convert_to;
use schema_runtime::schema::{Flags, IdentitySchema};
use schema_runtime::ty::{ObjectAttribute, Type};
use schema_runtime::value::Value;

use super::walk::{ImportTarget, Planner};
use crate::address::{InstanceKey, Node, ObjectAddress, ResourceAddress};
use crate::language::config::{ImportBlock, ImportExpr};
use crate::language::eval::{Scope, TypedValue, evaluate};
use crate::language::expansion::leave;
use crate::language::hcl::ast::Expr;
use crate::message::{Message, Messages};
use crate::run::actions::{evaluated, instance_key};
use crate::run::changes::ResourceObject;
use crate::run::events::{Begun, Operation};
use crate::state::in_words;
use schema_shell::lifecycle::ImportBy;

impl Planner<'_> {
    /// Finds the instances of a resource to import, and the id or identity of each.
    pub(super) fn find_import_targets(&mut self, address: &ResourceAddress) {
        let run = self.run;
        for block in &run.configuration.imports {
            if block.to.resource != *address {
                continue;
            }
            let Some(for_each) = block.repetition.expr() else {
                let to = ObjectAddress::new(address.clone(), block.to.key.clone());
                self.add_import_target(to, block);
                continue;
            };
            for (key, value) in self.import_elements(for_each).unwrap_or_default() {
                self.scope.set(Node::EachKey, key);
                self.scope.set(Node::EachValue, value);
                let key = match &block.key {
                    None => Some(InstanceKey::None),
                    Some(expr) if self.may_be_shown(expr) => {
                        instance_key(expr, &self.scope, &mut self.messages)
                    }
                    Some(_) => None,
                };
                if let Some(key) = key {
                    self.add_import_target(ObjectAddress::new(address.clone(), key), block);
                }
            }
            leave(&mut self.scope);
        }
    }

    fn add_import_target(&mut self, address: ObjectAddress, block: &ImportBlock) {
        if self.import_targets.contains_key(&address) {
            let detail = format!("{address} is the target of more than one import.");
            self.messages
                .fail("Duplicate import configuration", detail, &block.at);
            return;
        }
        let (scope, messages) = (&self.scope, &mut self.messages);
        let by = self.run.import_by(&address, block, scope, messages);
        let at = block.at.clone();
        self.import_targets.insert(address, ImportTarget { by, at });
    }

    /// Whether the key of an instance is neither sensitive nor ephemeral: addresses are always
    /// shown.
    fn may_be_shown(&mut self, key: &Expr) -> bool {
        // Other errors are reported when the key is used.
        let kinds = evaluate(&self.scope, key, &mut Messages::new()).kinds();
        let what = match (kinds.sensitive, kinds.ephemeral) {
            (true, _) => "sensitive",
            (_, true) => "ephemeral",
            _ => return true,
        };
        let detail = format!("The index expression of the address of an import cannot be {what}.");
        self.messages
            .fail("Invalid index expression", detail, &key.at);
        false
    }

    /// The pairs of `each.key` and `each.value`. Unlike for a resource, `for_each` may be a list or
    /// a set of any type: only the address determines the instances.
    fn import_elements(&mut self, for_each: &Expr) -> Option<Vec<(TypedValue, TypedValue)>> {
        let collection = evaluated(&self.scope, for_each, &mut self.messages)?;
        let kinds = collection.whole_kinds();
        let elements = match &collection.value {
            value if !value.is_wholly_known() => Err(
                "The \"for_each\" of an import block depends on values that cannot be determined \
                 until apply, so the objects to import are not known.",
            ),
            value if value.is_null() => return Some(Vec::new()),
            _ if kinds.ephemeral => Err(
                "The \"for_each\" of an import block cannot be ephemeral: what is imported is kept.",
            ),
            _ => collection.elements().ok_or(
                "The \"for_each\" of an import block must be a map, an object, a list or a set.",
            ),
        };
        let failed = |detail| {
            let messages = &mut self.messages;
            messages.fail("Invalid for_each argument", detail, &for_each.at);
        };
        let elements = elements.map_err(failed).ok()?;
        // As in Terraform, the values are marked, but not their keys.
        let marked = |(key, value): (TypedValue, TypedValue)| (key, value.marked(kinds));
        Some(elements.into_iter().map(marked).collect())
    }

    /// The object that a block imports to this address, which is not in a state yet; the outer
    /// `None` means that the import failed.
    pub(super) async fn imported(
        &mut self,
        address: &ObjectAddress,
    ) -> Option<Option<ResourceObject>> {
        let run = self.run;
        let Some(target) = self.import_targets.get(address) else {
            return Some(None);
        };
        let (by, words) = target.by.clone()?;
        let mut own = Messages::new();
        let begun = Begun::new(&*run.events, address, Operation::Import, Some(&words));
        let found = run.find(address, by, &words, &mut own).await;
        let failed = own.has_errors();
        begun.end(failed, Some(&words));
        self.messages.extend(own);
        let object = found.filter(|_| !failed)?;
        self.imported.insert(address.clone(), words);
        self.plan.objects.insert(address.clone(), object.clone());
        Some(Some(object))
    }
}

/// The id in a value, with its description.
fn by_id(value: TypedValue) -> Result<(ImportBy, String), String> {
    match convert_to(value.value, &value.ty, &Type::String) {
        Ok(Value::String(id)) if id.is_empty() => Err(
            "The import ID value evaluates to an empty string, please provide a non-empty value."
                .to_owned(),
        ),
        Ok(Value::String(id)) => Ok((ImportBy::Id(id.to_string()), id.to_string())),
        _ => Err("The import ID value is unsuitable: a string is required.".to_owned()),
    }
}

/// Why a type cannot be imported by an identity.
pub(crate) fn no_identity(type_name: &str) -> String {
    format!("The provider defines no identity for {type_name}: import it by its id.")
}

/// Reports an attribute that the identity does not have.
#[must_use]
pub(crate) fn not_in_identity(schema: &IdentitySchema, given: &Type) -> Option<String> {
    let Type::Object(attributes) = given else {
        return None;
    };
    let fields = &schema.block().fields;
    let mut names = attributes.iter().map(|attribute| &attribute.name);
    let other = names.find(|name| schema.block().field(name).is_none())?;
    let known: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    Some(format!(
        "An attribute named {} is not expected here: the identity has {}.",
        schema_rules::quoted(other.as_str()),
        known.join(", ")
    ))
}

/// Converts an object to an identity of this schema.
///
/// # Errors
/// Why the object does not fit.
pub(crate) fn as_identity(schema: &IdentitySchema, given: TypedValue) -> Result<Value, String> {
    let fields = || schema.block().fields.iter();
    let attributes = fields().map(|field| ObjectAttribute {
        name: field.name.clone(),
        ty: field.implied_type(),
        optional: !field.is(Flags::REQUIRED),
    });
    let ty = Type::Object(attributes.collect::<Vec<_>>().into());
    convert_to(given.value, &given.ty, &ty).map_err(|why| format!("It does not fit: {why}."))
}

impl crate::run::context::Run {
    /// The id or identity that the block finds its object by, and its description.
    pub(super) fn import_by(
        &self,
        address: &ObjectAddress,
        block: &ImportBlock,
        scope: &Scope,
        messages: &mut Messages,
    ) -> Option<(ImportBy, String)> {
        let (expr, what) = match &block.by {
            ImportExpr::Id(expr) => (expr, "id"),
            ImportExpr::Identity(expr) => (expr, "identity"),
        };
        let value = evaluated(scope, expr, messages)?;
        let found = if value.is_ephemeral() {
            Err(format!("The import {what} cannot be ephemeral."))
        } else if value.is_sensitive() {
            Err(format!("The import {what} cannot be sensitive."))
        } else if !value.value.is_wholly_known() {
            Err(format!(
                "The import block {what} depends on values that cannot be determined until apply, so this program \
                 cannot plan to import this resource."
            ))
        } else if value.value.is_null() {
            Err(format!("The import {what} cannot be null."))
        } else {
            match &block.by {
                ImportExpr::Id(_) => by_id(value),
                ImportExpr::Identity(_) => {
                    let schema = self.identity_schema(address);
                    let schema = schema.ok_or_else(|| no_identity(&address.type_name));
                    schema.and_then(|schema| {
                        if let Some(other) = not_in_identity(schema, &value.ty) {
                            // Terraform ignores it.
                            let warning = Message::warning("Unexpected attribute of an identity");
                            messages.push(warning.detail(other).at(&expr.at));
                        }
                        let identity = as_identity(schema, value)?;
                        let words = in_words(schema, &identity);
                        Ok((ImportBy::Identity(identity), words))
                    })
                }
            }
        };
        let failed = |detail: String| {
            let summary = format!("Invalid import {what} argument");
            messages.fail(summary, detail, &expr.at);
        };
        found.map_err(failed).ok()
    }

    /// Finds and reads an object; `None` after a failure.
    pub(super) async fn find(
        &self,
        address: &ObjectAddress,
        by: ImportBy,
        words: &str,
        messages: &mut Messages,
    ) -> Option<ResourceObject> {
        let by_identity = matches!(by, ImportBy::Identity(_));
        let provider = self.provider(address);
        let imported = provider.import_resource_state(&address.type_name, by).await;
        let imported = self.reported(address, imported, messages)?;
        let count = imported.len();
        let Ok([imported]) = <[_; 1]>::try_from(imported) else {
            let detail = format!("The provider returned {count} objects for one import.");
            messages.fail_for("Invalid import result", detail, address);
            return None;
        };
        if by_identity && imported.identity.is_none() {
            let detail = "The provider was asked to import by an identity and returned none.";
            messages.fail_for("Provider returned invalid identity", detail, address);
            return None;
        }
        let (state, private) = (imported.state, imported.private);
        let object = self.new_object(address, state, private, imported.identity);
        let found = self.refresh(address, object, messages).await?;
        if found.is_none() {
            let by = match by_identity {
                true => words.to_owned(),
                false => format!("id \"{words}\""),
            };
            let detail = format!(
                "While attempting to import an existing object to \"{address}\", the provider detected that no \
                 object exists with the {by}. Only pre-existing objects can be imported; check that the id is \
                 correct and that it is associated with the provider's configured region or endpoint."
            );
            messages.fail_for("Cannot import non-existent remote object", detail, address);
        }
        found
    }
}
