//! A step's checks of a plan and of saved objects.

use schema_runtime::__private::Sealed;
use schema_runtime::path::Path;

use crate::checks::evaluate::ObservedValue;
use crate::checks::place::{Attribute, AttributeRef, Expectation, Expects, Place};
use crate::helpers::stderr;
use crate::observed::failure::{Problem, Problems};
use crate::observed::results::{
    Action, ObservedObject, ObservedPlan, ObservedState, ResourceChange, describe,
};
use crate::observed::source::ConfigSource;

/// What a plan must do to one object.
#[derive(Clone, Debug)]
#[must_use = "a check does nothing until a step has it"]
pub struct PlanCheck {
    address: String,
    planned: Planned,
    expectations: Vec<Expectation>,
    because_of: Vec<AttributeRef>,
    only_because_of: bool,
    only_unknown: Option<Vec<String>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Planned {
    Action(Action),
    /// In either order.
    Replace,
    Drift,
}

/// How one object must be saved.
#[derive(Clone, Debug)]
#[must_use = "a check does nothing until a step has it"]
pub struct ObjectCheck {
    address: String,
    expectations: Vec<Expectation>,
    gone: bool,
    tainted: bool,
    version: Option<i64>,
    identity: Option<serde_json::Value>,
}

/// A check of a plan.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a check of a plan",
    label = "no check of a plan",
    note = "help: write `creates(\"disk_image.a\")`, `updates(…)`, `replaces(…)` or `deletes(…)`, and for an attribute `.attr(Image::NAME).is(\"…\")` behind it; what is stored afterwards is `.saves(…)`"
)]
pub trait IntoPlanCheck {
    #[doc(hidden)]
    const __SEALED: Sealed;
    /// The check.
    #[doc(hidden)]
    fn into_plan_check(self) -> PlanCheck;
}

impl IntoPlanCheck for PlanCheck {
    const __SEALED: Sealed = Sealed;

    fn into_plan_check(self) -> PlanCheck {
        self
    }
}

/// A check of a saved object.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a check of a saved object",
    label = "no check of a saved object",
    note = "help: write `object(\"disk_image.a\")`, and for an attribute `.attr(Image::NAME).is(\"…\")` behind it; what is planned is `.plans(…)`"
)]
pub trait IntoObjectCheck {
    #[doc(hidden)]
    const __SEALED: Sealed;
    /// The check.
    #[doc(hidden)]
    fn into_object_check(self) -> ObjectCheck;
}

impl IntoObjectCheck for ObjectCheck {
    const __SEALED: Sealed = Sealed;

    fn into_object_check(self) -> ObjectCheck {
        self
    }
}

fn planned(address: impl Into<String>, planned: Planned) -> PlanCheck {
    PlanCheck {
        address: address.into(),
        planned,
        expectations: Vec::new(),
        because_of: Vec::new(),
        only_because_of: false,
        only_unknown: None,
    }
}

/// The plan creates this object.
pub fn creates(address: impl Into<String>) -> PlanCheck {
    planned(address, Planned::Action(Action::Create))
}

/// The plan changes this object in place.
pub fn updates(address: impl Into<String>) -> PlanCheck {
    planned(address, Planned::Action(Action::Update))
}

/// The plan deletes this object and creates it again.
pub fn replaces(address: impl Into<String>) -> PlanCheck {
    planned(address, Planned::Replace)
}

/// The plan deletes this object.
pub fn deletes(address: impl Into<String>) -> PlanCheck {
    planned(address, Planned::Action(Action::Delete))
}

/// The plan does not change this object.
pub fn changes_nothing(address: impl Into<String>) -> PlanCheck {
    planned(address, Planned::Action(Action::NoOp))
}

/// The plan defers the read of this data source to the apply.
pub fn reads(address: impl Into<String>) -> PlanCheck {
    planned(address, Planned::Action(Action::Read))
}

/// The refresh found this object different from the state; attribute checks are
/// about what was found.
pub fn drifts(address: impl Into<String>) -> PlanCheck {
    planned(address, Planned::Drift)
}

