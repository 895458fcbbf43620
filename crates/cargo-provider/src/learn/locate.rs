//! Which field a diagnostic is about.

use crate::findings::{AttributePath, Sdk};
use crate::learn::oracle::Diagnostic;
use crate::learn::session::{Said, Session};
use crate::learn::shape::{Config, Nesting};
use crate::learn::text::{Claim, What, claims};
use crate::learn::value::{Value, innermost};

impl Session<'_> {
    /// The claims of the diagnostics, each about its field.
    pub(super) fn read(&self, diagnostics: &[Diagnostic], config: &Config) -> Vec<Said> {
        let mut all = Vec::new();
        for diagnostic in diagnostics {
            for claim in claims(diagnostic) {
                let at = self.locate(&claim, diagnostic, config).or_else(|| {
                    // A message with known owners is about the one that is set.
                    let there = |at: &&usize| config.leaves.contains_key(*at);
                    let mut owners = self.owners.get(&diagnostic.text())?.iter().filter(there);
                    owners.next().copied().filter(|_| owners.next().is_none())
                });
                let mut claim = claim;
                let value = at.and_then(|at| config.leaves.get(&at)).map(innermost);
                if let (What::Own(text), Some(Value::Text(value))) = (&mut claim.what, value)
                    && value.len() > 2
                {
                    *text = text.replace(value.as_str(), "…");
                }
                let (text, error) = (diagnostic.text(), diagnostic.error);
                all.push(Said {
                    at,
                    claim,
                    text,
                    error,
                });
            }
        }
        all
    }

    /// The field that a claim is about: by its text, else by a value that the text repeats, else by
    /// the path where it can be trusted. SDKv2 names siblings in the third level of blocks, and
    /// stops at sets.
    fn locate(&self, claim: &Claim, diagnostic: &Diagnostic, config: &Config) -> Option<usize> {
        let by_path = self.shape.find(&AttributePath(diagnostic.path.clone()));
        let named = claim.name.as_ref();
        let named = named.map(|name| self.named(name, by_path, diagnostic, config));
        let at = match (named, &claim.what) {
            (Some(Some(at)), What::Whole(_)) if !self.shape.nodes[at].is_number() => at,
            (None, _) | (Some(None), What::Own(_)) => by_path?,
            (Some(at), _) => return at,
        };
        if matches!(claim.what, What::Whole(_)) && !self.shape.nodes[at].is_number() {
            // It applies to everything around it.
            let parent = self.shape.nodes[at].parent;
            let number = |other: &&usize| {
                let node = &self.shape.nodes[**other];
                let near = self.shape.is_inside(**other, at) || node.parent == parent;
                node.is_number() && near
            };
            let numbers: Vec<usize> = config.leaves.keys().filter(number).copied().collect();
            return self.echoed(&numbers, diagnostic, config);
        }
        if self.sdk == Sdk::Framework
            || self.shape.nodes[at].leaf().is_some() && diagnostic.path.len() < 4
        {
            return Some(at);
        }
        // A deep one may refer to any of its siblings.
        let (node, is_deep) = (&self.shape.nodes[at], diagnostic.path.len() >= 4);
        let inside = |other: &&usize| match is_deep {
            true => self.shape.nodes[**other].parent == node.parent,
            false => **other == at || self.shape.is_inside(**other, at),
        };
        let inner: Vec<usize> = config.leaves.keys().filter(inside).copied().collect();
        match inner.len() {
            0 => Some(at),
            2.. if node.nesting() != Some(Nesting::Set) && !is_deep => Some(at),
            _ => self.echoed(&inner, diagnostic, config),
        }
    }

    /// The field that a text refers to by this name.
    fn named(
        &self,
        name: &str,
        by_path: Option<usize>,
        diagnostic: &Diagnostic,
        config: &Config,
    ) -> Option<usize> {
        let names = AttributePath::dotted(name);
        if let Some(at) = self.shape.find(&names).filter(|_| {
            names.0.len() > 1 || diagnostic.path.is_empty() || diagnostic.path == names.0
        }) {
            return Some(at);
        }
        // The last name only.
        if let Some(at) = by_path.filter(|at| self.shape.nodes[*at].name() == name) {
            return Some(at);
        }
        let inside = |at: usize| by_path.is_none_or(|set| self.shape.is_inside(at, set));
        let called = |at: &&usize| self.shape.nodes[**at].name() == name && inside(**at);
        let named: Vec<usize> = config.leaves.keys().filter(called).copied().collect();
        match named.is_empty() {
            true => self.shape.find(&names),
            false => self.echoed(&named, diagnostic, config),
        }
    }

    /// The only one of these leaf attributes, or the only one whose value is in the text.
    fn echoed(&self, among: &[usize], diagnostic: &Diagnostic, config: &Config) -> Option<usize> {
        if let [only] = among {
            return Some(*only);
        }
        let text = diagnostic.text();
        let stands = |at: &&usize| {
            let shown = match config.leaves.get(at).map(innermost) {
                Some(Value::Text(value)) => value.clone(),
                Some(Value::Number(number)) => number.to_string(),
                _ => return false,
            };
            shown.len() > 1 && text.contains(&shown)
        };
        let mut found = among.iter().filter(stands);
        let only = found.next().copied();
        only.filter(|_| found.next().is_none())
    }
}
