//! The checks: facts in, violations out.

mod computed_block;
mod computed_only;
mod contradictions;
mod defaults;
mod equality;
mod function;
mod identity;
mod items;
mod misplaced;
mod naming;
mod nested;
mod opt_outs;
mod prefer_write_only;
mod presence;
mod relations;
mod remaining;
mod secrets;
mod state_store;
mod structs;
mod timeouts;
mod totals;
mod types;
mod validators;
mod when_changed;
mod write_only;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Deref;

use crate::catalogue::{Origin, Rule, Severity};
use crate::facts::{AllowFacts, BlockFacts, BlockKind, FieldFacts, Shape};
use crate::validator::rules::ValidatorError;
use crate::violation::{
    Subject::{self, FieldType},
    Text, Violation,
};

pub use remaining::whole_numbers;
pub use secrets::sounds_secret;
pub use validators::unfit_validators;

/// More deeply nested structs are not checked, so that a hostile schema cannot exhaust the stack.
pub(crate) const MAX_STRUCT_DEPTH: usize = 64;

/// Which rules reject a schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// The SDK's: for every schema that a provider developer writes.
    #[default]
    Ours,
    /// Only the rules of Terraform Core reject a schema, exactly as Core does; the SDK's are
    /// warnings. For schemas from elsewhere.
    Compatible,
}

/// Checks one schema, including everything nested that the facts show.
///
/// Returns all violations, in source order; each mistake is reported once, under one rule.
#[must_use]
pub fn check_block(block: &BlockFacts<'_>, mode: Mode) -> Vec<Violation> {
    let mut cx = Cx::new(block, mode);
    structs::check(&mut cx);
    identity::check_struct(&mut cx);
    timeouts::check(&mut cx);
    let start = cx.out.len();
    fields(&mut cx);
    let end = cx.out.len();
    opt_outs::unneeded_of_struct(&mut cx);
    // Violations of the struct precede those of its fields.
    let told = cx.out.len() - end;
    if let Some(found) = cx.out.get_mut(start..) {
        found.rotate_right(told);
    }
    // Two nested fields of one name would get the same message.
    let mut seen = BTreeSet::new();
    let mut out = cx.out;
    out.retain(|v| seen.insert((v.rule, v.path.clone(), v.index, v.message.clone())));
    out
}

/// The context of every check.
pub(crate) struct Cx<'c, 'a> {
    pub(crate) mode: Mode,
    /// The struct that was passed in.
    pub(crate) root: &'c BlockFacts<'a>,
    /// The struct whose fields are being checked.
    pub(crate) block: &'c BlockFacts<'a>,
    /// The fields that lead to it.
    pub(crate) path: Vec<&'c str>,
    /// The outermost field that made this an attribute, if any.
    pub(crate) in_attribute: Option<&'c str>,
    /// The violations that an opt-out silenced: by field of the current struct, or `None` for the
    /// struct itself.
    pub(crate) allowed: Vec<(Option<usize>, Rule)>,
    pub(crate) out: Vec<Violation>,
}

/// A field of the struct whose fields are being checked.
#[derive(Clone, Copy)]
pub(crate) struct At<'f, 'a> {
    /// Its position there.
    pub(crate) index: usize,
    pub(crate) field: &'f FieldFacts<'a>,
}

impl<'a> Deref for At<'_, 'a> {
    type Target = FieldFacts<'a>;

    fn deref(&self) -> &FieldFacts<'a> {
        self.field
    }
}

impl<'c, 'a> Cx<'c, 'a> {
    fn new(block: &'c BlockFacts<'a>, mode: Mode) -> Self {
        Cx {
            mode,
            root: block,
            block,
            path: Vec::new(),
            in_attribute: None,
            allowed: Vec::new(),
            out: Vec::new(),
        }
    }

    /// Whether the fields being checked are at the root of a schema of this kind.
    pub(crate) fn at_root_of(&self, kind: BlockKind) -> bool {
        self.path.is_empty() && self.block.kind == kind
    }

    /// Reports a mistake of a field, unless the field or its struct opts out of the rule.
    pub(crate) fn at(
        &mut self,
        field: At<'_, '_>,
        rule: Rule,
        at: impl Into<Subject>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let (message, help) = (message.into(), help.into());
        self.report(Some(field), &field.allow, rule, at.into(), message, help);
    }

    /// The same with a string shared with the derive.
    pub(crate) fn text(
        &mut self,
        field: At<'_, '_>,
        rule: Rule,
        at: impl Into<Subject>,
        text: Text,
    ) {
        self.at(field, rule, at, text.message, text.help);
    }

    /// The same for a part of a validator: one inside it, an argument.
    pub(crate) fn validator(
        &mut self,
        field: At<'_, '_>,
        index: usize,
        inside: &[usize],
        mistake: ValidatorError,
    ) {
        let (before, key) = (self.out.len(), "validate");
        let ValidatorError {
            rule,
            argument,
            text,
        } = mistake;
        self.text(field, rule, Subject::Item { key, index }, text);
        for violation in self.out.iter_mut().skip(before) {
            violation.inside = inside.to_vec();
            violation.argument = argument;
        }
    }

