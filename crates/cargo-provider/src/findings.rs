//! What a provider's program reveals beyond its schema: the shape in which `learn` hands it over
//! and `port` reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;
use serde_json::Value as Json;

/// Everything that was found out about one program.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Findings {
    /// Of the settings of the provider.
    pub(crate) provider: TypeFindings,
    pub(crate) resources: BTreeMap<String, TypeFindings>,
    pub(crate) data_sources: BTreeMap<String, TypeFindings>,
    pub(crate) ephemeral_resources: BTreeMap<String, TypeFindings>,
    pub(crate) list_resources: BTreeMap<String, TypeFindings>,
    pub(crate) actions: BTreeMap<String, TypeFindings>,
    /// What concerns no type alone, each a sentence.
    pub(crate) notes: Vec<String>,
}

/// What was found out about one type.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct TypeFindings {
    pub(crate) sdk: Sdk,
    /// In the order of paths, at one path in that of kinds; none is there twice.
    pub(crate) findings: Vec<Finding>,
    /// How many calls were made.
    pub(crate) probes: usize,
    /// Why something was not tried, each a sentence: a crash with its attribute, the limits of
    /// calls and time.
    pub(crate) gaps: Vec<String>,
}

/// On what a type is made. One program may have types on several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sdk {
    /// `terraform-plugin-sdk`, version 1 or 2.
    Sdkv2,
    /// `terraform-plugin-framework`.
    Framework,
    /// Another library, such as our own, or a type of which no call tells it.
    #[default]
    Other,
}

/// One thing that was found out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Finding {
    pub(crate) at: AttributePath,
    #[serde(flatten)]
    pub(crate) kind: Kind,
    pub(crate) confidence: Confidence,
    pub(crate) evidence: Evidence,
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
    /// There is something, and no call shows what: to be named in the report with its message.
    CannotBeKnown,
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

/// What was asked, and what the program said to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Evidence {
    pub(crate) probe: String,
    pub(crate) answer: String,
}

/// The names from the root of a type to an attribute or block, without indexes and keys; empty for
/// the type itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct AttributePath(pub(crate) Vec<String>);

impl AttributePath {
    /// The path of these names.
    pub(crate) fn of(names: &[&str]) -> Self {
        Self(names.iter().map(|name| (*name).to_owned()).collect())
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

/// What was found out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "of")]
pub(crate) enum Kind {
    /// None of these may be configured beside it.
    ConflictsWith(Vec<AttributePath>),
    /// Exactly one of these must be configured, it among them. Each of them has the finding.
    ExactlyOneOf(Vec<AttributePath>),
    /// At least one of these must be configured, it among them. Each of them has the finding.
    AtLeastOneOf(Vec<AttributePath>),
    /// These must be configured if it is.
    RequiredWith(Vec<AttributePath>),
    /// It must be configured, though the schema does not say so: a block of the framework.
    Required,
    /// There is a write-only attribute that should be set instead.
    PreferWriteOnly(AttributePath),
    /// It is compared with a sum or a product of others.
    Total(Total, Vec<AttributePath>),

    /// Every change of its value replaces the resource. Of a collection that counts for its
    /// elements too; of the blocks of SDKv2 see `ForceNewCount`.
    ForceNew,
    /// A change of the number of its blocks replaces the resource, and no change inside one
    /// (SDKv2).
    ForceNewCount,
    /// Some changes replace the resource: when, as far as it is known.
    ForceNewIf(String),
    /// Stands for null.
    Default(Json),
    /// Stands for null in this run and differs in another: it comes from outside, such as the
    /// environment or a clock.
    DefaultVaries(Json),
    /// Stands for null: the value of a variable of the environment, else the fallback.
    DefaultFromEnvironment { variable: String, fallback: Json },

    /// It is deprecated, with these words, which the schema does not have.
    Deprecated(String),

    /// What values must be.
    Validator(Rule),
    /// A pattern that no string shows: the message.
    HiddenPattern(String),
    /// A check of the provider's own.
    OwnValidator {
        /// Its message or description.
        message: String,
        accepted: Vec<Json>,
        refused: Vec<Json>,
    },
    /// A number without a fraction, of so many bits.
    Integer(u8),

    /// Computed, and the value in the state is kept whatever changes.
    KeepsValue,
    /// Computed, and unknown in every plan that changes something.
    Volatile,
    /// Something about its plan is the provider's own: the description of the modifier.
    OwnModifier(String),
    /// Computed, and yet known when it is created: an example.
    KnownAtCreate(Json),

    /// What is stored is made of what is configured by a function of the provider's own: an example
    /// of both.
    StateFunction { configured: Json, stored: Json },
    /// These two are the same to the program: a change from one to the other is not planned.
    Suppressed { form: String, old: Json, new: Json },
    /// These are the same to the type: by what its message or description says it is.
    SemanticType(Format),
    /// Elements of the set are distinguished by some of their attributes only; this one is none of
    /// them.
    NotInSetHash,
    /// How long an operation may take without a setting.
    DefaultTimeout { operation: String, time: String },
    /// A rule of the type as a whole that is seen in plans only: its message.
    CustomDiff(String),
    /// What of an object that an older version wrote is new, gone and changed when it is upgraded.
    Upgrade {
        from: i64,
        new: BTreeSet<String>,
        gone: BTreeSet<String>,
        changed: BTreeSet<String>,
    },
}

/// How a number is compared with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Total {
    AtLeastSum,
    AtMostSum,
    EqualSum,
    EqualProduct,
}

/// What values must be, in the terms of the validators of the SDK
/// (docs/src/reference/validators.md).
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
    /// The pattern occurs in the text; in the notation of Go.
    Regex(String),
    Excludes(String),
    NotEmpty,
    NotBlank,
    NotZero,
    Equals(bool),
    Format(Format),
    /// A network of so many bits.
    Network(Bounds),
    /// A URL of one of these schemes; of any where there are none.
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

/// Limits, both included; numbers as they are written, so that none loses a digit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Bounds {
    pub(crate) min: Option<String>,
    pub(crate) max: Option<String>,
}

/// A form of strings: the name of its validator in the SDK. Of numbers there are `port` and
/// `port_or_zero`; `empty` and `blank` are strings of nothing, or of nothing but white space.
pub(crate) type Format = &'static str;
