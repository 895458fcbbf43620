//! The findings about the program, as annotations and comments on fields and as report lines.

use std::collections::BTreeSet;

use super::model::{Field, Item, Key, Place, Ty};
use super::rules;
use super::warnings::allow;
use super::words::{comment, report, words};
use crate::findings::{AttributePath, Confidence, Finding, Findings, Kind, Total, TypeFindings};
use crate::idents;
use crate::learn::rule::holds;
use crate::learn::value::Value;

/// The output of everything that was learned.
#[derive(Debug, Default)]
pub(super) struct Annotations {
    pub(super) findings: Findings,
    /// Inferred findings are written as if they were confirmed.
    pub(super) accept_likely: bool,
}

/// The same for one type.
#[derive(Clone, Copy)]
pub(super) struct TypeAnnotations<'a> {
    findings: Option<&'a TypeFindings>,
    accept_likely: bool,
}

/// The facts that decide whether a field may have an annotation.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    pub(super) ty: &'a Ty,
    pub(super) required: bool,
    pub(super) optional: bool,
    pub(super) write_only: bool,
    pub(super) is_block: bool,
    /// Whether it is a repeatable block, or an optional single one.
    pub(super) many: bool,
    /// Whether a change of it can replace something.
    pub(super) in_resource: bool,
    /// The siblings that a relation can name: the arguments that may be omitted.
    pub(super) siblings: &'a dyn Fn(&str) -> bool,
}

/// The output for one field.
#[derive(Clone, Debug, Default)]
pub(super) struct Learned {
    pub(super) keys: Vec<Key>,
    pub(super) comments: Vec<String>,
    /// A type that differs from the schema's.
    pub(super) ty: Option<Ty>,
    /// The field has a default, so it needs neither to be nullable nor `computed`.
    pub(super) has_default: bool,
}

impl Annotations {
    pub(super) fn of(&self, place: Place, type_name: &str) -> TypeAnnotations<'_> {
        let findings = match place {
            Place::Provider => Some(&self.findings.provider),
            Place::Item(kind) => self.findings.types.get(&(kind, type_name.to_owned())),
            Place::Meta => None,
        };
        TypeAnnotations {
            findings,
            accept_likely: self.accept_likely,
        }
    }

    /// Report lines about a type.
    pub(super) fn of_item(&self, item: &Item) -> Vec<String> {
        let of = self.of(Place::Item(item.kind), &item.type_name);
        of.findings.map(report).unwrap_or_default()
    }
}

/// The relation options that any member could have.
pub(super) const GROUPS: [&str; 2] = ["exactly_one_of", "at_least_one_of"];

/// Writes each group once, at a member without that option.
pub(super) fn once(fields: &mut [Field]) {
    for key in GROUPS {
        let mut groups: Vec<(BTreeSet<String>, Vec<usize>)> = Vec::new();
        for (at, field) in fields.iter_mut().enumerate() {
            let ident = field.ident.clone();
            field.keys.retain(|own| {
                let Key::List(name, others) = own else {
                    return true;
                };
                if name != key {
                    return true;
                }
                let members = others.iter().map(Key::shown);
                let members = members.chain([ident.clone()]).collect();
                match groups.iter_mut().find(|(group, _)| *group == members) {
                    Some((_, owners)) => owners.push(at),
                    None => groups.push((members, vec![at])),
                }
                false
            });
        }
        // Groups with the fewest possible places choose first.
        groups.sort_by_key(|(_, owners)| owners.len());
        for (members, owners) in groups {
            let is_free = |at: &&usize| fields[**at].keys.iter().all(|own| own.name() != key);
            let free = owners.iter().find(is_free).copied();
            let Some(at) = free.or_else(|| owners.first().copied()) else {
                continue;
            };
            let field = &mut fields[at];
            let others = members.into_iter().filter(|name| *name != field.ident);
            let group = Key::List(key.to_owned(), others.map(Key::word).collect());
            match free {
                Some(_) => {
                    let place = field.keys.iter().position(|own| own.name() == "optional");
                    field.keys.insert(place.map_or(0, |place| place + 1), group);
                }
                None => field.comments.push(format!(
                    "learned: {} as well: check it in `validate`",
                    group.shown()
                )),
            }
        }
    }
}