/// An object that is saved: of a resource, or the result of a data source (`data.disk_image.a`).
pub fn object(address: impl Into<String>) -> ObjectCheck {
    ObjectCheck {
        address: address.into(),
        expectations: Vec::new(),
        gone: false,
        tainted: false,
        version: None,
        identity: None,
    }
}

impl Expects for PlanCheck {
    type Check = Self;

    fn expect_of(mut self, expectation: Expectation) -> Self {
        self.expectations.push(expectation);
        self
    }
}

impl Expects for ObjectCheck {
    type Check = Self;

    fn expect_of(mut self, expectation: Expectation) -> Self {
        self.expectations.push(expectation);
        self
    }
}

impl PlanCheck {
    /// An attribute; the next method checks its planned value.
    #[rustfmt::skip] // The compiler shows the line.
    pub fn attr<P: Place>(self, place: P) -> Attribute<Self, P::Kind> { // its value follows: `.attr(…).is(…)`
        Attribute::new(self, place.attribute_ref())
    }

    /// The object is replaced because this attribute changes.
    pub fn because_of(mut self, place: impl Place) -> Self {
        self.because_of.push(place.attribute_ref());
        self
    }

    /// The object is replaced because these attributes change, and no others.
    pub fn only_because_of<P: Place>(mut self, places: impl IntoIterator<Item = P>) -> Self {
        self.only_because_of = true;
        self.because_of
            .extend(places.into_iter().map(Place::attribute_ref));
        self
    }

    /// Exactly these attributes and blocks are unknown as a whole.
    pub fn only_unknown<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        let mut names: Vec<String> = names.into_iter().map(Into::into).collect();
        names.sort_unstable();
        self.only_unknown = Some(names);
        self
    }

    /// The replacement is created before the old object is deleted. Under Terraform only: the local
    /// runner lacks `create_before_destroy`.
    pub fn create_first(mut self) -> Self {
        self.planned = Planned::Action(Action::Replace { create_first: true });
        self
    }

    /// Every way in which a plan differs from this check.
    pub(crate) fn check(
        &self,
        plan: &ObservedPlan,
        source: &ConfigSource,
        wrong: &mut Vec<Problem>,
    ) {
        let address = &self.address;
        let among = match self.planned {
            Planned::Drift => &plan.drift,
            _ => &plan.changes,
        };
        let Some(change) = among.iter().find(|change| change.address == *address) else {
            let there = list(among.iter().map(|change| &change.address));
            return wrong.say(match self.planned {
                Planned::Drift => format!(
                    "the refresh found {address} as the state said; it found otherwise: {there}"
                ),
                _ => format!("the plan has nothing for {address}; it has {there}"),
            });
        };
        let (fits, should) = match self.planned {
            Planned::Action(action) => (change.action == action, action.word()),
            Planned::Replace => (
                matches!(change.action, Action::Replace { .. }),
                "replaces it",
            ),
            Planned::Drift => (true, ""),
        };
        if !fits {
            let text = format!("{}, but should say: {should}", describe(change));
            wrong.say_at(source.place(address, None), text);
        }
        let other = |address: &str| {
            let mut changes = plan.changes.iter();
            let change = changes.find(|change| change.address == address)?;
            Some((change.block.as_deref(), &change.after))
        };
        let block = change.block.as_deref();
        let observed = ObservedValue {
            before: Some(&change.before),
            sensitive: &change.sensitive,
            other: &other,
            ..ObservedValue::new(address, block, &change.after, source)
        };
        observed.check(&self.expectations, wrong);
        let unknown = change.after.unknown_members();
        if let Some(names) = &self.only_unknown
            && unknown != *names
        {
            let (expected, found) = (list(names), list(unknown));
            let text = format!(
                "{address}: other attributes are unknown than should be\n    expected: {expected}\n       found: {found}"
            );
            wrong.say_at(source.place(address, None), text);
        }
        self.check_reasons(change, source, wrong);
    }

    fn check_reasons(
        &self,
        change: &ResourceChange,
        source: &ConfigSource,
        wrong: &mut Vec<Problem>,
    ) {
        let address = &self.address;
        let block = change.block.as_deref();
        let named = self.because_of.iter();
        let named: Vec<_> = named.map(|named| (named, named.path(block))).collect();
        let is_named = |path: &&Path| named.iter().any(|(_, named)| named.as_ref() == Ok(*path));
        if self.only_because_of {
            for path in change.replace.iter().filter(|path| !is_named(path)) {
                let text = format!("{address}: {path} is a reason for the replacement too");
                wrong.say_at(source.place(address, Some(path)), text);
            }
        }
        for (attribute, path) in &named {
            match path {
                Err(error) => wrong.say(format!("{address}: {attribute}: {error}")),
                Ok(path) if change.replace.contains(path) => {}
                Ok(path) => {
                    let reasons = list(&change.replace);
                    let text = format!(
                        "{address}: {attribute} is not a reason for the replacement; the reasons are: {reasons}"
                    );
                    wrong.say_at(source.place(address, Some(path)), text);
                }
            }
        }
    }
}

