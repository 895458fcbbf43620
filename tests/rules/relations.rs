//! Contradictory relations (R241): what is rejected, and what is just allowed.

use schema_rules::{Collection, Mode, Nesting, Rule, Shape, check_block};

use super::{
    B, Case, F, case, computed, inner, key, optional, required, resource, shaped, strings, text,
};

fn opt(name: &'static str, change: impl FnOnce(&mut F)) -> F {
    text(name, |f| {
        optional(f);
        change(f);
    })
}

/// `a`, which requires and excludes `b`; and only requires it.
fn needs_and_excludes() -> (B, B) {
    let a = |excludes: &[&'static str]| {
        opt("a", |f| {
            f.required_with = vec!["b"];
            f.conflicts_with = excludes.to_vec();
        })
    };
    let b = || opt("b", |_| ());
    (resource([a(&["b"]), b()]), resource([a(&[]), b()]))
}

pub(super) fn cases() -> Vec<Case> {
    let both_needed = |choice: fn(&mut F)| {
        resource([
            opt("a", |f| {
                f.required_with = vec!["b"];
                choice(f);
            }),
            opt("b", |f| f.required_with = vec!["a"]),
        ])
    };
    vec![
        case(
            "R241",
            needs_and_excludes(),
            key("conflicts_with"),
            "`a` can never be set: `conflicts_with` of `a` allows no `b` beside it, and \
             `required_with` of `a` asks for `b`",
            "remove one of these relations",
        ),
        case(
            "R241",
            (
                both_needed(|f| f.exactly_one_of = vec!["a", "b"]),
                both_needed(|f| f.at_least_one_of = vec!["a", "b"]),
            ),
            key("required_with"),
            "no configuration is valid: `exactly_one_of` of `a` allows just one of `a` and `b`, \
             `required_with` of `a` asks for `b`, and `required_with` of `b` asks for `a`",
            "remove one of these relations",
        ),
    ]
}

fn found(block: &B) -> Vec<String> {
    let found = check_block(block, Mode::Ours);
    assert!(
        found.iter().all(|v| v.rule == Rule::RELATION_CONTRADICTION),
        "{found:?}"
    );
    found.into_iter().map(|v| v.message).collect()
}

#[test]
fn what_a_required_field_excludes_can_never_be_set() {
    let by = |presence: fn(&mut F)| {
        resource([
            text("name", |f| {
                presence(f);
                f.required_with = vec!["host"];
            }),
            opt("user", |f| f.conflicts_with = vec!["host"]),
            opt("host", |_| ()),
        ])
    };
    assert_eq!(found(&by(optional)), [""; 0]);
    assert_eq!(
        found(&by(required)),
        [
            "`user` can never be set: `required_with` of `name` asks for `host`, `conflicts_with` of \
          `user` allows no `host` beside it, and `name` is required"
        ]
    );
}

#[test]
fn what_needs_something_that_nobody_can_set_is_reported_and_what_chooses_from_it_is_not() {
    let of = |relation: fn(&mut F)| {
        resource([
            opt("a", relation),
            opt("b", |_| ()),
            opt("old", |f| f.removed = Some("use b")),
        ])
    };
    assert_eq!(
        found(&of(|f| f.required_with = vec!["old"])),
        [
            "`a` can never be set: `required_with` of `a` asks for `old`, and no configuration sets \
          `old`"
        ]
    );
    assert_eq!(found(&of(|f| f.exactly_one_of = vec!["b", "old"])), [""; 0]);
}

#[test]
fn what_is_inside_a_block_needs_the_block() {
    let of = |excludes: &'static str| {
        let disk = Shape::block(
            Nesting::Single,
            inner([opt("size", |_| ()), opt("name", |_| ())]),
        );
        resource([
            opt("a", |f| {
                f.required_with = vec!["disk.size"];
                f.conflicts_with = vec![excludes];
            }),
            shaped("disk", disk, |_| ()),
        ])
    };
    assert_eq!(
        found(&of("disk")),
        [
            "`a` can never be set: `conflicts_with` of `a` allows no `disk` beside it, `required_with` \
          of `a` asks for `disk.size`, and `disk.size` is inside `disk`"
        ]
    );
    assert_eq!(found(&of("disk.name")), [""; 0]);
}

