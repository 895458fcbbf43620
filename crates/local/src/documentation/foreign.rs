//! Parts of an example that only Terraform knows: other providers, modules, functions that the
//! runner does not have. They are omitted, and references to them are unknown.

use std::collections::BTreeSet;
use std::sync::Arc;

use schema_runtime::number::Number;
use schema_shell::lifecycle::Schemas;

use crate::language::hcl::ast::{Block, Body, Expr, ExprKind, Key, Name, Part, Step};

/// The variable that represents everything from elsewhere.
const ELSEWHERE: &str = "something_from_elsewhere";

/// The functions that Terraform has and the runner does not, as `terraform metadata functions`
/// lists them. Any other unknown name is an error.
const FUNCTIONS: &str = "\
    abspath base64gzip bcrypt cidrsubnets csvdecode fileset filesha1 formatdate formatlist \
    log pathexpand plantimestamp rsadecrypt sha1 templatefile templatestring \
    textdecodebase64 textencodebase64 timeadd timecmp timestamp uuid uuidv5 yamldecode \
    yamlencode";

/// Removes what only Terraform knows, and replaces references to it by an unknown value.
pub(super) fn take_out(body: &mut Body, schemas: &Schemas) {
    let mut own = Own {
        schemas,
        taken: BTreeSet::new(),
    };
    let place = body.blocks.first().map(|block| block.kind.clone());
    let blocks = std::mem::take(&mut body.blocks);
    for mut block in blocks {
        if own.has_block(&block) {
            Own::simplify(&mut block);
            body.blocks.push(block);
        } else {
            own.taken.insert(referred_as(&block));
        }
    }
    let mut replaced = false;
    own.body(body, &mut replaced);
    if let (true, Some(place)) = (replaced, place) {
        let name = |text: &str| Name {
            text: text.into(),
            at: place.at.clone(),
        };
        body.blocks.push(Block {
            kind: name("variable"),
            labels: vec![name(ELSEWHERE)],
            body: Body::default(),
            at: place.at.clone(),
        });
    }
}

/// The first steps of references to a block: `random_pet.name`, `data.aws_ami.new`,
/// `module.network`.
fn referred_as(block: &Block) -> Vec<Arc<str>> {
    let labels = block.labels.iter().map(|label| Arc::clone(&label.text));
    match &*block.kind.text {
        "resource" => labels.collect(),
        _ => std::iter::once(Arc::clone(&block.kind.text))
            .chain(labels)
            .collect(),
    }
}

struct Own<'s> {
    schemas: &'s Schemas,
    /// The first steps of references to removed blocks.
    taken: BTreeSet<Vec<Arc<str>>>,
}

