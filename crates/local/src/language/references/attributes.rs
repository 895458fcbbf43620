//! The steps of a reference into a resource: the key of an instance, and existing attributes.

use schema_runtime::schema::{self, Nesting};

use super::Checker;
use crate::address::ResourceAddress;
use crate::language::config::Repetition;
use crate::language::eval::Reference;
use crate::language::hcl::ast::{ExprKind, Step};
use crate::message::{Message, Messages, suggestion};

impl Checker<'_> {
    /// The steps into an instance; reports a missing or superfluous key.
    pub(super) fn instance_steps<'e>(
        &self,
        address: &ResourceAddress,
        reference: &Reference<'e>,
    ) -> Result<&'e [Step], Message> {
        let repetition = self.configuration.resources.get(address);
        let repetition = repetition.map_or(&Repetition::None, |block| &block.repetition);
        let missing = |argument: &str, key: &str| {
            let detail = format!(
                "Because {address} has \"{argument}\" set, its attributes must be accessed on \
                 specific instances.\n\nFor example, to correlate with indices of a referring \
                 resource, use:\n    {address}[{key}]"
            );
            let error = Message::error("Missing resource instance key");
            Err(error.detail(detail).at(&reference.at))
        };
        match (repetition, reference.rest) {
            (Repetition::Count(_), [Step::Attribute(_), ..]) => missing("count", "count.index"),
            (Repetition::ForEach(_), [Step::Attribute(_), ..]) => missing("for_each", "each.key"),
            (Repetition::None, [Step::Index(index), ..])
                if matches!(index.kind, ExprKind::String(_) | ExprKind::Number(_)) =>
            {
                let detail = format!(
                    "Because {address} does not have \"count\" or \"for_each\" set, references to \
                     it must not include an index key. Remove the bracketed index to refer to the \
                     single instance of this resource."
                );
                let error = Message::error("Unexpected resource instance key");
                Err(error.detail(detail).at(&index.at))
            }
            (Repetition::None, steps) => Ok(steps),
            (_, steps) => Ok(steps.get(1..).unwrap_or_default()),
        }
    }

    pub(super) fn steps(
        &self,
        address: &ResourceAddress,
        block: &schema::Block,
        steps: &[Step],
        messages: &mut Messages,
    ) {
        let mut block = block;
        // Whether the next step leads into an object of the block, not into a collection of them.
        let mut in_object = true;
        for step in steps {
            let Step::Attribute(name) = step else {
                if let Step::Index(index) = step
                    && let (true, ExprKind::String(name)) = (in_object, &index.kind)
                {
                    let detail = format!(
                        "Only attribute access is allowed here. Did you mean to access \
                                 attribute \"{name}\" using the dot operator?"
                    );
                    return messages.fail("Invalid index operation", detail, &index.at);
                }
                in_object = true;
                continue;
            };
            let Some(field) = block.field(&name.text) else {
                let names = block.fields.iter().map(|field| field.name.as_str());
                let detail = format!(
                    "This object has no argument, nested block, or exported attribute \
                             named \"{}\".{}",
                    name.text,
                    suggestion(&name.text, names)
                );
                return messages.fail("Unsupported attribute", detail, &name.at);
            };
            let of = format!("The attribute \"{}\" of {address}", name.text);
            if let Some(text) = field.removed() {
                let detail = format!("{of} has been removed. {text}");
                messages.fail("Removed attribute", detail, &name.at);
            } else if let Some(text) = field.deprecated() {
                let message = Message::warning("Deprecated attribute");
                let message = message.detail(format!("{of} is deprecated. {text}"));
                messages.push(message.at(&name.at));
            }
            match field.nested_block() {
                Some((nesting, inner)) => {
                    block = inner;
                    in_object = matches!(nesting, Nesting::Single | Nesting::Group);
                }
                None => return,
            }
        }
    }
}
