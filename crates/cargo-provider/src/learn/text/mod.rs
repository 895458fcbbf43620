//! What descriptions and messages of programs say. Whole strings are matched: one that only begins
//! like a library's is custom.
//!
//! | module | subject |
//! |---|---|
//! | `template` | fitting a string into a template, and lists as Go prints them |
//! | `sdkv2` | messages of `terraform-plugin-sdk`, versions 1 and 2 |
//! | `framework` | descriptions and messages of `terraform-plugin-framework` and its validators |
//! | `ours` | messages of this SDK |

mod framework;
mod ours;
mod sdkv2;
mod template;

use crate::findings::{Bounds, Format, Rule, Total};
use crate::learn::oracle::Diagnostic;

pub(crate) use framework::{default_value, description, modifier};
use template::fit;
pub(crate) use template::{name, names, number};

/// What a string claims about a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Claim {
    /// The field as the text calls it: its names with dots, without indexes; `None` if it names
    /// none.
    pub(crate) name: Option<String>,
    pub(crate) what: What,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    Rule(Rule),
    /// A relation to these, each as the text calls it.
    Relation(Relation, Vec<String>),
    /// It is required, by its schema or by a validator.
    Missing,
    /// A whole number of this many bits.
    Whole(u8),
    /// It cannot be configured, whatever its schema says.
    Unconfigurable,
    /// It has too many or too few elements, or nulls, according to its schema or SDK.
    Count,
    /// It is deprecated, with this message.
    Deprecated(String),
    /// A pattern that is not shown.
    HiddenPattern(String),
    /// A type that reads strings of this form.
    Semantic(Format),
    /// Anything else.
    Own(String),
}

/// How fields are related.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Relation {
    /// The others may not be configured beside the first.
    Conflicts,
    RequiredWith,
    PreferWriteOnly,
    /// The first is compared with the others.
    Total(Total),
    ExactlyOne,
    AtLeastOne,
    /// One of the two above, in a form that both share.
    OneOrMore,
}

impl Relation {
    /// Whether it is the same for all its members.
    pub(crate) fn is_group(self) -> bool {
        matches!(self, Self::ExactlyOne | Self::AtLeastOne | Self::OneOrMore)
    }
}

/// The claim of a string, from the parts that fill its template's placeholders.
type Read = fn(&[&str]) -> Option<What>;

fn rule(rule: Rule) -> Option<What> {
    Some(What::Rule(rule))
}

fn not(inner: Rule) -> Option<What> {
    rule(Rule::Not(Box::new(inner)))
}

/// The only claim of a message.
fn only(name: Option<String>, what: What) -> Vec<Claim> {
    vec![Claim { name, what }]
}

/// The same, for a message that is known.
fn said(name: Option<String>, what: What) -> Option<Vec<Claim>> {
    Some(only(name, what))
}

/// Limits, if those that are there can be read.
fn bounds(min: Option<&str>, max: Option<&str>) -> Option<Bounds> {
    let read = |text: Option<&str>| text.map(|text| number(text).ok_or(())).transpose().ok();
    let (min, max) = (read(min)?, read(max)?);
    Some(Bounds { min, max })
}

/// A form of limits: a template, and which of its places are the least and the most.
type Limits<'a> = (&'a str, Option<usize>, Option<usize>);

/// The limits in the first of the forms that fits.
fn limits(text: &str, forms: &[Limits<'_>]) -> Option<Bounds> {
    forms.iter().find_map(|(form, min, max)| {
        let parts = fit(form, text)?;
        let part = |at: &Option<usize>| at.map(|at| parts[at]);
        bounds(part(min), part(max))
    })
}

/// A relation to these names, if all can be read.
fn related(relation: Relation, names: Option<Vec<String>>) -> Option<What> {
    Some(What::Relation(relation, names?))
}

/// The only name of a relation.
fn one(text: &str) -> Option<Vec<String>> {
    Some(vec![name(text)?])
}

/// What a diagnostic claims. A message of no known library is custom.
pub(crate) fn claims(diagnostic: &Diagnostic) -> Vec<Claim> {
    let found = sdkv2::claims(diagnostic)
        .or_else(|| framework::claims(diagnostic))
        .or_else(|| ours::claims(diagnostic));
    found.unwrap_or_else(|| only(None, What::Own(diagnostic.text())))
}
