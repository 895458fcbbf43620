//! Contradictory relations (R241): a field that no configuration can set, or a struct without a
//! valid configuration.
//!
//! Few fields are connected by relations, so every combination of set and unset is tried. Unknown
//! facts (fields of structs that the caller does not see) are omitted, which only allows more.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{At, Cx, minimal};
use crate::catalogue::{Origin, Rule};
use crate::facts::FieldFacts;

/// With more connected fields nothing is tried: each doubles the number of combinations.
const MOST: usize = 12;

/// The set fields, one bit each.
type SetFields = u32;

/// A condition that every configuration must meet.
struct Constraint {
    kind: Kind,
    /// The field that declares it, by its position among the variables.
    of: usize,
    others: Vec<usize>,
    /// The key to blame; `None` if it follows from the structure.
    key: Option<&'static str>,
}

#[derive(Clone, Copy)]
enum Kind {
    /// None of the others is set with it.
    Conflicts,
    /// All of the others are set with it.
    Needs,
    /// Exactly one of them is set.
    ExactlyOne,
    /// At most one of them is set; there may be others that are not known.
    AtMostOne,
    AtLeastOne,
    Always,
    Never,
}

impl Constraint {
    fn holds(&self, set: SetFields) -> bool {
        let is_set = |one: usize| set & (1 << one) != 0;
        let others = || self.others.iter().filter(|other| is_set(**other)).count();
        let all = || others() + usize::from(is_set(self.of));
        match self.kind {
            Kind::Conflicts => !is_set(self.of) || others() == 0,
            Kind::Needs => !is_set(self.of) || others() == self.others.len(),
            Kind::ExactlyOne => all() == 1,
            Kind::AtMostOne => all() <= 1,
            Kind::AtLeastOne => all() >= 1,
            Kind::Always => is_set(self.of),
            Kind::Never => !is_set(self.of),
        }
    }
}

/// Checks the relations of the current struct, if they have no other mistakes.
pub(super) fn check(cx: &mut Cx<'_, '_>) {
    let mut out = cx.out.iter();
    if out.any(|v| cx.is_own(v) && is_of_relations(v.rule)) {
        return;
    }
    let mut relations = Relations::default();
    for field in &cx.block.fields {
        relations.add(field);
    }
    for field in &cx.block.fields {
        relations.add_presence(field);
    }
    relations.add_parents();
    for component in relations.components() {
        component.check(cx);
    }
}

/// Whether a rule is about the fields that relations name.
fn is_of_relations(rule: Rule) -> bool {
    let number = rule.number();
    match rule.info().origin {
        Origin::GoSdk => (20..=29).contains(&number) || matches!(number, 42 | 43 | 47),
        _ => [
            Rule::RELATION_LIST,
            Rule::RELATION_COMPUTED_TARGET,
            Rule::RELATION_REMOVED_TARGET,
            Rule::REMOVED_COMBINATION,
            Rule::NAME_TWICE,
        ]
        .contains(&rule),
    }
}

/// All conditions from a struct's relations, over the names in it.
#[derive(Default)]
struct Relations {
    /// Dotted names; the position of a field here is its variable.
    names: Vec<String>,
    known: BTreeMap<String, usize>,
    constraints: Vec<Constraint>,
}

impl Relations {
    fn variable(&mut self, name: &str) -> usize {
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        self.names.push(String::from(name));
        self.known.insert(String::from(name), self.names.len() - 1);
        self.names.len() - 1
    }

    fn constrain(&mut self, kind: Kind, of: usize, others: Vec<usize>, key: Option<&'static str>) {
        self.constraints.push(Constraint {
            kind,
            of,
            others,
            key,
        });
    }

    fn add(&mut self, field: &FieldFacts<'_>) {
        for (key, paths) in field.relations() {
            let paths = paths.iter().filter(|path| **path != field.name);
            let others: Vec<String> = paths.map(|path| String::from(*path)).collect();
            let hidden = field.hidden_targets.contains(&key);
            if others.is_empty() || (key == "at_least_one_of" && hidden) {
                continue;
            }
            let of = self.variable(field.name);
            let others = others.iter().map(|other| self.variable(other)).collect();
            let kind = match key {
                "conflicts_with" => Kind::Conflicts,
                "required_with" => Kind::Needs,
                "exactly_one_of" if hidden => Kind::AtMostOne,
                "exactly_one_of" => Kind::ExactlyOne,
                _ => Kind::AtLeastOne,
            };
            self.constrain(kind, of, others, Some(key));
        }
    }

    /// Adds the fields that every configuration sets, and those that none sets.
    fn add_presence(&mut self, field: &FieldFacts<'_>) {
        let Some(of) = self.known.get(field.name).copied() else {
            return;
        };
        let always = field.required || (field.is_block() && field.min_items > Some(0));
        let never = field.removed.is_some() || (field.is_computed_only() && !field.is_block());
        let kind = match (always, never) {
            (true, false) => Kind::Always,
            (false, true) => Kind::Never,
            _ => return,
        };
        self.constrain(kind, of, Vec::new(), None);
    }

    /// A nested field is only set if its parent is.
    fn add_parents(&mut self) {
        let known = &self.known;
        let names = self.names.iter();
        let pairs: Vec<(usize, usize)> = names
            .enumerate()
            .flat_map(|(inner, name)| {
                let outer = name.match_indices('.').map(|(dot, _)| &name[..dot]);
                outer.filter_map(move |outer| Some((inner, *known.get(outer)?)))
            })
            .collect();
        for (of, outer) in pairs {
            self.constrain(Kind::Needs, of, vec![outer], None);
        }
    }

