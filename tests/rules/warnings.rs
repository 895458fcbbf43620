//! Discouraged schemas, and opting out of the warnings (R244–R247).

use schema_rules::{
    AllowFacts, Collection, Computed, Mode, Nesting, Scalar, Severity, Shape, Subject,
    ValidatorFacts, ValidatorKind, check_block,
};

use super::{
    B, Case, F, both, case, computed, item, optional, required, resource, shaped, strings, text,
    whole,
};

fn allow(rule: &'static str) -> AllowFacts<'static> {
    AllowFacts {
        rule,
        reason: Some("it is so"),
    }
}

fn pattern(pattern: &'static str, raw: bool) -> F {
    text("a", |f| {
        optional(f);
        f.validators = vec![ValidatorFacts {
            name: "regex",
            kind: ValidatorKind::Regex {
                pattern,
                problem: None,
                accepts_default: None,
                raw,
            },
        }];
    })
}

/// `name`, and `arn`, which changes with it.
fn changes_with(name: impl FnOnce(&mut F)) -> B {
    resource([
        text("name", |f| {
            required(f);
            name(f);
        }),
        text("arn", |f| f.computed = Computed::WhenChanged(vec!["name"])),
    ])
}

fn id_changes_with(force_new: bool) -> B {
    let mut block = resource([text("name", |f| {
        required(f);
        f.force_new = force_new;
    })]);
    block.id_when_changed = vec!["name"];
    block
}

pub(super) fn cases() -> Vec<Case> {
    vec![
        case(
            "R244",
            both(
                text("api_key", optional),
                text("api_key", |f| {
                    optional(f);
                    f.sensitive = true;
                }),
            ),
            Subject::FieldName,
            "`api_key` sounds like a secret, but Terraform would show it",
            "`allow(secret_name, reason = \"…\")`",
        ),
        case(
            "R244",
            both(
                shaped("tokens", strings(Collection::List), computed),
                shaped("tokens", Shape::Scalar(Scalar::Integer), computed),
            ),
            Subject::FieldName,
            "`tokens` sounds like a secret, but Terraform would show it",
            "`sensitive`",
        ),
        // Terraform does not show ephemeral values.
        case(
            "R244",
            (
                super::of(
                    schema_rules::BlockKind::Action,
                    vec![text("api_key", optional)],
                ),
                super::of(
                    schema_rules::BlockKind::Ephemeral,
                    vec![text("api_key", optional)],
                ),
            ),
            Subject::FieldName,
            "`api_key` sounds like a secret, but Terraform would show it",
            "`sensitive`",
        ),
        case(
            "R245",
            (changes_with(|f| f.force_new = true), changes_with(|_| ())),
            item("computed", 0),
            "a change of `name` replaces the object, so `arn` is new anyway",
            "`allow(when_changed_replaces, reason = \"…\")`",
        ),
        case(
            "R245",
            (id_changes_with(true), id_changes_with(false)),
            Subject::StructItem {
                key: "id",
                index: 0,
            },
            "a change of `name` replaces the object, so the id is new anyway",
            "remove `name`",
        ),
        case(
            "R246",
            both(pattern("^\\\\d+$", true), pattern("^\\\\d+$", false)),
            item("validate", 0),
            "`\\\\d` in a raw string is a backslash followed by `d`, in `regex` of `a`",
            "write `\\d`",
        ),
        case(
            "R246",
            both(pattern("a\\\\.b", true), pattern("a\\\\\\.b", true)),
            item("validate", 0),
            "`\\\\.` in a raw string is a backslash followed by `.`, in `regex` of `a`",
            "do not double",
        ),
        case(
            "R247",
            both(
                whole("a", |f| {
                    optional(f);
                    f.allow = vec![allow("force_new_default")];
                }),
                whole("a", optional),
            ),
            item("allow", 0),
            "`allow(force_new_default)` silences nothing: `a` gets no such warning",
            "remove `force_new_default`",
        ),
        case(
            "R247",
            {
                let mut idle = id_changes_with(false);
                idle.allow = vec![allow("when_changed_replaces")];
                let mut allowed = id_changes_with(true);
                allowed.allow = vec![allow("when_changed_replaces")];
                (idle, allowed)
            },
            Subject::StructItem {
                key: "allow",
                index: 0,
            },
            "`allow(when_changed_replaces)` silences nothing: the struct gets no such warning",
            "remove `when_changed_replaces`",
        ),
    ]
}

fn rules(block: &B) -> Vec<String> {
    let found = check_block(block, Mode::Ours);
    found.iter().map(|v| v.rule.to_string()).collect()
}

#[test]
fn a_warning_of_the_struct_is_not_allowed_by_its_fields() {
    let mut block = id_changes_with(true);
    block.fields[0].allow = vec![allow("when_changed_replaces")];
    assert_eq!(rules(&block), ["R245", "R247"]);
    block.allow = vec![AllowFacts {
        rule: "when_changed_replaces",
        reason: None,
    }];
    block.fields[0].allow.clear();
    assert_eq!(rules(&block), ["R220"]);
    block.allow = vec![allow("when_changed_replace")];
    assert_eq!(rules(&block), ["R219", "R245"]);
}

#[test]
fn what_a_nested_struct_may_show_is_no_idle_opt_out() {
    let set = |nested, rule, change: fn(&mut F)| {
        rules(&resource([shaped(
            "a",
            Shape::block(Nesting::Set, nested),
            |f| {
                f.allow = vec![allow(rule)];
                change(f);
            },
        )]))
    };
    // The macro does not see the nested struct.
    for rule in ["computed_in_set", "set_in_set"] {
        assert_eq!(set(None, rule, |_| ()), [""; 0]);
    }
    assert_eq!(set(None, "computed_in_set", |f| f.set_key = true), ["R247"]);
    assert_eq!(set(None, "force_new_default", |_| ()), ["R247"]);
    // A caller that sees it can decide.
    let plain = || super::inner([text("b", optional)]);
    assert_eq!(set(plain(), "computed_in_set", |_| ()), ["R247"]);
    let with_computed = || super::inner([text("b", computed)]);
    assert_eq!(set(with_computed(), "computed_in_set", |_| ()), [""; 0]);
}

#[test]
fn whether_there_is_an_upgrade_is_seen_elsewhere_but_a_version_of_none_needs_no_opt_out() {
    let of = |version| {
        let mut block = resource([text("a", optional)]);
        block.version = version;
        block.allow = vec![allow("version_without_upgrade")];
        rules(&block)
    };
    assert_eq!(of(Some(1)), [""; 0]);
    assert_eq!(of(Some(0)), ["R247"]);
    assert_eq!(of(None), ["R247"]);
}

#[test]
fn an_opt_out_beside_a_mistake_is_not_reported() {
    let field = text("a", |f| {
        optional(f);
        required(f);
        f.allow = vec![allow("secret_name")];
    });
    assert_eq!(rules(&resource([field])), ["R2"]);
}

#[test]
fn they_are_warnings() {
    for case in cases() {
        let severity = match case.rule {
            "R247" => Severity::Error,
            _ => Severity::Warning,
        };
        let found = check_block(&case.bad, Mode::Ours);
        assert!(found.iter().all(|v| v.severity == severity), "{found:?}");
    }
}
