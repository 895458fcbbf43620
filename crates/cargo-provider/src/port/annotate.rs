//! The findings about the program, as annotations and comments on fields and as report lines.

use std::collections::BTreeSet;

use super::idents;
use super::model::{Field, Item, Key, Kind as ItemKind, Place, Ty};
use super::rules;
use super::warnings::allow;
use super::words::{comment, report, words};
use crate::findings::{AttributePath, Confidence, Finding, Findings, Kind, Total, TypeFindings};
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
            Place::Item(kind) => self.of_type(kind, type_name),
            Place::Meta => None,
        };
        TypeAnnotations {
            findings,
            accept_likely: self.accept_likely,
        }
    }

    fn of_type(&self, kind: ItemKind, type_name: &str) -> Option<&TypeFindings> {
        match kind {
            ItemKind::Resource => self.findings.resources.get(type_name),
            ItemKind::DataSource => self.findings.data_sources.get(type_name),
            ItemKind::Ephemeral => self.findings.ephemeral_resources.get(type_name),
            ItemKind::List => self.findings.list_resources.get(type_name),
            ItemKind::Action => self.findings.actions.get(type_name),
            ItemKind::StateStore | ItemKind::Function => None,
        }
    }

    /// Report lines about a type.
    pub(super) fn of_item(&self, item: &Item) -> Vec<String> {
        self.of_type(item.kind, &item.type_name)
            .map(report)
            .unwrap_or_default()
    }

    /// The same for the provider's settings.
    pub(super) fn of_provider(&self) -> Vec<String> {
        report(&self.findings.provider)
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
                let members = others
                    .iter()
                    .map(Key::shown)
                    .chain([ident.clone()])
                    .collect();
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
    fn here<'s>(&'s self, path: &'s [&str]) -> impl Iterator<Item = &'s Finding> {
        let all = self
            .findings
            .map(|all| all.findings.as_slice())
            .unwrap_or_default();
        all.iter().filter(move |finding| {
            finding
                .at
                .0
                .iter()
                .map(String::as_str)
                .eq(path.iter().copied())
        })
    }

    fn is_sure(&self, finding: &Finding) -> bool {
        match finding.confidence {
            Confidence::Learned => true,
            Confidence::Likely => self.accept_likely,
            Confidence::CannotBeKnown => false,
        }
    }

    /// The output at a field.
    pub(super) fn at(&self, path: &[&str], at: At<'_>) -> Learned {
        let mut learned = Learned::default();
        // The type first: the validators depend on it.
        for finding in self.here(path).filter(|finding| self.is_sure(finding)) {
            let ty = match (&finding.kind, at.ty) {
                (Kind::Integer(bits), ty) => {
                    let of = if *bits == 32 { "i32" } else { "i64" };
                    if let Some(ty) = whole(ty, of) {
                        learned.ty = Some(ty);
                    }
                    continue;
                }
                (Kind::SemanticType(format), Ty::Named("String")) => match *format {
                    "json" => "Json",
                    "cidr" => "Cidr",
                    "ip" => "std::net::IpAddr",
                    "duration" => "std::time::Duration",
                    _ => continue,
                },
                _ => continue,
            };
            learned.ty = Some(Ty::Named(ty));
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
                let breaks = default
                    .as_ref()
                    .is_some_and(|value| holds(rule, value) == Some(false));
                if self.is_sure(finding) && breaks {
                    let remedy = format!(
                        "validate = {check}, which the default breaks: check it in `validate`"
                    );
                    learned.comments.push(comment(finding, &remedy));
                } else if self.is_sure(finding) {
                    checks.push(check);
                } else {
                    learned
                        .comments
                        .push(comment(finding, &format!("validate = {check}")));
                }
                continue;
            }
            match self.annotation(path, finding, &at, &ty) {
                // An option occurs once: further values are left to the reader. Groups are handled
                // later.
                Some(key)
                    if self.is_sure(finding)
                        && (GROUPS.contains(&key.name())
                            || learned.keys.iter().all(|other| other.name() != key.name())) =>
                {
                    learned.has_default |= match &finding.kind {
                        Kind::Default(_) => true,
                        Kind::DefaultFromEnvironment { fallback, .. } => !fallback.is_null(),
                        _ => false,
                    };
                    learned.keys.push(key);
                }
                Some(key) => learned.comments.push(comment(finding, &key.shown())),
                None => learned
                    .comments
                    .push(comment(finding, &words(&finding.kind))),
            }
        }
        checks.dedup();
        match checks.as_slice() {
            [] => {}
            [one] => learned.keys.push(Key::word(format!("validate = {one}"))),
            several => learned
                .keys
                .push(Key::word(format!("validate = [{}]", several.join(", ")))),
        }
        if learned.has_default && learned.keys.contains(&Key::word("force_new")) {
            allow(&mut learned.keys, "force_new_default");
        }
        learned
    }

    /// The annotation for a finding, if the field may have one.
    fn annotation(&self, path: &[&str], finding: &Finding, at: &At<'_>, ty: &Ty) -> Option<Key> {
        let configurable = at.optional && !at.required && !at.is_block;
        match &finding.kind {
            Kind::ConflictsWith(others) if configurable => {
                // Naming it on one side is enough.
                let others = others
                    .iter()
                    .filter(|other| !self.says_first(other, path, at));
                relation("conflicts_with", path, others, at)
            }
            Kind::ExactlyOneOf(all) if configurable => one_of("exactly_one_of", path, all, at),
            Kind::AtLeastOneOf(all) if configurable => one_of("at_least_one_of", path, all, at),
            Kind::RequiredWith(others) if configurable => {
                relation("required_with", path, others.iter(), at)
            }
            Kind::PreferWriteOnly(other) if configurable && !at.write_only => {
                relation("prefer_write_only", path, [other].into_iter(), at)
            }
            Kind::Total(total, others) if (at.optional || at.required) && !at.is_block => {
                let key = match total {
                    Total::AtLeastSum => "at_least_sum_of",
                    Total::AtMostSum => "at_most_sum_of",
                    Total::EqualSum => "equal_to_sum_of",
                    Total::EqualProduct => "equal_to_product_of",
                };
                relation(key, path, others.iter(), at)
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
    fn says_first(&self, other: &AttributePath, path: &[&str], at: &At<'_>) -> bool {
        let other: Vec<&str> = other.0.iter().map(String::as_str).collect();
        let (Some((last, before)), Some((_, parent))) = (other.split_last(), path.split_last())
        else {
            return false;
        };
        if before != parent || other.as_slice() >= path || !(at.siblings)(last) {
            return false;
        }
        let mut here = self.here(&other);
        here.any(|finding| {
            self.is_sure(finding)
                && matches!(&finding.kind, Kind::ConflictsWith(all) if all.iter().any(|one| one.0.iter().map(String::as_str).eq(path.iter().copied())))
        })
    }

    /// The deprecation message for users.
    pub(super) fn deprecation(&self, path: &[&str]) -> Option<String> {
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

/// A group, as any of its members could declare it.
fn one_of(key: &str, path: &[&str], all: &[AttributePath], at: &At<'_>) -> Option<Key> {
    let is_this = |one: &&AttributePath| one.0.iter().map(String::as_str).eq(path.iter().copied());
    let others: Vec<&AttributePath> = all.iter().filter(|one| !is_this(one)).collect();
    relation(key, path, others.into_iter(), at)
}

/// A relation, if everything that it names is a sibling of the field and may be omitted.
fn relation<'a>(
    key: &str,
    path: &[&str],
    others: impl Iterator<Item = &'a AttributePath>,
    at: &At<'_>,
) -> Option<Key> {
    let (_, parent) = path.split_last()?;
    let mut names = Vec::new();
    for other in others {
        let (last, before) = other.0.split_last()?;
        if !before.iter().map(String::as_str).eq(parent.iter().copied()) || !(at.siblings)(last) {
            return None;
        }
        names.push(Key::word(idents::field(last, &mut Default::default())?));
    }
    (!names.is_empty()).then(|| Key::List(key.to_owned(), names))
}
