//! The groups of intended differences.

use schema_runtime::schema::{Default, Extra, Field, Flags, Kind, Nesting};
use schema_runtime::value::Value;

use super::spec;

/// Why a leaf differs from the reference on purpose. The numbers are those of the vectors' README
/// and of docs/src/reference/differences.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// A default fills every null, also at every depth of what is planned.
    Default = 1,
    /// Null, zero and empty are distinguished.
    NullZeroEmpty = 2,
    /// Any change inside a force-new block replaces.
    ForceNewBlock = 3,
    /// Computed values inside new list elements are unknown.
    NewElement = 4,
    /// A state function.
    StateFunction = 5,
    /// Sets with computed values inside.
    ComputedInSet = 6,
    /// A conflict is reported on both sides.
    Conflict = 7,
    /// Optional and computed blocks are nested attributes.
    ComputedBlock = 8,
    /// `id` is computed only.
    Id = 9,
    /// Configured values are planned unchanged, including unknowns.
    AsConfigured = 10,
    /// A certain error is reported even if something beside it is unknown or wrong too.
    AllErrors = 11,
    /// A set element that an unknown one may displace is planned unknown.
    Displaced = 12,
    /// Computed values go with the list element that is configured the same.
    ListElement = 13,
}

impl Group {
    /// Every group.
    pub const ALL: [Group; 13] = [
        Group::Default,
        Group::NullZeroEmpty,
        Group::ForceNewBlock,
        Group::NewElement,
        Group::StateFunction,
        Group::ComputedInSet,
        Group::Conflict,
        Group::ComputedBlock,
        Group::Id,
        Group::AsConfigured,
        Group::AllErrors,
        Group::Displaced,
        Group::ListElement,
    ];

    /// Its number, here and in the documentation.
    #[must_use]
    pub const fn number(self) -> usize {
        self as usize
    }
}

/// A leaf and what is known about it. A collection of objects is one where it differs as a whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf<'a> {
    /// Its field.
    pub field: &'a Field,
    /// As it was, or was in the element that this one continues.
    pub prior: &'a Value,
    /// As it was in the list element that this one continues.
    pub continued: &'a Value,
    /// As it is configured.
    pub config: &'a Value,
    /// The reference's answer.
    pub theirs: &'a Value,
    /// Our answer.
    pub ours: &'a Value,
    /// There is no prior object around it.
    pub fresh: bool,
    /// The list element continues none.
    pub fresh_in_list: bool,
    /// In an element of a list.
    pub in_list: bool,
    /// In an element of a set.
    pub in_set: bool,
    /// In something that is kept as it is, since it is computed and not configured.
    pub kept: bool,
    /// Core rejects the reference's plan here.
    pub refused: bool,
}

/// Whether the reference's flat map holds the same for two values: null, zero and empty are one.
#[must_use]
pub(super) fn equivalent(a: &Value, b: &Value) -> bool {
    fn nothing(value: &Value) -> bool {
        match value {
            Value::Object(values) | Value::List(values) => values.iter().all(nothing),
            Value::Set(values) => values.iter().all(nothing),
            Value::Map(values) => values.values().all(is_absent),
            other => other.is_null() || other.is_zero(),
        }
    }
    match (a, b) {
        (Value::List(a), Value::List(b)) | (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equivalent(a, b))
        }
        (Value::Map(a), Value::Map(b)) => {
            let mut keys = a.keys().chain(b.keys());
            keys.all(|key| match (a.get(key), b.get(key)) {
                (Some(a), Some(b)) => equivalent(a, b),
                (one, other) => one.or(other).is_none_or(is_absent),
            })
        }
        (Value::Set(a), Value::Set(b)) => {
            let mut rest: Vec<&Value> = b.iter().collect();
            a.len() == b.len()
                && a.iter().all(|a| {
                    let at = rest.iter().position(|b| equivalent(a, b));
                    at.map(|at| rest.remove(at)).is_some()
                })
        }
        (a, b) => a == b || nothing(a) && nothing(b),
    }
}

/// Whether an entry of a map is one that is not there for the reference: another zero is.
fn is_absent(entry: &Value) -> bool {
    entry.is_null() || *entry == Value::from("")
}

