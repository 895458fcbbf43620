//! Maps a path in an object to its place in the configuration.

use schema_runtime::path::{Path, Step};

use crate::language::hcl::ast::{Block, Body, Expr, ExprKind, Key, Name};
use crate::source::Location;

/// Where a path is written in a body, as precisely as possible; otherwise the body's header.
pub fn locate(body: &Body, at: &Location, path: &Path) -> Location {
    let (mut body, mut at) = (body, at.clone());
    let mut steps = path.steps();
    while let [Step::Attribute(name), rest @ ..] = steps {
        if let Some(attribute) = body.attribute(name) {
            return locate_in(&attribute.value, rest);
        }
        // Blocks of a dynamic block are all written in its content.
        let dynamic = body.blocks.iter().filter_map(Block::as_dynamic);
        let mut contents = dynamic
            .filter(|dynamic| *dynamic.kind.text == **name)
            .filter_map(|dynamic| dynamic.content);
        let mut blocks = body.blocks_of(name);
        let (block, rest) = match rest {
            [Step::Index(index), rest @ ..] => {
                let index = usize::try_from(*index).ok();
                (index.and_then(|index| blocks.nth(index)), rest)
            }
            [Step::Key(key), rest @ ..] => {
                let is_it = |label: &Name| *label.text == **key;
                let mut blocks = blocks.filter(|block| block.labels.first().is_some_and(is_it));
                (blocks.next(), rest)
            }
            [Step::Element(_), rest @ ..] => (blocks.next(), rest),
            rest => (blocks.next(), rest),
        };
        let block = block.or_else(|| contents.next());
        let Some(block) = block else {
            return at;
        };
        body = &block.body;
        at = block.at.clone();
        steps = rest;
    }
    at
}

fn locate_in(expr: &Expr, steps: &[Step]) -> Location {
    let mut expr = expr;
    for step in steps {
        let inner = match (&expr.kind, step) {
            (ExprKind::Tuple(items), Step::Index(index)) => usize::try_from(*index)
                .ok()
                .and_then(|index| items.get(index)),
            (ExprKind::Object(items), Step::Attribute(name) | Step::Key(name)) => {
                let is_it = |key: &Key| key.name().is_some_and(|key| **key == **name);
                let found = items.iter().find(|(key, _)| is_it(key));
                found.map(|(_, value)| value)
            }
            _ => None,
        };
        match inner {
            Some(inner) => expr = inner,
            None => break,
        }
    }
    expr.at.clone()
}
