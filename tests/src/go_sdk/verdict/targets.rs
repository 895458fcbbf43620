//! The targets of relations, which the Go SDK looks for from the root of the schema.

use schema_rules::Subject;

use super::GoCheck;
use crate::go_sdk::{Elem, SdkAttribute, SdkType};

/// The rule that a path of a relation breaks, what is wrong and what to write instead.
type Wrong = (&'static str, String, &'static str);

impl<'a> GoCheck<'a> {
    pub(super) fn targets(&mut self, attribute: &'a SdkAttribute) {
        for (key, paths) in attribute.relations() {
            for (index, path) in paths.iter().enumerate() {
                let of = format!("`{key}` of `{}` names `{path}`", attribute.name);
                let (rule, message, help) = match self.target(path) {
                    Err(wrong) => wrong,
                    Ok(target) if std::ptr::eq(target, attribute) && key == "conflicts_with" => (
                        "R27",
                        format!("`{}` names itself in `{key}`", attribute.name),
                        "name the other field",
                    ),
                    Ok(target) if target.required => (
                        "R28",
                        format!("{of}, which is required"),
                        match key {
                            "conflicts_with" => {
                                "the two could never be set separately: make the other one optional"
                            }
                            "required_with" => "it is always set: remove it",
                            _ => {
                                "it is always set, so there is nothing to choose: make it optional"
                            }
                        },
                    ),
                    Ok(target) if !target.computed_when.is_empty() => (
                        "R29",
                        format!("{of}, which is computed when other fields change"),
                        "not only the configuration decides whether it is set: remove it",
                    ),
                    Ok(_) => continue,
                };
                self.add(
                    attribute,
                    rule,
                    Subject::Item { key, index },
                    [&message, help],
                );
            }
        }
    }

    /// Follows a path from the root. The index 0 is skipped, and what holds no objects is passed
    /// through.
    fn target(&self, path: &str) -> Result<&'a SdkAttribute, Wrong> {
        let (mut attributes, mut target) = (self.root, None);
        let mut parts = path.split('.').peekable();
        while let Some(part) = parts.next() {
            // Go's `Atoi` takes a sign, as Rust's `parse` does.
            if let Ok(index) = part.parse::<i64>() {
                if index != 0 {
                    let message = format!("`{path}` has the index {index}");
                    return Err(("R23", message, "only `.0.` can be used, for a single block"));
                }
                continue;
            }
            let Some(found) = attributes.iter().find(|a| a.name == part) else {
                let message = format!("`{path}` names `{part}`, which does not exist");
                return Err(("R24", message, "paths start at the root of the schema"));
            };
            target = Some(found);
            // A map of objects is looked into as well.
            let Some(Elem::Resource(inner)) = &found.elem else {
                continue;
            };
            let single = found.ty != Some(SdkType::Set) && found.max_items == 1;
            if !single && parts.peek().is_some() {
                let message =
                    format!("`{path}` leads through `{part}`, which can occur more than once");
                let help = "only lists with max_items 1 can be passed through";
                return Err(("R25", message, help));
            }
            attributes = inner;
        }
        let empty = || ("R26", format!("`{path}` names no field"), "name a field");
        target.ok_or_else(empty)
    }
}
