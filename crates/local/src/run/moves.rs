//! Objects whose address changes: `moved` blocks, and the implied moves when `count` is added or
//! removed.

use std::collections::{BTreeMap, BTreeSet};

use crate::address::{InstanceKey, ObjectAddress, ResourceAddress};
use crate::language::config::{Configuration, MovedBlock, Repetition};
use crate::message::{Message, Messages};
use crate::run::graph::topological_order;
use crate::state::State;

/// The result of moves in a state.
#[derive(Debug, Default)]
pub(crate) struct Moves {
    /// The former address of each moved object.
    pub(crate) previous: BTreeMap<ObjectAddress, ObjectAddress>,
    /// The moves that did not happen because the target is occupied, one per line.
    blocked: String,
}

impl MovedBlock {
    /// Whether it names a resource with all its instances.
    pub(super) fn is_whole(&self) -> bool {
        self.from.key == InstanceKey::None && self.to.key == InstanceKey::None
    }

    /// The new address of an object at this address.
    fn target(&self, address: &ObjectAddress) -> Option<ObjectAddress> {
        if address.resource != self.from.resource {
            return None;
        }
        let key = match self.is_whole() {
            true => address.key.clone(),
            false if address.key == self.from.key => self.to.key.clone(),
            false => return None,
        };
        Some(ObjectAddress {
            resource: self.to.resource.clone(),
            key,
            deposed: address.deposed.clone(),
        })
    }
}

/// Reports moves that contradict each other or the configuration.
pub(crate) fn check_moves(configuration: &Configuration, messages: &mut Messages) {
    let moved = &configuration.moved;
    for (index, block) in moved.iter().enumerate() {
        let MovedBlock { from, to, at } = block;
        let mut wrong = |summary: &str, detail: String| {
            messages.fail(summary, detail, at);
        };
        if from == to {
            let detail = format!(
                "This statement declares a move from {from} to the same address, which is the same as \
                 not declaring this move at all."
            );
            wrong("Redundant move statement", detail);
            continue;
        }
        if let Some(declared) = configuration.resources.get(&from.resource)
            && (block.is_whole() && from.resource != to.resource)
        {
            let detail = format!(
                "This statement declares a move from {from}, but that resource is still declared at \
                 {}.\n\nChange your configuration so that this resource will be declared as {to} \
                 instead.",
                declared.at
            );
            wrong("Moved object still exists", detail);
        }
        for before in moved.iter().take(index) {
            let detail = match (before.from == *from, before.to == *to) {
                (true, false) => format!(
                    "A statement at {} declared that {from} moved to {}, but this statement instead \
                     declares that it moved to {to}.\n\nEach resource can move to only one destination \
                     resource.",
                    before.at, before.to
                ),
                (false, true) => format!(
                    "A statement at {} declared that {} moved to {to}, but this statement instead \
                     declares that {from} moved there.\n\nEach resource can have moved from only one \
                     source resource.",
                    before.at, before.from
                ),
                _ => continue,
            };
            wrong("Ambiguous move statements", detail);
        }
    }
    if let Err(members) = ordered(moved) {
        let line = |it: &&MovedBlock| format!("\n  - {}: {} → {}", it.at, it.from, it.to);
        let text: String = members.iter().map(line).collect();
        let message = Message::error("Cyclic dependency in move statements").detail(format!(
            "The following chained move statements form a cycle, and so there is no final \
             location to move objects to:{text}\n\nA chain of move statements must end with an \
             address that doesn't appear in any other statements, and which typically also \
             refers to an object still declared in the configuration."
        ));
        messages.push(match members.first() {
            Some(first) => message.at(&first.at),
            None => message,
        });
    }
}

/// Orders the moves so that each comes before those that start where it ends.
///
/// # Errors
/// The blocks of a cycle.
fn ordered(moved: &[MovedBlock]) -> Result<Vec<&MovedBlock>, Vec<&MovedBlock>> {
    let direct: BTreeMap<usize, BTreeSet<usize>> = moved
        .iter()
        .enumerate()
        .map(|(index, block)| {
            let before = moved.iter().enumerate();
            let before = before.filter(|(other, before)| {
                *other != index && before.from != before.to && leads_to(before, block)
            });
            (index, before.map(|(other, _)| other).collect())
        })
        .collect();
    let blocks = |indexes: Vec<usize>| -> Vec<&MovedBlock> {
        let found = indexes.into_iter().filter_map(|index| moved.get(index));
        found.collect()
    };
    match topological_order(&direct) {
        Ok(order) => Ok(blocks(order)),
        Err(cycle) => Err(blocks(cycle.members)),
    }
}