/// Whether the reference has lost a set, or what is beside it, because a set inside has an element
/// with nothing in it.
fn loses(theirs: &Value, prior: &Value) -> bool {
    fn holds_nothing(value: &Value) -> bool {
        match value {
            Value::Object(values) => values.iter().any(holds_nothing),
            Value::Set(values) => values
                .iter()
                .any(|one| equivalent(one, &Value::Null) || holds_nothing(one)),
            other => other.elements().iter().any(holds_nothing),
        }
    }
    match (theirs, prior) {
        (Value::Object(values), Value::Object(old)) => {
            let emptied = holds_nothing(prior);
            let mut pairs = values.iter().zip(old);
            pairs.all(|(theirs, prior)| {
                loses(theirs, prior) || emptied && (theirs.is_null() || theirs.is_unknown())
            })
        }
        (Value::Set(theirs), Value::Set(prior)) if theirs.len() == prior.len() => theirs
            .iter()
            .all(|theirs| prior.iter().any(|prior| loses(theirs, prior))),
        (Value::Null, Value::Set(prior)) => prior.iter().any(holds_nothing),
        _ => theirs == prior,
    }
}

/// The default of a field.
fn default(field: &Field) -> Option<Value> {
    match field.default()? {
        Default::Value(value) => Some(value.clone()),
        _ => None,
    }
}

fn state_function(field: &Field) -> Option<fn(&Value) -> Value> {
    field.extras.iter().find_map(|extra| match extra {
        Extra::StateFn { state_fn } => Some(*state_fn),
        _ => None,
    })
}

/// Whether a value is unknown where the configured one is in part, and the same everywhere else.
fn blurs(theirs: &Value, config: &Value) -> bool {
    match (theirs, config) {
        (Value::Unknown(_), config) => !config.is_wholly_known(),
        (Value::List(a), Value::List(b)) | (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| blurs(a, b))
        }
        _ => equivalent(theirs, config),
    }
}

/// Whether the reference plans a computed collection as it is configured, but keeps what was there
/// where a zero is configured.
fn keeps_for_zeros(theirs: &Value, config: &Value, prior: &Value) -> bool {
    match (theirs, config, prior) {
        (Value::Map(theirs), Value::Map(config), Value::Map(prior)) => {
            theirs.len() == config.len()
                && theirs.iter().all(|(key, theirs)| {
                    let (config, prior) = (config.get(key), prior.get(key));
                    config == Some(theirs)
                        || config.is_some_and(Value::is_zero) && prior == Some(theirs)
                })
        }
        (Value::List(theirs), Value::List(config), Value::List(prior)) => {
            theirs.len() == config.len()
                && theirs.iter().enumerate().all(|(i, theirs)| {
                    config[i] == *theirs || config[i].is_zero() && prior.get(i) == Some(theirs)
                })
        }
        _ => false,
    }
}

