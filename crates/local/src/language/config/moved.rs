//! The block `moved`.

use schema_runtime::number::Number;

use super::model::{MoveEndpoint, MovedBlock};
use super::reader::Reader;
use crate::address::{InstanceKey, Mode, Node, ResourceAddress};
use crate::language::eval::{Target, reference_of};
use crate::language::hcl::ast::{Block, Expr, ExprKind, Step};

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

    /// The resource or instance that an argument of a block names.
    pub(super) fn endpoint(
        &mut self,
        block: &Block,
        name: &str,
        kind: &str,
    ) -> Option<MoveEndpoint> {
        let (resource, rest, expr) = self.named_resource(block, name, kind)?;
        let key = match rest {
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

    /// The same, but the key of an instance may be any expression.
    pub(super) fn repeated_endpoint(
        &mut self,
        block: &Block,
        name: &str,
        kind: &str,
    ) -> Option<(MoveEndpoint, Option<Expr>)> {
        let (resource, rest, expr) = self.named_resource(block, name, kind)?;
        let key = match rest {
            [] => None,
            [Step::Index(key)] => Some(key.clone()),
            _ => return self.no_repeated_endpoint(expr, kind),
        };
        let to = MoveEndpoint {
            resource,
            key: InstanceKey::None,
        };
        Some((to, key))
    }

    /// The resource that an argument names, the steps after its name, and the whole expression.
    fn named_resource<'b>(
        &mut self,
        block: &'b Block,
        name: &str,
        kind: &str,
    ) -> Option<(ResourceAddress, &'b [Step], &'b Expr)> {
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
        let (what, why) = match resource.mode {
            Mode::Managed => return Some((resource, reference.rest, expr)),
            Mode::Action => ("An action", ""),
            Mode::Ephemeral => ("An ephemeral resource", ": it is opened again each time"),
            Mode::Data => ("A data source", ": it is read again each time"),
        };
        let done = if kind == "moved" { kind } else { "imported" };
        let detail = format!("{what} has no object that could be {done}{why}.");
        self.fail(&format!("Invalid {kind} address"), detail, &expr.at);
        None
    }

    fn no_repeated_endpoint<T>(&mut self, expr: &Expr, kind: &str) -> Option<T> {
        let detail = "Write a resource, or an instance of one, whose key may be one of each element: disk_image.name, disk_image.name[each.key].";
        self.fail(&format!("Invalid {kind} address"), detail, &expr.at);
        None
    }

    fn no_endpoint<T>(&mut self, expr: &Expr, kind: &str) -> Option<T> {
        let detail = "Write a resource, or an instance of one with a constant key: disk_image.name, \
             disk_image.name[0], disk_image.name[\"key\"].";
        self.fail(&format!("Invalid {kind} address"), detail, &expr.at);
        None
    }
}