/// Whether the next move starts where the previous one ends.
fn leads_to(before: &MovedBlock, next: &MovedBlock) -> bool {
    before.to.resource == next.from.resource
        && (before.is_whole() || next.is_whole() || before.to.key == next.from.key)
}

/// Moves the objects of a state, by the `moved` blocks and the implied moves of `count`: when
/// `count` is added, the object becomes the first instance; when it is removed, the first instance
/// becomes the only one.
pub(crate) fn move_objects(configuration: &Configuration, state: &mut State) -> Moves {
    let mut moves = Moves::default();
    for block in ordered(&configuration.moved).unwrap_or_default() {
        if block.from != block.to {
            moves.move_all(block, state);
        }
    }
    let named = configuration.moved.iter();
    let named = named.flat_map(|block| [&block.from.resource, &block.to.resource]);
    let named: BTreeSet<&ResourceAddress> = named.collect();
    for (resource, block) in &configuration.resources {
        let (from, to) = match block.repetition {
            Repetition::ForEach(_) => continue,
            Repetition::Count(_) => (InstanceKey::None, InstanceKey::Index(0)),
            Repetition::None => (InstanceKey::Index(0), InstanceKey::None),
        };
        if named.contains(resource) {
            continue;
        }
        let end = |key| ObjectAddress::new(resource.clone(), key);
        let implied = MovedBlock {
            from: end(from),
            to: end(to),
            at: block.at.clone(),
        };
        moves.move_all(&implied, state);
    }
    moves
}

impl Moves {
    /// Moves everything at one address, or nothing if the target is occupied: a resource moves with
    /// all its instances, an instance with its deposed objects.
    fn move_all(&mut self, block: &MovedBlock, state: &mut State) {
        let found = state.resources.keys();
        let found = found.filter_map(|address| Some((address.clone(), block.target(address)?)));
        let found: Vec<(ObjectAddress, ObjectAddress)> = found.collect();
        if found.is_empty() {
            return;
        }
        let is_taken = state.resources.keys().any(|address| {
            address.resource == block.to.resource
                && (block.is_whole() || address.key == block.to.key)
        });
        if is_taken {
            let (from, to) = (&block.from, &block.to);
            let line = format!("\n  - {from} could not move to {to}");
            return self.blocked.push_str(&line);
        }
        for (from, to) in found {
            if let Some(object) = state.resources.remove(&from) {
                state.resources.insert(to.clone(), object);
                // In a chain of moves, the first address counts.
                let first = self.previous.remove(&from).unwrap_or(from);
                self.previous.insert(to, first);
            }
        }
    }

