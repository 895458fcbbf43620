//! The difference of nested blocks.

use schema_rules::quoted;
use schema_runtime::schema::Nesting;

use super::super::display::{DisplayBlock, DisplayBlocks};
use super::{DiffWriter, Mark, Sides, unordered};

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
        if [old, new]
            .iter()
            .any(|blocks| blocks.nesting == Nesting::Set)
        {
            let (removed, added, same) = unordered(&old.blocks, &new.blocks);
            for (label, block) in removed {
                self.block(name, label.as_deref(), Some(block), None, indent);
            }
            for (label, block) in added {
                self.block(name, label.as_deref(), None, Some(block), indent);
            }
            return same;
        }
        let labelled = old
            .blocks
            .iter()
            .chain(&new.blocks)
            .any(|(label, _)| label.is_some());
        let mut same = 0;
        if labelled {
            let mut labels: Vec<&Option<String>> = old
                .blocks
                .iter()
                .chain(&new.blocks)
                .map(|(label, _)| label)
                .collect();
            labels.sort();
            labels.dedup();
            for label in labels {
                let find = |blocks: &'_ [(Option<String>, DisplayBlock)]| {
                    blocks.iter().position(|(other, _)| other == label)
                };
                let before = find(&old.blocks)
                    .and_then(|i| old.blocks.get(i))
                    .map(|(_, b)| b);
                let after = find(&new.blocks)
                    .and_then(|i| new.blocks.get(i))
                    .map(|(_, b)| b);
                same += usize::from(before == after);
                if before != after {
                    self.block(name, label.as_deref(), before, after, indent);
                }
            }
            return same;
        }
        for i in 0..old.blocks.len().max(new.blocks.len()) {
            let before = old.blocks.get(i).map(|(_, block)| block);
            let after = new.blocks.get(i).map(|(_, block)| block);
            same += usize::from(before == after);
            if before != after {
                self.block(name, None, before, after, indent);
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
        let label = label
            .map(|label| format!(" {}", quoted(label)))
            .unwrap_or_default();
        let note = self.replacement_note();
        self.line(indent, mark, &format!("{name}{label} {{{note}"));
        self.body(before, after, indent + 4);
        self.line(indent, Mark::Same, "}");
    }
}
