//! Whether an observed value passes a check, and the message if it does not.

use regex_lite::Regex;
use schema_runtime::path::Path;
use schema_runtime::schema::Block;

use crate::checks::place::{Expectation, Expected};
use crate::observed::failure::{Problem, Problems};
use crate::observed::redact::Redaction;
use crate::observed::source::ConfigSource;
use crate::observed::tree::{Tree, TreeShape, differences};

/// Finds another object by its address.
pub(crate) type ObjectLookup<'a> = dyn Fn(&str) -> Option<(Option<&'a Block>, &'a Tree)> + 'a;

/// A value, with the context that its checks need.
pub(crate) struct ObservedValue<'a> {
    pub(crate) address: &'a str,
    pub(crate) block: Option<&'a Block>,
    pub(crate) value: &'a Tree,
    /// The value before the step.
    pub(crate) before: Option<&'a Tree>,
    pub(crate) sensitive: &'a [Path],
    /// Whether it is sensitive as a whole.
    pub(crate) all_sensitive: bool,
    pub(crate) other: &'a ObjectLookup<'a>,
    pub(crate) source: &'a ConfigSource,
}

impl<'a> ObservedValue<'a> {
    /// A value without context.
    pub(crate) fn new(
        address: &'a str,
        block: Option<&'a Block>,
        value: &'a Tree,
        source: &'a ConfigSource,
    ) -> Self {
        ObservedValue {
            address,
            block,
            value,
            before: None,
            sensitive: &[],
            all_sensitive: false,
            other: &|_| None,
            source,
        }
    }

    /// Adds every way in which the value is not as expected.
    pub(crate) fn check(&self, expectations: &[Expectation], wrong: &mut Vec<Problem>) {
        for expectation in expectations {
            evaluate(self, expectation, wrong);
        }
    }
}

