//! What a provider's program reveals beyond its schema: the shape in which `learn` hands it over
//! and `port` reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;
use serde_json::Value as Json;

use crate::schemas;

/// Everything that was learned about one program.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Findings {
    /// About the provider's settings.
    pub(crate) provider: TypeFindings,
    /// About types, by their names.
    pub(crate) types: BTreeMap<(schemas::Kind, String), TypeFindings>,
    /// Remarks that concern no single type, each a sentence.
    pub(crate) notes: Vec<String>,
}

/// What was learned about one type.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TypeFindings {
    pub(crate) sdk: Sdk,
    /// Sorted by path, then by kind, without duplicates.
    pub(crate) findings: Vec<Finding>,
    /// How many calls were made.
    pub(crate) probes: usize,
    /// Why something was not tried, each a sentence: a crash with its attribute, or the limits on
    /// calls and time.
    pub(crate) gaps: Vec<String>,
}

/// The library that a type is built on. One program may use several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sdk {
    /// `terraform-plugin-sdk`, version 1 or 2.
    Sdkv2,
    /// `terraform-plugin-framework`.
    Framework,
    /// Another library, such as our own, or one that no call reveals.
    #[default]
    Other,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Finding {
    pub(crate) at: AttributePath,
    #[serde(flatten)]
    pub(crate) kind: Kind,
    pub(crate) confidence: Confidence,
    pub(crate) evidence: Evidence,
}

impl Finding {
    pub(crate) fn new(
        at: &AttributePath,
        kind: Kind,
        confidence: Confidence,
        evidence: Evidence,
    ) -> Self {
        let at = at.clone();
        Self {
            at,
            kind,
            confidence,
            evidence,
        }
    }
}

/// How sure a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Confidence {
    /// Confirmed: to be written as an annotation.
    Learned,
    /// Inferred: to be written as a comment, and as an annotation if the user accepts what is
    /// likely.
    Likely,
    /// Something exists, but no call shows what: to be named in the report with its message.
    CannotBeKnown,
}

impl Confidence {
    /// Confirmed on this condition, else inferred.
    pub(crate) fn learned_if(sure: bool) -> Self {
        match sure {
            true => Self::Learned,
            false => Self::Likely,
        }
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Learned => "learned",
            Self::Likely => "likely",
            Self::CannotBeKnown => "cannot be known",
        })
    }
}

/// The question, and the program's answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Evidence {
    pub(crate) probe: String,
    pub(crate) answer: String,
}

impl Evidence {
    pub(crate) fn new(probe: impl Into<String>, answer: impl Into<String>) -> Self {
        Self {
            probe: probe.into(),
            answer: answer.into(),
        }
    }
}

/// The names from the root of a type to an attribute or block, without indexes and keys; empty for
/// the type itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct AttributePath(pub(crate) Vec<String>);

impl AttributePath {
    /// The path of these names.
    #[cfg(test)]
    pub(crate) fn of(names: &[&str]) -> Self {
        Self(names.iter().map(|name| (*name).to_owned()).collect())
    }

    /// The path of names joined by dots.
    pub(crate) fn dotted(names: &str) -> Self {
        Self(names.split('.').map(str::to_owned).collect())
    }

    /// The path of this name below it.
    pub(crate) fn child(&self, name: &str) -> Self {
        let mut names = self.0.clone();
        names.push(name.to_owned());
        Self(names)
    }
}

impl fmt::Display for AttributePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("."))
    }
}

impl Serialize for AttributePath {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The finding itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "of")]
pub(crate) enum Kind {
    /// None of these may be configured beside it.
    ConflictsWith(Vec<AttributePath>),
    /// Exactly one of these, including itself, must be configured. Each member has the finding.
    ExactlyOneOf(Vec<AttributePath>),
    /// At least one of these, including itself, must be configured. Each member has the finding.
    AtLeastOneOf(Vec<AttributePath>),
    /// These must be configured if it is.
    RequiredWith(Vec<AttributePath>),
    /// It must be configured, though the schema does not say so: a block of the framework.
    Required,
    /// A write-only attribute should be set instead.
    PreferWriteOnly(AttributePath),
    /// It is compared with a sum or product of others.
    Total(Total, Vec<AttributePath>),