    /// Whether a violation is of the current struct.
    pub(crate) fn is_own(&self, violation: &Violation) -> bool {
        violation.path.iter().eq(self.path.iter())
    }

    /// Reports a key of a field that has no effect there.
    pub(crate) fn idle(&mut self, field: At<'_, '_>, key: &'static str, why: &str) {
        let message = format!("`{key}` of `{}` has no effect: {why}", field.name);
        let help = format!("remove `{key}`");
        self.at(field, Rule::KEY_WITHOUT_EFFECT, key, message, help);
    }

    /// Reports a mistake in one of the struct's keys.
    pub(crate) fn key(
        &mut self,
        rule: Rule,
        key: &'static str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.block(rule, Subject::StructKey(key), message, help);
    }

    /// Reports a mistake of the struct.
    pub(crate) fn block(
        &mut self,
        rule: Rule,
        at: Subject,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let allow = &self.block.allow;
        self.report(None, allow, rule, at, message.into(), help.into());
    }

    fn report(
        &mut self,
        field: Option<At<'_, '_>>,
        allow: &[AllowFacts<'_>],
        rule: Rule,
        at: Subject,
        message: String,
        help: String,
    ) {
        let info = rule.info();
        let index = field.map(|field| field.index);
        let mut opt_outs = [(index, allow), (None, &self.block.allow[..])].into_iter();
        if info.is_allowable()
            && let Some((by, _)) =
                opt_outs.find(|(_, allow)| allow.iter().any(|allow| allow.rule == info.name))
        {
            self.allowed.push((by, rule));
            return;
        }
        self.out.push(Violation {
            rule,
            severity: match (self.mode, info.origin) {
                (Mode::Ours, _) | (_, Origin::Core | Origin::GoSdk) => info.severity,
                (Mode::Compatible, _) => Severity::Warning,
            },
            path: self.path.iter().map(|name| String::from(*name)).collect(),
            field: field.map(|field| String::from(field.name)),
            index,
            at,
            inside: Vec::new(),
            argument: None,
            message,
            help: Some(help).filter(|help| !help.is_empty()),
        });
    }
}

/// The list, for which the condition holds, without the entries that it can do without.
fn minimal(mut list: Vec<usize>, holds: impl Fn(&[usize]) -> bool) -> Vec<usize> {
    let mut at = 0;
    while at < list.len() {
        let one = list.remove(at);
        if !holds(&list) {
            list.insert(at, one);
            at += 1;
        }
    }
    list
}

/// Checks every field of the current struct, then its nested structs.
fn fields(cx: &mut Cx<'_, '_>) {
    let (block, start) = (cx.block, cx.out.len());
    let mut names = BTreeMap::new();
    for (index, field) in block.fields.iter().enumerate() {
        let field = At { index, field };
        cx.allowed.retain(|(field, _)| field.is_none());
        let before = names.get(field.name).copied();
        names.entry(field.name).or_insert(field.field);
        naming::check(cx, field, before);
        types::check(cx, field);
        presence::check(cx, field);
        opt_outs::of_field(cx, field);
        misplaced::check(cx, field);
        when_changed::check(cx, field);
        secrets::check(cx, field);
        items::check(cx, field);
        defaults::check(cx, field);
        write_only::check(cx, field);
        equality::check(cx, field);
        computed_only::check(cx, field);
        validators::check(cx, field);
        remaining::check(cx, field);
        relations::check(cx, field);
        prefer_write_only::check(cx, field);
        totals::check(cx, field);
        nested::check(cx, field);
        function::check(cx, field);
        state_store::check(cx, field);
        opt_outs::unneeded_of_field(cx, field);
        identity::check(cx, field);
        let Some(inner) = field.field.nested() else {
            continue;
        };
        if cx.path.len() >= MAX_STRUCT_DEPTH {
            let name = field.name;
            let message = format!("`{name}` nests structs deeper than {MAX_STRUCT_DEPTH} levels");
            let help = "flatten the structure";
            cx.at(field, Rule::NESTED_TOO_DEEP, FieldType, message, help);
            continue;
        }
        let outer = (cx.block, cx.in_attribute);
        if matches!(field.shape, Shape::Nested { .. }) {
            cx.in_attribute = cx.in_attribute.or(Some(field.name));
        }
        cx.path.push(field.name);
        cx.block = inner;
        fields(cx);
        cx.path.pop();
        (cx.block, cx.in_attribute) = outer;
    }
    let before = cx.out.len();
    contradictions::check(cx);
    if cx.out.len() > before {
        in_source_order(cx, start);
    }
}

/// Sorts the violations from there on by the current struct's fields.
fn in_source_order(cx: &mut Cx<'_, '_>, start: usize) {
    let (block, depth) = (cx.block, cx.path.len());
    let place = |violation: &Violation| match violation.path.get(depth) {
        Some(name) => block.fields.iter().position(|field| field.name == *name),
        None => violation.index,
    };
    if let Some(found) = cx.out.get_mut(start..) {
        found.sort_by_cached_key(place);
    }
}