impl TypeAnnotations<'_> {
    fn here(&self, path: &AttributePath) -> impl Iterator<Item = &Finding> {
        let all = self.findings.into_iter().flat_map(|all| &all.findings);
        all.filter(move |finding| finding.at == *path)
    }

    fn is_sure(&self, finding: &Finding) -> bool {
        match finding.confidence {
            Confidence::Learned => true,
            Confidence::Likely => self.accept_likely,
            Confidence::CannotBeKnown => false,
        }
    }

    /// The output at a field.
    pub(super) fn at(&self, path: &AttributePath, at: At<'_>) -> Learned {
        let mut learned = Learned::default();
        // The type first: the validators depend on it.
        for finding in self.here(path).filter(|finding| self.is_sure(finding)) {
            let ty = match (&finding.kind, at.ty) {
                (Kind::Integer(32), ty) => whole(ty, "i32"),
                (Kind::Integer(_), ty) => whole(ty, "i64"),
                (Kind::SemanticType(format), Ty::Named("String")) => match *format {
                    "json" => Some(Ty::Named("Json")),
                    "cidr" => Some(Ty::Named("Cidr")),
                    "ip" => Some(Ty::Named("std::net::IpAddr")),
                    "duration" => Some(Ty::Named("std::time::Duration")),
                    _ => None,
                },
                _ => None,
            };
            learned.ty = ty.or(learned.ty);
        }
        let ty = learned.ty.clone().unwrap_or_else(|| at.ty.clone());
        let default = self.here(path).find_map(|finding| match &finding.kind {
            Kind::Default(value) if self.is_sure(finding) => Some(Value::of_json(value)),
            _ => None,
        });
        let mut checks = Vec::new();
        for finding in self.here(path) {
            let told = matches!(finding.kind, Kind::Integer(_) | Kind::SemanticType(_))
                && learned.ty.is_some();
            let said_by_other = matches!(&finding.kind, Kind::ConflictsWith(others)
                if others.iter().all(|other| self.says_first(other, path, &at)));
            if told
                || said_by_other
                || matches!(finding.kind, Kind::KeepsValue | Kind::Deprecated(_))
                || finding.confidence == Confidence::CannotBeKnown
            {
                continue;
            }
            if let Kind::Validator(rule) = &finding.kind
                && at.optional | at.required
                && !at.is_block
                && let Some(check) = rules::validator(rule, &ty)
            {
                // Go checks no defaults; ours must satisfy its own rules.
                let holds = |value: &Value| holds(rule, value) != Some(false);
                let remedy = match default.as_ref().is_none_or(holds) {
                    true if self.is_sure(finding) => {
                        checks.push(check);
                        continue;
                    }
                    false if self.is_sure(finding) => {
                        ", which the default breaks: check it in `validate`"
                    }
                    _ => "",
                };
                let remedy = format!("validate = {check}{remedy}");
                learned.comments.push(comment(finding, &remedy));
                continue;
            }
            // An option occurs once: further values are left to the reader. Groups are handled
            // later.
            let is_free = |key: &Key| {
                let known = learned.keys.iter().any(|other| other.name() == key.name());
                GROUPS.contains(&key.name()) || !known
            };
            match self.annotation(path, finding, &at, &ty) {
                Some(key) if self.is_sure(finding) && is_free(&key) => {
                    learned.has_default |= match &finding.kind {
                        Kind::Default(_) => true,
                        Kind::DefaultFromEnvironment { fallback, .. } => !fallback.is_null(),
                        _ => false,
                    };
                    learned.keys.push(key);
                }
                key => {
                    let what = key.map_or_else(|| words(&finding.kind), |key| key.shown());
                    learned.comments.push(comment(finding, &what));
                }
            }
        }
        checks.dedup();
        let check = match checks.as_slice() {
            [one] => one.clone(),
            several => format!("[{}]", several.join(", ")),
        };
        if !checks.is_empty() {
            learned.keys.push(Key::word(format!("validate = {check}")));
        }
        if learned.has_default && learned.keys.contains(&Key::word("force_new")) {
            allow(&mut learned.keys, "force_new_default");
        }
        learned
    }

    /// The annotation for a finding, if the field may have one.
    fn annotation(
        &self,
        path: &AttributePath,
        finding: &Finding,
        at: &At<'_>,
        ty: &Ty,
    ) -> Option<Key> {
        let configurable = at.optional && !at.required && !at.is_block;
        let one_of = |key, all: &[AttributePath]| {
            let others = all.iter().filter(|one| *one != path);
            relation(key, path, others, at)
        };
        match &finding.kind {
            Kind::ConflictsWith(others) if configurable => {
                // Naming it on one side is enough.
                let others = others
                    .iter()
                    .filter(|other| !self.says_first(other, path, at));
                relation("conflicts_with", path, others, at)
            }
            Kind::ExactlyOneOf(all) if configurable => one_of("exactly_one_of", all),
            Kind::AtLeastOneOf(all) if configurable => one_of("at_least_one_of", all),
            Kind::RequiredWith(others) if configurable => {
                relation("required_with", path, others, at)
            }
            Kind::PreferWriteOnly(other) if configurable && !at.write_only => {
                relation("prefer_write_only", path, [other], at)
            }
            Kind::Total(total, others) if (at.optional || at.required) && !at.is_block => {
                let key = match total {
                    Total::AtLeastSum => "at_least_sum_of",
                    Total::AtMostSum => "at_most_sum_of",
                    Total::EqualSum => "equal_to_sum_of",
                    Total::EqualProduct => "equal_to_product_of",
                };
                relation(key, path, others, at)
            }
            Kind::ForceNew
                if at.in_resource
                    && !at.write_only
                    && (at.optional || at.required || at.is_block) =>
            {
                Some(Key::word("force_new"))
            }
            Kind::ForceNewCount if at.in_resource && at.is_block && at.many => {
                Some(Key::List("force_new".to_owned(), vec![Key::word("count")]))
            }
            Kind::Default(value) if configurable && !at.write_only => {
                rules::default(value, ty).map(|value| Key::word(format!("default = {value}")))
            }
            Kind::DefaultFromEnvironment { variable, fallback }
                if (at.optional || at.required) && !at.is_block && !at.write_only =>
            {
                rules::default_env(variable, fallback, ty).map(Key::word)
            }
            Kind::Volatile if !at.required && !at.is_block => Some(Key::word("computed(volatile)")),
            _ => None,
        }
    }

    /// Whether an earlier sibling has the conflict too.
    fn says_first(&self, other: &AttributePath, path: &AttributePath, at: &At<'_>) -> bool {
        if other >= path || sibling(other, path, at).is_none() {
            return false;
        }
        let mut here = self.here(other).filter(|finding| self.is_sure(finding));
        here.any(|finding| matches!(&finding.kind, Kind::ConflictsWith(all) if all.contains(path)))
    }

    /// The deprecation message for users.
    pub(super) fn deprecation(&self, path: &AttributePath) -> Option<String> {
        self.here(path).find_map(|finding| match &finding.kind {
            Kind::Deprecated(message) if self.is_sure(finding) && !message.trim().is_empty() => {
                Some(message.clone())
            }
            _ => None,
        })
    }

    /// The timeout of an operation.
    pub(super) fn timeout(&self, operation: &str) -> Option<String> {
        let all = self.findings?.findings.iter();
        let mut sure = all.filter(|finding| self.is_sure(finding));
        sure.find_map(|finding| match &finding.kind {
            Kind::DefaultTimeout {
                operation: of,
                time,
            } if of == operation => Some(time.clone()),
            _ => None,
        })
    }
}