    /// Every change of its value replaces the resource. For a collection this includes its
    /// elements; for SDKv2 blocks see `ForceNewCount`.
    ForceNew,
    /// A change in the number of its blocks replaces the resource; a change inside one does not
    /// (SDKv2).
    ForceNewCount,
    /// Some changes replace the resource: when, as far as is known.
    ForceNewIf(String),
    /// Stands for null.
    Default(Json),
    /// Replaces null in this run, but differs in another: it comes from outside, such as the
    /// environment or a clock.
    DefaultVaries(Json),
    /// Replaces null: the value of an environment variable, else the fallback.
    DefaultFromEnvironment { variable: String, fallback: Json },

    /// It is deprecated, with this message, which the schema lacks.
    Deprecated(String),

    /// The rule that values must satisfy.
    Validator(Rule),
    /// A pattern that no message shows: the message.
    HiddenPattern(String),
    /// A custom check of the provider.
    OwnValidator {
        /// Its message or description.
        message: String,
        accepted: Vec<Json>,
        refused: Vec<Json>,
    },
    /// A whole number of this many bits.
    Integer(u8),

    /// Computed, and its value in the state is kept whatever changes.
    KeepsValue,
    /// Computed, and unknown in every plan that changes something.
    Volatile,
    /// Its plan has custom behavior: the description of the modifier.
    OwnModifier(String),
    /// Computed, yet known at creation: an example.
    KnownAtCreate(Json),

    /// A custom function of the provider turns the configured value into the stored one: an example
    /// of both.
    StateFunction { configured: Json, stored: Json },
    /// The program treats these two as equal: it plans no change from one to the other.
    Suppressed { form: String, old: Json, new: Json },
    /// The type treats these as equal, according to its message or description.
    SemanticType(Format),
    /// Elements of the set are distinguished by some of their attributes only; this is not one of
    /// them.
    NotInSetHash,
    /// How long an operation may take without a setting.
    DefaultTimeout { operation: String, time: String },
    /// A rule of the whole type that only plans show: its message.
    CustomDiff(String),
    /// What is added, removed and changed when an object of an older version is upgraded.
    Upgrade {
        from: i64,
        new: BTreeSet<String>,
        gone: BTreeSet<String>,
        changed: BTreeSet<String>,
    },
}

/// How a number is compared with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Total {
    AtLeastSum,
    AtMostSum,
    EqualSum,
    EqualProduct,
}

/// What values must be, in terms of the SDK's validators (docs/src/reference/validators.md).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "rule", content = "of")]
pub(crate) enum Rule {
    /// One of these, strings or numbers.
    OneOf(Vec<Json>),
    OneOfIgnoreCase(Vec<String>),
    Range(Bounds),
    /// Unicode characters.
    Length(Bounds),
    /// Bytes of UTF-8.
    Bytes(Bounds),
    /// Elements of a collection.
    Size(Bounds),
    DivisibleBy(i64),
    /// The pattern, in Go's notation, occurs in the string.
    Regex(String),
    Excludes(String),
    NotEmpty,
    NotBlank,
    NotZero,
    Equals(bool),
    Format(Format),
    /// A network of this many bits.
    Network(Bounds),
    /// A URL of one of these schemes, or of any if none are given.
    Url(Vec<String>),
    Unique,
    NoNulls,
    Each(Vec<Rule>),
    Keys(Vec<Rule>),
    Values(Vec<Rule>),
    All(Vec<Rule>),
    Any(Vec<Rule>),
    Not(Box<Rule>),
}

/// Inclusive limits; numbers are kept as written, so that no digit is lost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Bounds {
    pub(crate) min: Option<String>,
    pub(crate) max: Option<String>,
}

/// A form of strings: the name of its validator in the SDK. `port` and `port_or_zero` are for
/// numbers; `empty` and `blank` are strings without characters, or of white space only.
pub(crate) type Format = &'static str;