    /// A warning about objects that could not be moved.
    pub(crate) fn warning(&self) -> Option<Message> {
        let list = &self.blocked;
        (!list.is_empty()).then(|| {
            Message::warning("Unresolved resource instance address changes").detail(format!(
                "Terraform tried to adjust resource instance addresses in the prior state based \
                 on change information recorded in the configuration, but some adjustments did \
                 not succeed due to existing objects already at the intended addresses:{list}\
                 \n\nTerraform has planned to destroy these objects. If Terraform's proposed \
                 changes aren't appropriate, you must first resolve the conflicts using the \
                 \"state\" subcommands and then create a new plan to apply."
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use schema_runtime::codec::document::json;

    use super::*;
    use crate::language::hcl::parse;
    use crate::state::{Metadata, StoredResource};

    fn configuration(text: &str) -> Configuration {
        let body = parse("main.tf", text.to_owned()).expect("parses");
        Configuration::new(vec![body], "disk").expect("configuration")
    }

    fn moved(text: &str, before: &[&str]) -> (Vec<String>, Option<Message>) {
        let mut state = State::empty();
        for (number, address) in before.iter().enumerate() {
            let stored = StoredResource {
                schema_version: 0,
                attributes: json!({ "number": number }),
                flat: false,
                private: Vec::new(),
                identity: None,
                metadata: Metadata::default(),
            };
            let (instance, deposed) = match address.split_once(" (deposed object ") {
                Some((instance, name)) => (instance, Some(name.trim_end_matches(')').into())),
                None => (*address, None),
            };
            let mut address = ObjectAddress::parse(instance).expect(instance);
            address.deposed = deposed;
            state.resources.insert(address, stored);
        }
        let moves = move_objects(&configuration(text), &mut state);
        let after = state.resources.iter().map(|(address, stored)| {
            let number = stored.attributes["number"].as_u64().expect("number");
            let from = before[usize::try_from(number).expect("small")];
            let previous = moves.previous.get(address).map(ToString::to_string);
            assert_eq!(previous.as_deref().unwrap_or(&address.to_string()), from);
            format!("{from} > {address}")
        });
        (after.collect(), moves.warning())
    }

    #[test]
    fn count_comes_and_goes_with_its_first_instance() {
        let single = "resource \"d\" \"a\" {}\n";
        let counted = "resource \"d\" \"a\" {\n  count = 2\n}\n";
        let each = "resource \"d\" \"a\" {\n  for_each = {}\n}\n";
        assert_eq!(moved(counted, &["d.a"]).0, ["d.a > d.a[0]"]);
        assert_eq!(
            moved(single, &["d.a[0]", "d.a[1]"]).0,
            ["d.a[0] > d.a", "d.a[1] > d.a[1]"]
        );
        assert_eq!(moved(each, &["d.a[0]"]).0, ["d.a[0] > d.a[0]"]);
        assert_eq!(
            moved(single, &["d.a[\"k\"]"]).0,
            ["d.a[\"k\"] > d.a[\"k\"]"]
        );
    }

    #[test]
    fn moves_follow_each_other() {
        let text = "moved {\n  from = d.b\n  to = d.c\n}\nmoved {\n  from = d.a\n  to = d.b\n}\n\
                    moved {\n  from = d.c[0]\n  to = d.c[\"x\"]\n}\n\
                    resource \"d\" \"c\" {\n  for_each = {}\n}\n";
        assert_eq!(
            moved(text, &["d.a[0]", "d.a[1]"]).0,
            ["d.a[1] > d.c[1]", "d.a[0] > d.c[\"x\"]"]
        );
    }

    #[test]
    fn what_is_in_the_way_is_reported() {
        let text = "moved {\n  from = d.a\n  to = d.b\n}\nresource \"d\" \"b\" {}\n";
        let (after, warning) = moved(text, &["d.a", "d.b"]);
        assert_eq!(after, ["d.a > d.a", "d.b > d.b"]);
        let warning = warning.expect("a warning").to_string();
        assert!(warning.contains("d.a could not move to d.b"), "{warning}");
    }

    #[test]
    fn what_is_in_the_way_of_one_object_is_in_the_way_of_all_that_move_with_it() {
        let text = "moved {\n  from = d.a\n  to = d.b\n}\n\
                    resource \"d\" \"b\" {\n  count = 2\n}\n";
        for taken in ["d.b[0]", "d.b[7]"] {
            let (after, warning) = moved(text, &["d.a[0]", "d.a[1]", taken]);
            let stays = ["d.a[0]", "d.a[1]", taken].map(|address| format!("{address} > {address}"));
            assert_eq!(after, stays);
            let warning = warning.expect("a warning").to_string();
            assert!(
                warning.contains("- d.a could not move to d.b\n"),
                "{warning}"
            );
            assert_eq!(warning.matches("could not move").count(), 1, "{warning}");
        }
        // An instance exists as long as it has a deposed object.
        let text = "moved {\n  from = d.a\n  to = d.b[0]\n}\n\
                    resource \"d\" \"b\" {\n  count = 2\n}\n";
        let deposed = "d.b[0] (deposed object 00000001)";
        assert_eq!(
            moved(text, &["d.a", "d.b[1]"]).0,
            ["d.a > d.b[0]", "d.b[1] > d.b[1]"]
        );
        let (after, warning) = moved(text, &["d.a", deposed]);
        assert_eq!(
            after,
            ["d.a > d.a".to_owned(), format!("{deposed} > {deposed}")]
        );
        let warning = warning.expect("a warning").to_string();
        assert!(
            warning.contains("d.a could not move to d.b[0]"),
            "{warning}"
        );
    }

    #[test]
    fn contradictions_are_reported() {
        let text = "moved {\n  from = d.a\n  to = d.a\n}\nmoved {\n  from = d.b\n  to = d.c\n}\n\
                    moved {\n  from = d.b\n  to = d.d\n}\nmoved {\n  from = d.e\n  to = d.d\n}\n\
                    moved {\n  from = d.x\n  to = d.y\n}\nmoved {\n  from = d.y\n  to = d.x\n}\n\
                    resource \"d\" \"e\" {}\n";
        let mut messages = Messages::new();
        check_moves(&configuration(text), &mut messages);
        let text = messages.to_string();
        for part in [
            "main.tf:1:1: Error: Redundant move statement",
            "main.tf:9:1: Error: Ambiguous move statements: A statement at main.tf:5:1",
            "main.tf:13:1: Error: Ambiguous move statements",
            "d.e moved there",
            "main.tf:13:1: Error: Moved object still exists",
            "Cyclic dependency in move statements",
        ] {
            assert!(text.contains(part), "{part} is not in:\n{text}");
        }
    }
}
