//! The difference of nested blocks.

use std::collections::BTreeMap;

use schema_rules::quoted;
use schema_runtime::schema::Nesting;

use super::super::display::{DisplayBlock, DisplayBlocks};
use super::{DiffWriter, Mark, Pair, Sides, unordered};

impl DiffWriter<'_> {
    pub(super) fn blocks(
        &mut self,
        before: Option<&DisplayBlock>,
        after: Option<&DisplayBlock>,
        sides: Sides,
        indent: usize,
    ) {
        let empty = DisplayBlocks {
            name: String::new(),
            nesting: Nesting::List,
            whole: None,
            blocks: Vec::new(),
        };
        let Some(model) = before.or(after) else {
            return;
        };
        let mut unchanged = 0;
        for (i, model) in model.blocks.iter().enumerate() {
            let old = before.and_then(|b| b.blocks.get(i)).unwrap_or(&empty);
            let new = after.and_then(|b| b.blocks.get(i)).unwrap_or(&empty);
            self.path.push(model.name.clone());
            unchanged += self.block_type(&model.name, old, new, indent);
            self.path.pop();
        }
        if sides == Sides::Both {
            self.unchanged_note(indent, unchanged, "block");
        }
    }

    /// Writes all blocks of a type; returns how many are unchanged.
    fn block_type(
        &mut self,
        name: &str,
        old: &DisplayBlocks,
        new: &DisplayBlocks,
        indent: usize,
    ) -> usize {
        if old.whole.is_some() || new.whole.is_some() {
            if old == new {
                return 1;
            }
            let mark = match (old.whole.is_some() || !old.blocks.is_empty(), new) {
                (false, _) => Mark::Add,
                (true, new) if new.whole.is_none() && new.blocks.is_empty() => Mark::Remove,
                _ => Mark::Change,
            };
            let whole = new.whole.as_ref().or(old.whole.as_ref());
            let text = whole.map_or(String::new(), |whole| self.whole(whole, mark, indent));
            let note = self.replacement_note();
            self.line(indent, mark, &format!("{name} {{ # {text}{note}"));
            self.line(indent, Mark::Same, "}");
            return 0;
        }
        // Blocks of a set have no order to compare them by.
        if old.nesting == Nesting::Set || new.nesting == Nesting::Set {
            let (removed, added, same) = unordered(&old.blocks, &new.blocks);
            for (label, block) in removed {
                self.block(name, label.as_deref(), Some(block), None, indent);
            }
            for (label, block) in added {
                self.block(name, label.as_deref(), None, Some(block), indent);
            }
            return same;
        }
        // Blocks of a map are compared by their key, others by their position.
        let place = |at: usize, label: &Option<String>| match label {
            Some(label) => (Some(label.clone()), 0),
            None => (None, at),
        };
        let mut pairs: BTreeMap<_, Pair<'_, DisplayBlock>> = BTreeMap::new();
        for (at, (label, block)) in old.blocks.iter().enumerate() {
            pairs.entry(place(at, label)).or_default().0 = Some(block);
        }
        for (at, (label, block)) in new.blocks.iter().enumerate() {
            pairs.entry(place(at, label)).or_default().1 = Some(block);
        }
        let mut same = 0;
        for ((label, _), (before, after)) in pairs {
            same += usize::from(before == after);
            if before != after {
                self.block(name, label.as_deref(), before, after, indent);
            }
        }
        same
    }

    fn block(
        &mut self,
        name: &str,
        label: Option<&str>,
        before: Option<&DisplayBlock>,
        after: Option<&DisplayBlock>,
        indent: usize,
    ) {
        let mark = match (before, after) {
            (None, _) => Mark::Add,
            (_, None) => Mark::Remove,
            _ => Mark::Change,
        };
        let label = label.map_or(String::new(), |label| format!(" {}", quoted(label)));
        let note = self.replacement_note();
        self.line(indent, mark, &format!("{name}{label} {{{note}"));
        self.body(before, after, indent + 4);
        self.line(indent, Mark::Same, "}");
    }
}
