//! The block `moved`.

use schema_runtime::number::Number;

use super::model::MovedBlock;
use super::reader::Reader;
use crate::address::{InstanceKey, Mode, Node, ObjectAddress, ResourceAddress};
use crate::language::eval::{Target, reference_of};
use crate::language::hcl::ast::{Block, Expr, ExprKind, Step};

const CONSTANT: &str = "Write a resource, or an instance of one with a constant key: disk_image.name, \
     disk_image.name[0], disk_image.name[\"key\"].";
const REPEATED: &str = "Write a resource, or an instance of one, whose key may be one of each element: disk_image.name, disk_image.name[each.key].";

impl Reader<'_> {
    pub(super) fn moved(&mut self, block: &Block) {
        self.check_no_labels(block);
        self.check_names(&block.body, &["from", "to"], &[]);
        let from = self.endpoint(block, "from", "moved");
        let to = self.endpoint(block, "to", "moved");
        if let (Some(from), Some(to)) = (from, to) {
            let at = block.at.clone();
            self.configuration.moved.push(MovedBlock { from, to, at });
        }
    }

    /// The resource or instance that an argument of a block names.
    pub(super) fn endpoint(
        &mut self,
        block: &Block,
        name: &str,
        kind: &str,
    ) -> Option<ObjectAddress> {
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
            Some(key) => Some(ObjectAddress::new(resource, key)),
            None => self.no_endpoint(CONSTANT, expr, kind),
        }
    }

    /// The same, but the key of an instance may be any expression.
    pub(super) fn repeated_endpoint(
        &mut self,
        block: &Block,
        name: &str,
        kind: &str,
    ) -> Option<(ObjectAddress, Option<Expr>)> {
        let (resource, rest, expr) = self.named_resource(block, name, kind)?;
        let given = match rest {
            [] => None,
            [Step::Index(key)] => Some(key.clone()),
            _ => return self.no_endpoint(REPEATED, expr, kind),
        };
        Some((ObjectAddress::new(resource, InstanceKey::None), given))
    }

    /// The resource that an argument names, the steps after its name, and the whole expression.
    fn named_resource<'b>(
        &mut self,
        block: &'b Block,
        name: &str,
        kind: &str,
    ) -> Option<(ResourceAddress, &'b [Step], &'b Expr)> {
        let expr = self.required(block, name)?;
        let Some(reference) = reference_of(expr) else {
            return self.no_endpoint(CONSTANT, expr, kind);
        };
        let reference = self.messages.ok(reference)?;
        let Target::Node(Node::Resource(resource)) = reference.target else {
            return self.no_endpoint(CONSTANT, expr, kind);
        };
        let (what, why) = match resource.mode {
            Mode::Managed => return Some((resource, reference.rest, expr)),
            Mode::Action => ("An action", ""),
            Mode::Ephemeral => ("An ephemeral resource", ": it is opened again each time"),
            Mode::Data => ("A data source", ": it is read again each time"),
        };
        let done = if kind == "moved" { kind } else { "imported" };
        let detail = format!("{what} has no object that could be {done}{why}.");
        self.no_endpoint(&detail, expr, kind)
    }

    fn no_endpoint<T>(&mut self, detail: &str, expr: &Expr, kind: &str) -> Option<T> {
        self.refuse(&format!("Invalid {kind} address"), detail, &expr.at)
    }
}