impl Leaf<'_> {
    /// The first group whose function yields our value.
    #[must_use]
    pub(super) fn excuse(&self) -> Option<Group> {
        let groups = [
            (Group::Id, self.id()),
            (Group::StateFunction, self.state_function()),
            (Group::Default, self.default()),
            (Group::ComputedBlock, self.computed_block()),
            (Group::NewElement, self.new_element()),
            (Group::NullZeroEmpty, self.null_zero_empty()),
            (Group::ComputedInSet, self.computed_in_set()),
            (Group::ListElement, self.list_element()),
            // What the reference does wrong is no reason where another one explains our value.
            (Group::AsConfigured, self.as_configured()),
        ];
        groups
            .into_iter()
            .find(|(_, value)| value.as_ref() == Some(self.ours))
            .map(|(group, _)| group)
    }

    fn id(&self) -> Option<Value> {
        let id = self.field.is(Flags::IMPLIED) && self.field.name.as_str() == "id";
        id.then(|| self.open())
    }

    /// The computed value if none is configured.
    fn open(&self) -> Value {
        if self.fresh {
            Value::UNKNOWN
        } else {
            self.prior.clone()
        }
    }

    fn state_function(&self) -> Option<Value> {
        let function = state_function(self.field)?;
        let processed = |value: &Value| value.as_str().is_some() && function(value) == *self.ours;
        if processed(self.theirs) {
            // The reference may store what is not processed.
            return Some(self.ours.clone());
        }
        let wanted = match (self.config.is_null(), default(self.field)) {
            (true, None) if self.field.is(Flags::COMPUTED) => return Some(self.open()),
            (true, None) => return Some(Value::Null),
            (true, Some(default)) => default,
            (false, _) => self.config.clone(),
        };
        if wanted.is_wholly_known() {
            Some(function(&wanted))
        } else {
            Some(wanted)
        }
    }

    fn default(&self) -> Option<Value> {
        let default = default(self.field)?;
        self.config.is_null().then_some(default)
    }

    /// The reference plans what core rejects for not being what is configured, or says less than
    /// what is known, or keeps what was there where something is unknown.
    fn as_configured(&self) -> Option<Value> {
        let Leaf {
            config,
            theirs,
            prior,
            ..
        } = self;
        // The provider's to choose: nothing is configured that could be planned.
        let chosen = config.is_null() && self.field.is(Flags::COMPUTED);
        let kept = config.is_null() && equivalent(theirs, prior);
        let vague = blurs(theirs, config) || !config.is_wholly_known() && theirs == prior;
        let refused = self.refused && !kept;
        (!chosen && (refused || vague)).then(|| match (self.field.nested_block(), config) {
            (Some((Nesting::List, block)), Value::List(elements)) => {
                let old = spec::continued_in_list(block, self.continued.elements(), elements);
                let pairs = elements.iter().zip(old);
                Value::List(
                    pairs
                        .map(|(one, old)| spec::planned(block, old, one))
                        .collect(),
                )
            }
            _ => (*config).clone(),
        })
    }

    fn computed_block(&self) -> Option<Value> {
        let nested = matches!(self.field.kind, Kind::Nested { .. });
        let both = Flags::OPTIONAL.with(Flags::COMPUTED);
        (nested && self.field.is(both) && self.config.is_null()).then(|| self.open())
    }

    fn new_element(&self) -> Option<Value> {
        let computed = self.field.is(Flags::COMPUTED) && self.config.is_null();
        let theirs = self.theirs.is_null() || self.theirs.is_zero();
        (computed && self.in_list && self.fresh && theirs).then_some(Value::UNKNOWN)
    }

    fn null_zero_empty(&self) -> Option<Value> {
        let config = self.config;
        let computed = self.field.is(Flags::COMPUTED) || self.kept;
        if config.is_null() && computed && !self.fresh {
            // Kept exactly; the reference takes a null or empty one for one that was never set.
            let nothing = self.prior.is_null() || self.prior.is_zero();
            let theirs = self.theirs.is_unknown() || equivalent(self.theirs, self.prior);
            let kept = nothing && theirs || loses(self.theirs, self.prior);
            return kept.then(|| self.prior.clone());
        }
        if config.is_null() && !computed {
            // Unset is null; the reference keeps or writes a zero.
            return equivalent(self.theirs, &Value::Null).then_some(Value::Null);
        }
        // A configured zero is itself; for the reference it is unset, so that a computed value
        // is kept or becomes unknown.
        let zero = config.is_zero() || equivalent(config, &Value::Null);
        let theirs = equivalent(self.theirs, config)
            || computed && (self.theirs.is_unknown() || equivalent(self.theirs, self.prior));
        let attribute = matches!(self.field.kind, Kind::Attribute { .. });
        if computed && attribute && keeps_for_zeros(self.theirs, config, self.prior) {
            return Some(config.clone());
        }
        // Nulls and zeros inside a collection, which the reference takes for one another.
        let inside = attribute && !config.is_null() && equivalent(self.theirs, config);
        (inside || zero && theirs && (attribute || config.is_zero())).then(|| config.clone())
    }

    /// Another element's than that of the index, whose value the reference plans.
    fn list_element(&self) -> Option<Value> {
        let computed = (self.field.is(Flags::COMPUTED) || self.kept) && self.config.is_null();
        let value = match self.fresh_in_list {
            true => Value::UNKNOWN,
            false => self.continued.clone(),
        };
        (computed && self.in_list).then_some(value)
    }

    fn computed_in_set(&self) -> Option<Value> {
        (self.in_set && self.field.is(Flags::COMPUTED) && self.config.is_null())
            .then(|| self.open())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_has_every_group_and_no_other() {
        let page = include_str!("../../../docs/src/reference/differences.md");
        let described: Vec<usize> = page
            .lines()
            .filter_map(|line| line.strip_prefix("## ")?.split_once(". "))
            .filter_map(|(number, _)| number.parse().ok())
            .collect();
        let groups: Vec<usize> = Group::ALL.iter().map(|group| group.number()).collect();
        assert_eq!(described, groups);
        assert_eq!(groups, (1..=groups.len()).collect::<Vec<_>>());
    }
}