impl ObjectCheck {
    /// An attribute; the next method checks its value.
    #[rustfmt::skip] // The compiler shows the line.
    pub fn attr<P: Place>(self, place: P) -> Attribute<Self, P::Kind> { // its value follows: `.attr(…).is(…)`
        Attribute::new(self, place.attribute_ref())
    }

    /// The object does not exist.
    pub fn gone(mut self) -> Self {
        self.gone = true;
        self
    }

    /// The object is tainted: its create failed half-way. Without this check it must not be.
    pub fn tainted(mut self) -> Self {
        self.tainted = true;
        self
    }

    /// The object was saved by this version of its schema.
    pub fn version(mut self, version: i64) -> Self {
        self.version = Some(version);
        self
    }

    /// The object's complete identity: `serde_json::json!({"name": "a"})`. Terraform
    /// before 1.12 has no identities: the check is skipped with a message.
    pub fn identity(mut self, identity: serde_json::Value) -> Self {
        self.identity = Some(identity);
        self
    }

    pub(crate) fn check(
        &self,
        state: &ObservedState,
        before: &ObservedState,
        source: &ConfigSource,
        wrong: &mut Vec<Problem>,
    ) {
        let address = &self.address;
        let place = || source.place(address, None);
        let object: &ObservedObject = match (state.get(address), self.gone) {
            (None, true) => return,
            (Some(_), true) => return wrong.say_at(place(), format!("{address} is still saved")),
            (None, false) => {
                let all = list(state.objects.keys().chain(state.data.keys()));
                let text = format!("{address} is not saved; saved is {all}");
                return wrong.say_at(place(), text);
            }
            (Some(object), false) => object,
        };
        if object.tainted != self.tainted {
            let is = if object.tainted { "is" } else { "is not" };
            wrong.say_at(place(), format!("{address} {is} tainted"));
        }
        if let Some(version) = self.version
            && version != object.version
        {
            wrong.say(format!(
                "{address}: it was saved by version {} of its schema, but should be by {version}",
                object.version
            ));
        }
        let found = object.identity.as_ref();
        match &self.identity {
            Some(_) if state.without_identities => stderr::write_line(&format!(
                "skipped the identity of {address}: this terraform is older than 1.12, and knows none"
            )),
            Some(identity) if found.is_none_or(|found| found != identity) => {
                let found = found.map_or("nothing".to_owned(), ToString::to_string);
                let text =
                    format!("{address}: it is identified by {found}, but should be by {identity}");
                wrong.say_at(place(), text);
            }
            _ => {}
        }
        let other = |address: &str| {
            let object = state.get(address)?;
            Some((object.block.as_deref(), &object.value))
        };
        let block = object.block.as_deref();
        let observed = ObservedValue {
            before: before.get(address).map(|object| &object.value),
            sensitive: &object.sensitive,
            other: &other,
            ..ObservedValue::new(address, block, &object.value, source)
        };
        observed.check(&self.expectations, wrong);
    }
}

/// A list for a sentence.
pub(crate) fn list(words: impl IntoIterator<Item = impl ToString>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    if words.is_empty() {
        "nothing at all".to_owned()
    } else {
        words.join(", ")
    }
}
