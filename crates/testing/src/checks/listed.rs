//! A step's checks of the objects that a query lists.

use std::collections::BTreeSet;

use schema_runtime::refs::Ref;
use schema_runtime::schema::Block;
use serde_json::Value as Json;

use crate::checks::evaluate::ObservedValue;
use crate::checks::object::list;
use crate::checks::place::{Attribute, Expectation, Expects, Place};
use crate::observed::failure::{Problem, Problems};
use crate::observed::source::ConfigSource;
use crate::observed::tree::Tree;

/// The outcome of a query.
#[derive(Clone, Debug, Default)]
pub(crate) struct ObservedQuery {
    /// The lists that ran, without their instance keys.
    pub(crate) made: BTreeSet<String>,
    pub(crate) objects: Vec<ObservedListed>,
}

/// An object that a list found.
#[derive(Clone, Debug)]
pub(crate) struct ObservedListed {
    /// The list, with its instance key.
    pub(crate) list: String,
    pub(crate) display_name: String,
    pub(crate) identity: Json,
    /// The whole object, if the list requested it.
    pub(crate) object: Option<Tree>,
    pub(crate) block: Option<Ref<Block>>,
}

/// What one `list` block must find.
#[derive(Clone, Debug)]
#[must_use = "a check does nothing until a step has it"]
pub struct ListCheck {
    address: String,
    count: Option<usize>,
    at_least: Option<usize>,
    identity: Option<Json>,
    display_name: Option<String>,
    expectations: Vec<Expectation>,
    never: bool,
}

/// The `list` block at this address (`list.disk_image.all`, or one of its instances:
/// `list.disk_image.all["key"]`) runs and succeeds. Further methods check what it finds.
pub fn listed(address: impl Into<String>) -> ListCheck {
    ListCheck {
        address: address.into(),
        count: None,
        at_least: None,
        identity: None,
        display_name: None,
        expectations: Vec::new(),
        never: false,
    }
}

impl Expects for ListCheck {
    type Check = Self;

    fn expect_of(mut self, expectation: Expectation) -> Self {
        self.expectations.push(expectation);
        self
    }
}

impl ListCheck {
    /// This many objects are found.
    pub fn count(mut self, count: usize) -> Self {
        self.count = Some(count);
        self
    }

    /// At least this many objects are found: for a remote system that the test
    /// shares.
    pub fn at_least(mut self, count: usize) -> Self {
        self.at_least = Some(count);
        self
    }

    /// An object with this identity is found: `serde_json::json!({"name": "a"})`. Further checks
    /// are about that object. Attributes that are null may be omitted.
    pub fn identity(mut self, identity: Json) -> Self {
        self.identity = Some(identity);
        self
    }

    /// An object with this display name is found, the one with the identity, if given here.
    pub fn display_name(mut self, name: impl Into<String>) -> Self {
        self.display_name = Some(name.into());
        self
    }

    /// An attribute of the whole object; the next method checks it. The list must
    /// request whole objects: `include_resource = true`.
    #[rustfmt::skip] // The compiler shows the line.
    pub fn attr<P: Place>(self, place: P) -> Attribute<Self, P::Kind> { // its value follows: `.attr(…).is(…)`
        Attribute::new(self, place.attribute_ref())
    }

    /// No such object is found: none with this identity or display name, or none at all.
    pub fn never(mut self) -> Self {
        self.never = true;
        self
    }

    pub(crate) fn check(
        &self,
        query: &ObservedQuery,
        source: &ConfigSource,
        wrong: &mut Vec<Problem>,
    ) {
        let address = &self.address;
        let (block, _) = address.split_once('[').unwrap_or((address, ""));
        if !query.made.contains(block) {
            let made = list(&query.made);
            return wrong.say(format!("{address} was not made; made was {made}"));
        }
        let of_list = |object: &&ObservedListed| {
            let rest = object.list.strip_prefix(address.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('['))
        };
        let all: Vec<&ObservedListed> = query.objects.iter().filter(of_list).collect();
        let shown = |one: &&ObservedListed| format!("{} \"{}\"", one.identity, one.display_name);
        let found = || list(all.iter().map(shown));
        let counts = [
            (self.count.filter(|count| all.len() != *count), ""),
            (self.at_least.filter(|count| all.len() < *count), " or more"),
        ];
        for (count, more) in counts {
            if let Some(count) = count {
                wrong.say(format!(
                    "{address} found {} objects, but should find {count}{more}; it found {}",
                    all.len(),
                    found()
                ));
            }
        }
        let mut named = all.clone();
        if let Some(identity) = &self.identity {
            named.retain(|one| without_nulls(identity) == without_nulls(&one.identity));
        }
        if self.never {
            let name = self.display_name.as_ref();
            named.retain(|one| name.is_none_or(|name| one.display_name == *name));
            if let Some(one) = named.first() {
                wrong.say(format!("{address} found {}, but should not", shown(one)));
            }
            return;
        }
        if let (Some(identity), true) = (&self.identity, named.is_empty()) {
            return wrong.say(format!(
                "{address} found no object that is identified by {identity}; it found {}",
                found()
            ));
        }
        if self.display_name.is_none() && self.expectations.is_empty() {
            return;
        }
        // One match is enough; otherwise the first object shows why not.
        let mut first = None;
        for object in named {
            let problems = self.problems(object, source);
            if problems.is_empty() {
                return;
            }
            first.get_or_insert(problems);
        }
        match first {
            Some(problems) => wrong.extend(problems),
            None => wrong.say(format!("{address} found nothing at all")),
        }
    }

    /// How an object differs from this check.
    fn problems(&self, object: &ObservedListed, source: &ConfigSource) -> Vec<Problem> {
        let mut wrong = Vec::new();
        let name = format!("{} of {}", object.identity, object.list);
        if let Some(expected) = &self.display_name
            && *expected != object.display_name
        {
            wrong.say(format!(
                "{name}: its display name is \"{}\", but should be \"{expected}\"",
                object.display_name
            ));
        }
        if self.expectations.is_empty() {
            return wrong;
        }
        let Some(value) = &object.object else {
            wrong.say(format!(
                "{name}: there is no whole object; does the list say include_resource = true?"
            ));
            return wrong;
        };
        let observed = ObservedValue::new(&name, object.block.as_deref(), value, source);
        observed.check(&self.expectations, &mut wrong);
        wrong
    }
}

/// Terraform writes null for an attribute that is not set; people omit it.
fn without_nulls(identity: &Json) -> Json {
    match identity {
        Json::Object(members) => {
            let members = members.iter().filter(|(_, value)| !value.is_null());
            let members = members.map(|(name, value)| (name.clone(), value.clone()));
            Json::Object(members.collect())
        }
        other => other.clone(),
    }
}
