//! The block `moved`.

use schema_runtime::number::Number;

use super::model::{MoveEndpoint, MovedBlock};
use super::reader::Reader;
use crate::address::{InstanceKey, Mode, Node};
use crate::eval::{Target, reference_of};
use crate::hcl::ast::{Block, Expr, ExprKind, Step};

impl Reader<'_> {
    pub(super) fn moved(&mut self, block: &Block) {
        self.check_no_labels(block);
        self.check_names(&block.body, &["from", "to"], &[]);
        let (Some(from), Some(to)) = (
            self.endpoint(block, "from", "moved"),
            self.endpoint(block, "to", "moved"),
        ) else {
            return;
        };
        self.configuration.moved.push(MovedBlock {
            from,
            to,
            at: block.at.clone(),
        });
    }

    /// The resource that an argument of a block names, or an instance of it.
    pub(super) fn endpoint(
        &mut self,
        block: &Block,
        name: &str,
        kind: &str,
    ) -> Option<MoveEndpoint> {
        let Some(attribute) = block.body.attribute(name) else {
            let detail =
                format!("The argument \"{name}\" is required, but no definition was found.");
            self.fail("Missing required argument", detail, &block.at);
            return None;
        };
        let expr = &attribute.value;
        let reference = match reference_of(expr) {
            Some(Ok(reference)) => reference,
            Some(Err(message)) => {
                self.messages.push(message);
                return None;
            }
            None => return self.no_endpoint(expr, kind),
        };
        let Target::Node(Node::Resource(resource)) = reference.target else {
            return self.no_endpoint(expr, kind);
        };
        if matches!(resource.mode, Mode::Action | Mode::Ephemeral) {
            self.fail(
                "Invalid moved address",
                if resource.mode == Mode::Action {
                    "An action has no object that could be moved."
                } else {
                    "An ephemeral resource has no object that could be moved: it is opened anew each time."
                },
                &expr.at,
            );
            return None;
        }
        if resource.mode == Mode::Data {
            let done = if kind == "moved" { kind } else { "imported" };
            self.fail(
                &format!("Invalid {kind} address"),
                format!(
                    "A data source has no object that could be {done}: it is read anew each time."
                ),
                &expr.at,
            );
            return None;
        }
        let key = match reference.rest {
            [] => Some(InstanceKey::None),
            [Step::Index(index)] => match &index.kind {
                ExprKind::String(key) => Some(InstanceKey::Key(key.clone())),
                ExprKind::Number(number) => Number::as_u64(number).map(InstanceKey::Index),
                _ => None,
            },
            _ => None,
        };
        match key {
            Some(key) => Some(MoveEndpoint { resource, key }),
            None => self.no_endpoint(expr, kind),
        }
    }

    fn no_endpoint(&mut self, expr: &Expr, kind: &str) -> Option<MoveEndpoint> {
        self.fail(
            &format!("Invalid {kind} address"),
            "Write a resource, or an instance of one with a constant key: disk_image.name, \
             disk_image.name[0], disk_image.name[\"key\"].",
            &expr.at,
        );
        None
    }
}