/// Checks one expectation.
pub(crate) fn evaluate(
    observed: &ObservedValue<'_>,
    expectation: &Expectation,
    wrong: &mut Vec<Problem>,
) {
    let attribute = &expectation.attribute;
    let path = match attribute.path(observed.block) {
        Ok(path) => path,
        Err(error) => {
            return wrong.say(format!("{}: {attribute}: {error}", observed.address));
        }
    };
    let name = if path.is_root() {
        observed.address.to_owned()
    } else {
        format!("{}: {path}", observed.address)
    };
    let shape = TreeShape::of_block(observed.block);
    let problem = |text: String| {
        let (source, address) = (observed.source, observed.address);
        let place = match observed.block {
            Some(_) => source.place(address, Some(&path)),
            None => source.output(address.trim_start_matches("output ")),
        };
        Problem::new(text).at(place)
    };
    let Some(found) = observed.value.at(&path) else {
        let what = match shape.at(&path) {
            Some(_) => "is not there",
            None => "does not exist in the schema",
        };
        return wrong.push(problem(format!("{name} {what}")));
    };
    let shape = shape.at(&path).unwrap_or(TreeShape::Any);
    let redaction = Redaction {
        all: observed.all_sensitive,
        ..Redaction::of(observed.block, observed.sensitive)
    };
    let shown = |tree: &Tree| redaction.redact(&path, tree);
    let should = |what: &str| problem(format!("{name} is {}, but should be {what}", shown(found)));
    let against = |expected: &Tree| {
        let text = || difference(&name, &shown(expected), &shown(found));
        (!expected.same(found)).then(|| problem(text()))
    };
    let lacks = |element: &Tree| {
        let has = found.elements().iter().any(|e| element.same(e))
            || matches!(found, Tree::Map(members) if members.values().any(|m| element.same(m)));
        let element = redaction.redact(&path.clone().index(0), element);
        (!has).then(|| should(&format!("a collection with {element}")))
    };
    let trouble = match &expectation.expected {
        Expected::Value(value) => against(&Tree::of_value(shape, &shape.grouped(value))),
        Expected::Json(json) => against(&Tree::of_json(shape, &json.into())),
        Expected::Null => (*found != Tree::Null).then(|| should("null")),
        Expected::Unknown => (*found != Tree::Unknown).then(|| should("unknown")),
        Expected::Known => (*found == Tree::Unknown).then(|| should("known")),
        Expected::Set => {
            matches!(found, Tree::Null | Tree::Unknown).then(|| should("known and not null"))
        }
        Expected::Sensitive(wanted) => {
            let is = redaction.is_sensitive(&path);
            (is != *wanted).then(|| {
                let is = if is { "is" } else { "is not" };
                problem(format!("{name} {is} sensitive"))
            })
        }
        Expected::Length(length) => {
            (found.len() != Some(*length)).then(|| should(&format!("a collection of {length}")))
        }
        Expected::Has(json) => lacks(&Tree::of_json(TreeShape::Any, &json.into())),
        Expected::HasValue(value) => {
            let shape = shape.at(&Path::root().index(0)).unwrap_or(TreeShape::Any);
            lacks(&Tree::of_value(shape, value))
        }
        Expected::Matches(pattern) => match Regex::new(pattern) {
            Err(error) => Some(problem(format!("the pattern {pattern}: {error}"))),
            Ok(regex) => {
                let text = match found {
                    Tree::Text(text) => Some(text.clone()),
                    Tree::Number(_) | Tree::Bool(_) => Some(found.to_string()),
                    _ => None,
                };
                let good = text.is_some_and(|text| regex.is_match(&text));
                (!good).then(|| should(&format!("a string that matches {pattern}")))
            }
        },
        Expected::Satisfies(what, condition) => {
            let good = *found != Tree::Unknown && condition(&(&found.to_json()).into());
            (!good).then(|| should(what))
        }
        Expected::Kept(kept) => match observed.before.and_then(|before| before.at(&path)) {
            None => Some(problem(format!("{name} was not there before"))),
            Some(before) if before.same(found) == *kept => None,
            Some(before) if *kept => Some(problem(format!(
                "{name} was {} before, and is {} now, but should be kept",
                shown(before),
                shown(found)
            ))),
            Some(before) => Some(problem(format!(
                "{name} is {} as it was before, but should be changed",
                shown(before)
            ))),
        },
        Expected::SameAs(address, attribute) => {
            let Some((block, value)) = (observed.other)(address) else {
                let text = format!("{name}: there is no {address} to compare with");
                return wrong.push(problem(text));
            };
            let there = match attribute.path(block) {
                Ok(there) => there,
                Err(error) => {
                    return wrong.push(problem(format!("{address}: {attribute}: {error}")));
                }
            };
            let other = value.at(&there);
            (!other.is_some_and(|other| other.same(found))).then(|| {
                // What is sensitive in one of them counts as sensitive in both.
                let theirs = Redaction::of(block, &[]);
                let found = theirs.redact(&there, &shown(found));
                let other = other.map(|other| shown(&theirs.redact(&there, other)));
                let other = other.map_or("not there".to_owned(), |other| other.to_string());
                problem(format!(
                    "{name} is {found}, but should equal {attribute} of {address}, which is {other}"
                ))
            })
        }
    };
    wrong.extend(trouble);
}

/// Two values that should be the same: on one line if that is readable, otherwise path by path.
pub(crate) fn difference(name: &str, expected: &Tree, found: &Tree) -> String {
    let structured = |tree: &Tree| matches!(tree, Tree::List(_) | Tree::Set(_) | Tree::Map(_));
    if !structured(expected) || !structured(found) {
        return format!("{name} is {found}, but should be {expected}");
    }
    let mut text = format!("{name} is not as it should be");
    for difference in differences(expected, found) {
        let path = match difference.path.as_str() {
            "" => "all of it",
            path => path,
        };
        text.push_str(&format!(
            "\n    {path}: is {}, but should be {}",
            difference.found, difference.expected
        ));
    }
    text.push_str(&format!(
        "\n    expected: {expected}\n       found: {found}"
    ));
    text
}
