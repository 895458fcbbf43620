//! Types as they are written in the declarations of variables.

use schema_runtime::refs::Text;
use schema_runtime::ty::{ObjectAttribute, Type};

use crate::hcl::ast::{Expr, ExprKind, Key};
use crate::message::{Message, Messages};

/// Reads a type: `string`, `list(number)`, `object({ a = string, b = optional(bool) })`.
///
/// # Errors
/// What is no type.
pub(crate) fn type_constraint(expr: &Expr) -> Result<Type, Messages> {
    let mut messages = Messages::new();
    let ty = Reader {
        messages: &mut messages,
    }
    .ty(expr);
    messages.into_result(ty)
}

struct Reader<'a> {
    messages: &'a mut Messages,
}

impl Reader<'_> {
    fn fail(&mut self, expr: &Expr, detail: &str) -> Type {
        self.messages.push(
            Message::error("Invalid type specification")
                .detail(detail)
                .at(&expr.at),
        );
        Type::Dynamic
    }

    fn ty(&mut self, expr: &Expr) -> Type {
        match &expr.kind {
            ExprKind::Variable(name) => match &**name {
                "string" => Type::String,
                "number" => Type::Number,
                "bool" => Type::Bool,
                "any" => Type::Dynamic,
                _ => self.fail(
                    expr,
                    "A type is string, number, bool, any, or list(…), set(…), map(…), tuple([…]) \
                     or object({…}) of types.",
                ),
            },
            ExprKind::Call(name, args) => match (&**name, args.as_slice()) {
                ("list", [element]) => Type::list(self.ty(element)),
                ("set", [element]) => Type::set(self.ty(element)),
                ("map", [element]) => Type::map(self.ty(element)),
                ("tuple", [elements]) => match &elements.kind {
                    ExprKind::Tuple(elements) => {
                        Type::tuple(elements.iter().map(|element| self.ty(element)).collect())
                    }
                    _ => self.fail(elements, "The types of a tuple stand in brackets."),
                },
                ("object", [attributes]) => match &attributes.kind {
                    ExprKind::Object(attributes) => self.object(attributes),
                    _ => self.fail(attributes, "The attributes of an object stand in braces."),
                },
                ("optional", _) => self.fail(
                    expr,
                    "optional(…) can only be the type of an object's attribute.",
                ),
                _ => self.fail(expr, "There is no such type with these arguments."),
            },
            _ => self.fail(expr, "This is no type."),
        }
    }

    fn object(&mut self, items: &[(Key, Expr)]) -> Type {
        let mut attributes: Vec<ObjectAttribute> = Vec::new();
        for (key, value) in items {
            let name: Text = match key {
                Key::Name(name) => name.clone().into(),
                Key::Expr(Expr {
                    kind: ExprKind::String(name),
                    ..
                }) => name.clone().into(),
                Key::Expr(key) => {
                    self.fail(key, "The name of an attribute must be a plain name.");
                    continue;
                }
            };
            let (ty, optional) = match &value.kind {
                ExprKind::Call(call, args) if &**call == "optional" => match args.as_slice() {
                    [ty] => (self.ty(ty), true),
                    _ => (
                        self.fail(
                            value,
                            "optional(…) has one argument here; a default in a type is not \
                             supported by the local runner; use Terraform for it.",
                        ),
                        true,
                    ),
                },
                _ => (self.ty(value), false),
            };
            attributes.push(ObjectAttribute { name, ty, optional });
        }
        attributes.sort_by(|a, b| a.name.cmp(&b.name));
        attributes.dedup_by(|a, b| a.name == b.name);
        Type::Object(attributes.into())
    }
}