    /// Groups of connected fields, with their constraints.
    fn components(&self) -> Vec<Component<'_>> {
        let mut group: Vec<usize> = (0..self.names.len()).collect();
        for constraint in &self.constraints {
            for other in &constraint.others {
                let (from, to) = (group[*other], group[constraint.of]);
                for one in group.iter_mut().filter(|one| **one == from) {
                    *one = to;
                }
            }
        }
        let mut roots = group.clone();
        roots.sort_unstable();
        roots.dedup();
        let of = |root: &usize| {
            let variables: Vec<usize> = (0..group.len())
                .filter(|one| group[*one] == *root)
                .collect();
            let here = |one: &usize| variables.binary_search(one).unwrap_or_default();
            let constraints = self.constraints.iter();
            Component {
                names: variables.iter().map(|one| &*self.names[*one]).collect(),
                constraints: constraints
                    .filter(|constraint| group[constraint.of] == *root)
                    .map(|constraint| Constraint {
                        of: here(&constraint.of),
                        others: constraint.others.iter().map(here).collect(),
                        ..*constraint
                    })
                    .collect(),
            }
        };
        roots.iter().map(of).collect()
    }
}

struct Component<'r> {
    names: Vec<&'r str>,
    constraints: Vec<Constraint>,
}

impl Component<'_> {
    fn combinations(&self) -> impl Iterator<Item = SetFields> + use<> {
        0..1 << self.names.len()
    }

    fn check(&self, cx: &mut Cx<'_, '_>) {
        if self.names.len() > MOST {
            return;
        }
        let valid = |way: &SetFields| self.constraints.iter().all(|one| one.holds(*way));
        let (mut any, mut possible) = (false, 0);
        for way in self.combinations().filter(valid) {
            any = true;
            possible |= way;
        }
        if !any {
            self.report(cx, None, &self.core(None));
            return;
        }
        let mut told = Vec::new();
        for variable in 0..self.names.len() {
            let never = |one: &Constraint| one.of == variable && matches!(one.kind, Kind::Never);
            if possible & (1 << variable) != 0 || self.constraints.iter().any(never) {
                continue;
            }
            let core = self.core(Some(variable));
            // One cause is reported once.
            if core.iter().any(|one| told.contains(one)) {
                continue;
            }
            self.report(cx, Some(variable), &core);
            told.extend(core);
        }
    }

    /// A minimal set of constraints, by position, under which this field cannot be set, or no
    /// configuration is valid.
    fn core(&self, variable: Option<usize>) -> Vec<usize> {
        let wanted: Vec<SetFields> = self
            .combinations()
            .filter(|way| variable.is_none_or(|variable| way & (1 << variable) != 0))
            .collect();
        minimal((0..self.constraints.len()).collect(), |fewer| {
            let holds = |way, one: &usize| self.constraints[*one].holds(way);
            !wanted
                .iter()
                .any(|way| fewer.iter().all(|one| holds(*way, one)))
        })
    }

    fn report(&self, cx: &mut Cx<'_, '_>, variable: Option<usize>, core: &[usize]) {
        let core: Vec<&Constraint> = core.iter().map(|one| &self.constraints[*one]).collect();
        // The field's own key is closest, or else the one written last.
        let said = |one: &&&Constraint| one.key.is_some();
        let own = |one: &&&Constraint| said(one) && Some(one.of) == variable;
        let Some(blamed) = core.iter().find(own).or_else(|| core.iter().rfind(said)) else {
            return;
        };
        let name = self.names[blamed.of];
        let block = cx.block;
        let mut fields = block.fields.iter().enumerate();
        let found = fields.find(|(_, field)| field.name == name);
        let (Some((index, field)), Some(key)) = (found, blamed.key) else {
            return;
        };
        let field = At { index, field };
        let reasons: Vec<String> = core.iter().map(|one| one.words(&self.names)).collect();
        let why = joined(&reasons, ", and ");
        let message = match variable {
            Some(variable) => format!("`{}` can never be set: {why}", self.names[variable]),
            None => format!("no configuration is valid: {why}"),
        };
        let help = "remove one of these relations, or the field that they exclude";
        cx.at(field, Rule::RELATION_CONTRADICTION, key, message, help);
    }
}

impl Constraint {
    fn words(&self, names: &[&str]) -> String {
        let quoted = |variable: &usize| format!("`{}`", names[*variable]);
        let of = quoted(&self.of);
        let others: Vec<String> = self.others.iter().map(quoted).collect();
        let all = [core::slice::from_ref(&of), &others[..]].concat();
        let (others, all) = (joined(&others, " and "), joined(&all, " and "));
        match self.kind {
            Kind::Conflicts => format!("`conflicts_with` of {of} allows no {others} beside it"),
            Kind::Needs if self.key.is_none() => format!("{of} is inside {others}"),
            Kind::Needs => format!("`required_with` of {of} asks for {others}"),
            Kind::ExactlyOne | Kind::AtMostOne => {
                format!("`exactly_one_of` of {of} allows just one of {all}")
            }
            Kind::AtLeastOne => format!("`at_least_one_of` of {of} asks for one of {all}"),
            Kind::Always => format!("{of} is required"),
            Kind::Never => format!("no configuration sets {of}"),
        }
    }
}

/// A list with commas, and this before its last part.
fn joined(words: &[String], before_last: &str) -> String {
    match words.split_last() {
        Some((last, words)) if !words.is_empty() => {
            format!("{}{before_last}{last}", words.join(", "))
        }
        _ => words.concat(),
    }
}
