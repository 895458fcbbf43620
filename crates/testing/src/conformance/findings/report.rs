//! [`Report`]: what the kit found, and what it could not try.

use std::fmt;

use crate::conformance::findings::class::Class;

/// Something that a reviewer would object to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The kind of defect.
    pub class: Class,
    /// The type name of the resource or data source; the provider's name for its settings.
    pub resource: String,
    /// The field, as references are written; empty if the whole object is meant.
    pub path: String,
    /// The location of the example, the settings or the call of the kit: file and line.
    pub at: String,
    /// What the kit was doing.
    pub step: String,
    /// What happened.
    pub text: String,
    /// Why the provider developer allowed it; such a finding does not count.
    pub allowed: Option<String>,
}

impl Finding {
    /// A finding of a field, from the example and the step that it was found at.
    pub(crate) fn new(
        class: Class,
        (resource, path): (String, String),
        (at, step): (String, String),
        text: String,
    ) -> Self {
        Finding {
            class,
            resource,
            path,
            at,
            step,
            text,
            allowed: None,
        }
    }

    pub(crate) fn is(&self, class: Class, resource: &str, path: &str) -> bool {
        self.class == class && self.resource == resource && self.path == path
    }
}

/// Something that the kit could not try.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Uncovered {
    /// The type name of the resource or data source.
    pub resource: String,
    /// The field, as references are written; empty if the whole object is meant.
    pub path: String,
    /// The location of the example or the call of the kit: file and line.
    pub at: String,
    /// Why, and what would help.
    pub text: String,
}

/// What one example went through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExampleSummary {
    /// The type name of the resource or data source.
    pub resource: String,
    /// The location of the example: file and line.
    pub example: String,
    /// Fields that were changed in place.
    pub updates: usize,
    /// Fields whose change replaced the object.
    pub replacements: usize,
    /// Imports that were compared with the object.
    pub imports: usize,
    /// Changes outside Terraform.
    pub drifts: usize,
}

/// What the kit found. [`assert_clean`](Report::assert_clean) is what most tests do with it;
/// printed, it reads as a reviewer's notes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "a report that nobody looks at finds nothing"]
pub struct Report {
    pub(crate) findings: Vec<Finding>,
    pub(crate) uncovered: Vec<Uncovered>,
    pub(crate) examples: Vec<ExampleSummary>,
}

impl Report {
    /// What counts: every finding that the provider developer did not allow.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|one| one.allowed.is_none())
    }

    /// The findings that the provider developer allowed, with their reasons.
    pub fn allowed(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|one| one.allowed.is_some())
    }

    /// What could not be tried.
    #[must_use]
    pub fn uncovered(&self) -> &[Uncovered] {
        &self.uncovered
    }

    /// What the examples went through.
    #[must_use]
    pub fn examples(&self) -> &[ExampleSummary] {
        &self.examples
    }

    /// Whether there is no finding.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.findings().next().is_none()
    }

    /// Whether this was found.
    #[must_use]
    pub fn has(&self, class: Class, resource: &str, path: &str) -> bool {
        self.findings().any(|one| one.is(class, resource, path))
    }

    /// Fails a test that has findings; the message is the report.
    ///
    /// # Panics
    /// There is a finding.
    #[track_caller]
    pub fn assert_clean(&self) {
        assert!(self.is_clean(), "{self}");
    }

    /// Fails a test in which something could not be tried.
    ///
    /// # Panics
    /// Something was not covered.
    #[track_caller]
    pub fn assert_covered(&self) {
        assert!(self.uncovered.is_empty(), "{self}");
    }
}

fn place(resource: &str, path: &str) -> String {
    match path {
        "" => resource.to_owned(),
        path => format!("{resource}: {path}"),
    }
}

fn indented(text: &str) -> String {
    text.replace('\n', "\n      ")
}

impl fmt::Display for Finding {
    /// `[class] resource: field`, file, line and step, the text, and the cure, each on its own
    /// line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = place(&self.resource, &self.path);
        writeln!(f, "  [{}] {place}", self.class)?;
        writeln!(f, "      {}: {}", self.at, indented(&self.step))?;
        writeln!(f, "      {}", indented(&self.text))?;
        match &self.allowed {
            Some(reason) => writeln!(f, "      allowed: {}", indented(reason)),
            None => writeln!(f, "      cure: {}", self.class.cure()),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |n: usize, one: &str| match n {
            1 => format!("1 {one}"),
            n => format!("{n} {one}s"),
        };
        for summary in &self.examples {
            writeln!(
                f,
                "{} ({}): {}, {}, {}, {}",
                summary.resource,
                summary.example,
                plural(summary.updates, "update"),
                plural(summary.replacements, "replacement"),
                plural(summary.imports, "import"),
                plural(summary.drifts, "drift"),
            )?;
        }
        let (counted, allowed) = (self.findings().count(), self.allowed().count());
        match counted {
            0 => writeln!(f, "\nno findings")?,
            counted => writeln!(f, "\n{}:", plural(counted, "finding"))?,
        }
        for finding in self.findings() {
            finding.fmt(f)?;
        }
        if allowed > 0 {
            writeln!(f, "\n{} allowed:", plural(allowed, "finding"))?;
        }
        for finding in self.allowed() {
            finding.fmt(f)?;
        }
        if !self.uncovered.is_empty() {
            writeln!(f, "\nnot covered:")?;
        }
        for uncovered in &self.uncovered {
            let place = place(&uncovered.resource, &uncovered.path);
            let text = indented(&uncovered.text);
            writeln!(f, "  {place}\n      {}: {text}", uncovered.at)?;
        }
        Ok(())
    }
}