impl Own<'_> {
    fn provider(&self) -> &str {
        &self.schemas.provider.type_name
    }

    /// Whether a type belongs to this provider, or appears to.
    fn has_type(&self, name: &str) -> bool {
        let first = name.split('_').next().unwrap_or_default();
        let schemas = self.schemas;
        first == self.provider()
            || schemas.resources.contains_key(name)
            || schemas.data_sources.contains_key(name)
            || schemas.ephemeral_resources.contains_key(name)
            || schemas.actions.contains_key(name)
    }

    fn has_block(&self, block: &Block) -> bool {
        let first = block.labels.first().map(|label| &*label.text);
        match (&*block.kind.text, first) {
            ("resource" | "data" | "ephemeral" | "action", Some(name)) => self.has_type(name),
            ("provider", Some(name)) => name == self.provider(),
            // These have no schema here.
            ("module" | "check" | "removed", _) => false,
            _ => true,
        }
    }

    /// Removes arguments that concern a block of the language and not a value.
    fn simplify(block: &mut Block) {
        let without = |kinds: &[&str], body: &mut Body| {
            body.blocks
                .retain(|inner| !kinds.contains(&&*inner.kind.text));
        };
        let body = &mut block.body;
        match &*block.kind.text {
            "variable" | "output" => {
                body.attributes.retain(|one| &*one.name.text != "ephemeral");
                body.blocks.clear();
            }
            "terraform" => without(&["backend", "cloud"], body),
            "resource" | "data" | "ephemeral" => {
                without(&["connection", "provisioner"], body);
                for inner in &mut body.blocks {
                    if &*inner.kind.text == "lifecycle" {
                        without(&["precondition", "postcondition"], &mut inner.body);
                    }
                }
            }
            _ => {}
        }
    }

    fn body(&self, body: &mut Body, replaced: &mut bool) {
        for attribute in &mut body.attributes {
            if matches!(&*attribute.name.text, "depends_on" | "replace_triggered_by")
                && let ExprKind::Tuple(items) = &mut attribute.value.kind
            {
                items.retain(|item| !self.is_elsewhere(item));
            }
            self.expr(&mut attribute.value, replaced);
        }
        for block in &mut body.blocks {
            self.body(&mut block.body, replaced);
        }
    }

    /// Whether this expression itself refers to another provider.
    fn is_elsewhere(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Call(name, ..) => match name.strip_prefix("provider::") {
                Some(rest) => rest
                    .split_once("::")
                    .is_some_and(|(provider, _)| provider != self.provider()),
                None => {
                    let name = name.strip_prefix("core::").unwrap_or(name);
                    FUNCTIONS.split(' ').any(|known| known == name)
                }
            },
            ExprKind::Traversal(root, steps) => {
                let ExprKind::Variable(root) = &root.kind else {
                    return false;
                };
                let names = steps.iter().map_while(|step| match step {
                    Step::Attribute(name) => Some(Arc::clone(&name.text)),
                    _ => None,
                });
                let names: Vec<Arc<str>> = std::iter::once(Arc::clone(root)).chain(names).collect();
                self.taken.iter().any(|taken| names.starts_with(taken))
            }
            _ => false,
        }
    }

    fn expr(&self, expr: &mut Expr, replaced: &mut bool) {
        if self.is_elsewhere(expr) {
            *replaced = true;
            let at = expr.at.clone();
            let of = |kind| Expr {
                kind,
                at: at.clone(),
            };
            let root = of(ExprKind::Variable(Arc::from("var")));
            let name = Name {
                text: ELSEWHERE.into(),
                at: at.clone(),
            };
            let unknown = ExprKind::Traversal(Box::new(root), vec![Step::Attribute(name)]);
            expr.kind = match std::mem::replace(&mut expr.kind, ExprKind::Null) {
                // The arguments of a function are still checked: as elements of a tuple, of which
                // the last is the result.
                ExprKind::Call(_, mut items, _) => {
                    items.iter_mut().for_each(|item| self.expr(item, replaced));
                    let last = Number::from(i64::try_from(items.len()).unwrap_or(i64::MAX));
                    items.push(of(unknown));
                    let index = Step::Index(of(ExprKind::Number(last)));
                    ExprKind::Traversal(Box::new(of(ExprKind::Tuple(items))), vec![index])
                }
                _ => unknown,
            };
            return;
        }
        let mut go = |expr: &mut Expr| self.expr(expr, replaced);
        match &mut expr.kind {
            ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Number(_)
            | ExprKind::String(_)
            | ExprKind::Variable(_) => {}
            ExprKind::Tuple(items) | ExprKind::Call(_, items, _) => {
                items.iter_mut().for_each(go);
            }
            ExprKind::Object(items) => {
                for (key, value) in items {
                    if let Key::Expr(key) = key {
                        go(key);
                    }
                    go(value);
                }
            }
            ExprKind::Template(parts) => {
                for part in parts {
                    if let Part::Interpolation(expr) = part {
                        go(expr);
                    }
                }
            }
            ExprKind::Parenthesis(inner)
            | ExprKind::Not(inner)
            | ExprKind::Negate(inner)
            | ExprKind::Join(inner) => go(inner),
            ExprKind::For(each) => {
                go(&mut each.collection);
                let inner = [
                    each.key.as_mut(),
                    Some(&mut each.value),
                    each.condition.as_mut(),
                ];
                inner.into_iter().flatten().for_each(go);
            }
            ExprKind::Traversal(root, steps) => {
                go(root);
                for step in steps {
                    if let Step::Index(index) = step {
                        go(index);
                    }
                }
            }
            ExprKind::Binary(left, _, right) => {
                go(left);
                go(right);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                go(condition);
                go(then);
                go(otherwise);
            }
        }
    }
}