#[test]
fn twelve_fields_that_depend_on_each_other_are_tried_and_thirteen_are_not() {
    // Each requires the next one, and the last excludes the first.
    let chain = |count: usize| {
        const NAMES: [&str; 13] = [
            "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m",
        ];
        resource((0..count).map(|at| {
            opt(NAMES[at], |f| match NAMES[..count].get(at + 1) {
                Some(next) => f.required_with = vec![next],
                None => f.conflicts_with = vec![NAMES[0]],
            })
        }))
    };
    // Only the first can never be set; it is reported once.
    assert_eq!(found(&chain(12)).len(), 1);
    assert!(found(&chain(12))[0].starts_with("`a` can never be set: "));
    assert_eq!(found(&chain(13)), [""; 0]);
}

#[test]
fn fields_that_have_nothing_to_do_with_each_other_are_not_counted_together() {
    let pairs = (0..20).flat_map(|at| {
        let name = |side: &str| -> &'static str { format!("{side}{at}").leak() };
        let (one, other) = (name("a"), name("b"));
        [
            opt(one, |f| f.conflicts_with = vec![other]),
            opt(other, |f| f.required_with = vec![one]),
        ]
    });
    let found = found(&resource(pairs));
    assert_eq!(found.len(), 20);
    assert!(
        found[19].starts_with("`b19` can never be set"),
        "{}",
        found[19]
    );
}

#[test]
fn what_is_not_seen_may_satisfy_a_choice() {
    let of = |hidden: bool| {
        resource([
            opt("a", |f| {
                f.exactly_one_of = vec!["b"];
                f.hidden_targets = hidden.then_some("exactly_one_of").into_iter().collect();
            }),
            opt("b", |_| ()),
            opt("c", |f| f.conflicts_with = vec!["a", "b"]),
            text("name", |f| {
                required(f);
                f.required_with = vec!["c"];
            }),
        ])
    };
    assert!(found(&of(false))[0].starts_with("no configuration is valid: "));
    // The third one, which is not visible, may be set instead; but neither of these two.
    let left = found(&of(true));
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(left[0].starts_with("`a` can never be set"), "{left:?}");
}

#[test]
fn a_choice_between_a_field_and_what_is_not_seen_is_one() {
    for key in ["exactly_one_of", "at_least_one_of"] {
        let of = |hidden: &[&'static str]| {
            let block = resource([opt("a", |f| {
                match key {
                    "exactly_one_of" => f.exactly_one_of = vec!["a"],
                    _ => f.at_least_one_of = vec!["a"],
                }
                f.hidden_targets = hidden.to_vec();
            })]);
            check_block(&block, Mode::Ours)
        };
        assert!(of(&[key]).is_empty(), "{:?}", of(&[key]));
        let alone = of(&["conflicts_with"]);
        assert_eq!(alone[0].rule, Rule::RELATION_LIST, "{alone:?}");
    }
}

#[test]
fn a_mistake_in_a_relation_is_reported_alone() {
    let block = resource([
        opt("a", |f| {
            f.required_with = vec!["b", "nothing"];
            f.conflicts_with = vec!["b"];
        }),
        opt("b", |_| ()),
    ]);
    let rules: Vec<String> = check_block(&block, Mode::Ours)
        .iter()
        .map(|v| v.rule.to_string())
        .collect();
    assert_eq!(rules, ["R24"]);
}

#[test]
fn collections_and_what_the_provider_fills_in_are_set_or_not_too() {
    let of = |change: fn(&mut F)| {
        resource([
            shaped("a", strings(Collection::List), |f| {
                optional(f);
                computed(f);
                f.required_with = vec!["b"];
                change(f);
            }),
            opt("b", |_| ()),
        ])
    };
    assert_eq!(found(&of(|_| ())), [""; 0]);
    assert_eq!(found(&of(|f| f.conflicts_with = vec!["b"])).len(), 1);
}
