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
        let (Some(from), Some(to)) = (self.endpoint(block, "from"), self.endpoint(block, "to"))
        else {
            return;
        };
        self.configuration.moved.push(MovedBlock {
            from,
            to,
            at: block.at.clone(),
        });
    }

    fn endpoint(&mut self, block: &Block, name: &str) -> Option<MoveEndpoint> {
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
            None => return self.no_endpoint(expr),
        };
        let Target::Node(Node::Resource(resource)) = reference.target else {
            return self.no_endpoint(expr);
        };
        if resource.mode != Mode::Managed {
            self.fail(
                "Invalid moved address",
                "A data source has no object that could be moved: it is read anew each time.",
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
            None => self.no_endpoint(expr),
        }
    }

    fn no_endpoint(&mut self, expr: &Expr) -> Option<MoveEndpoint> {
        self.fail(
            "Invalid moved address",
            "Write a resource, or an instance of one with a constant key: disk_image.name, \
             disk_image.name[0], disk_image.name[\"key\"].",
            &expr.at,
        );
        None
    }
}
