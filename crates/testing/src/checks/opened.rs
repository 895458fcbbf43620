//! A step's checks of ephemeral resources, which are in neither plan nor state: the provider's
//! answers when they were opened.

use crate::checks::evaluate::ObservedValue;
use crate::checks::place::{Attribute, Expectation, Expects, Place};
use crate::helpers::deadline::OpenedObject;
use crate::observed::failure::{Problem, Problems};
use crate::observed::source::ConfigSource;
use crate::observed::tree::{Tree, TreeShape};

/// What a step must open of one type.
#[derive(Clone)]
#[must_use = "a check does nothing until a step has it"]
pub struct OpenCheck {
    type_name: String,
    expectations: Vec<Expectation>,
    never: bool,
}

schema_runtime::__debug!(OpenCheck, |it| type_name = it.type_name);

/// An ephemeral resource of this type is opened (`disk_copy`): by the plan, the apply, or the plan
/// after it. At least one of them must pass the attribute checks. Failures do not show its
/// values.
pub fn opened(type_name: impl Into<String>) -> OpenCheck {
    OpenCheck {
        type_name: type_name.into(),
        expectations: Vec::new(),
        never: false,
    }
}

impl Expects for OpenCheck {
    type Check = Self;

    fn expect_of(mut self, expectation: Expectation) -> Self {
        self.expectations.push(expectation);
        self
    }
}

impl OpenCheck {
    /// An attribute; the next method checks its value.
    #[rustfmt::skip] // The compiler shows the line.
    pub fn attr<P: Place>(self, place: P) -> Attribute<Self, P::Kind> { // its value follows: `.attr(…).is(…)`
        Attribute::new(self, place.attribute_ref())
    }

    /// None of this type is opened: its configuration is not known yet, or something before it
    /// failed.
    pub fn never(mut self) -> Self {
        self.never = true;
        self
    }

    pub(crate) fn check(
        &self,
        opened: &[OpenedObject],
        source: &ConfigSource,
        wrong: &mut Vec<Problem>,
    ) {
        let type_name = &self.type_name;
        let mut of_type = opened
            .iter()
            .filter(|object| object.type_name == *type_name)
            .peekable();
        match (of_type.peek().is_some(), self.never) {
            (true, true) => return wrong.say(format!("{type_name} was opened")),
            (false, false) => return wrong.say(format!("no {type_name} was opened")),
            _ => {}
        }
        let mut last = Vec::new();
        for object in of_type {
            last = self.problems(object, source);
            // One that passes is enough.
            if last.is_empty() {
                break;
            }
        }
        wrong.extend(last);
    }

    fn problems(&self, object: &OpenedObject, source: &ConfigSource) -> Vec<Problem> {
        let value = Tree::of_value(TreeShape::Block(&object.block), &object.value);
        let observed = ObservedValue {
            all_sensitive: true,
            ..ObservedValue::new(&self.type_name, Some(&object.block), &value, source)
        };
        let mut wrong = Vec::new();
        observed.check(&self.expectations, &mut wrong);
        wrong
    }
}