/// The type with whole numbers.
fn whole(ty: &Ty, of: &'static str) -> Option<Ty> {
    match ty {
        Ty::Named("Number") => Some(Ty::Named(of)),
        Ty::Of(outer @ ("Vec" | "Set"), inner) => Some(Ty::of(outer, whole(inner, of)?)),
        Ty::Map(inner) => Some(Ty::Map(Box::new(whole(inner, of)?))),
        _ => None,
    }
}

/// The name of an argument beside the field that relations can name.
fn sibling<'a>(other: &'a AttributePath, path: &AttributePath, at: &At<'_>) -> Option<&'a str> {
    let (last, before) = other.0.split_last()?;
    let (_, parent) = path.0.split_last()?;
    (before == parent && (at.siblings)(last)).then_some(last)
}

/// A relation, if everything that it names is a sibling of the field and may be omitted.
fn relation<'a>(
    key: &str,
    path: &AttributePath,
    others: impl IntoIterator<Item = &'a AttributePath>,
    at: &At<'_>,
) -> Option<Key> {
    let others = others.into_iter().map(|other| {
        let ident = idents::field(sibling(other, path, at)?, &mut Default::default());
        ident.map(Key::word)
    });
    let names = others.collect::<Option<Vec<Key>>>()?;
    (!names.is_empty()).then(|| Key::List(key.to_owned(), names))
}
