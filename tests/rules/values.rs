//! Defaults and validators.

use schema_rules::{
    Bound, Collection, DefaultFacts, Interval, Literal, Shape, ValidatorFacts, ValidatorKind,
};

use super::*;

type V = ValidatorFacts<'static>;

fn v(name: &'static str, kind: ValidatorKind<'static>) -> V {
    ValidatorFacts { name, kind }
}

fn ends(min: i128, max: i128) -> Interval {
    Interval {
        min: Some(Bound::Integer(min)),
        max: Some(Bound::Integer(max)),
        max_excluded: false,
        unlimited: false,
        unread: false,
    }
}

fn length(min: i128, max: i128) -> V {
    v("length", ValidatorKind::Length(ends(min, max)))
}

fn range(min: i128, max: i128) -> V {
    v("range", ValidatorKind::Range(ends(min, max)))
}

fn one_of(values: &[&'static str]) -> V {
    v(
        "one_of",
        ValidatorKind::OneOf(values.iter().map(|t| Literal::Text(t)).collect()),
    )
}

fn regex(problem: Option<&'static str>, accepts_default: Option<bool>) -> V {
    v(
        "regex",
        ValidatorKind::Regex {
            pattern: "^[a-z]$",
            problem,
            accepts_default,
            raw: false,
        },
    )
}

fn checked(validator: V) -> impl FnOnce(&mut F) {
    move |f| {
        optional(f);
        f.validators = vec![validator];
    }
}

fn with_default(literal: Literal<'static>, validator: V) -> impl FnOnce(&mut F) {
    move |f| {
        optional(f);
        f.defaults = vec![DefaultFacts::Literal(literal)];
        f.validators = vec![validator];
    }
}

pub(super) fn cases() -> Vec<Case> {
    let first = || item("validate", 0);
    let default = || key("default");
    let list = || strings(Collection::List);
    vec![
        case(
            "R52",
            both(
                text("a", |f| {
                    computed(f);
                    f.validators = vec![length(1, 5)]
                }),
                text("a", checked(length(1, 5))),
            ),
            key("validate"),
            "`a` is computed only, so it cannot have `validate`: nothing configures it",
            "add `optional`",
        ),
        case(
            "R211",
            both(
                text("a", checked(one_of(&[]))),
                text("a", checked(one_of(&["x"]))),
            ),
            first(),
            "`one_of` of `a` lists no value",
            "`one_of(\"a\", \"b\")`",
        ),
        case(
            "R212",
            both(
                text("a", checked(one_of(&["x", "y", "x"]))),
                text("a", checked(one_of(&["x", "y"]))),
            ),
            first(),
            "`one_of` of `a` lists \"x\" twice",
            "remove one",
        ),
        case(
            "R213",
            both(
                text("a", checked(length(5, 2))),
                text("a", checked(length(2, 5))),
            ),
            first(),
            "nothing fits in `length(5..=2)` of `a`",
            "`length(2..=5)`",
        ),
        case(
            "R213",
            both(
                whole(
                    "a",
                    checked(v(
                        "range",
                        ValidatorKind::Range(Interval {
                            max_excluded: true,
                            unlimited: false,
                            ..ends(3, 3)
                        }),
                    )),
                ),
                whole("a", checked(range(3, 3))),
            ),
            first(),
            "nothing fits in `range(3..3)` of `a`",
            "write `3..=3`",
        ),
        case(
            "R214",
            both(
                shaped("a", list(), checked(length(1, 64))),
                shaped(
                    "a",
                    list(),
                    checked(v("each", ValidatorKind::Each(vec![length(1, 64)]))),
                ),
            ),
            first(),
            "`length` checks one value, but `a` is a list",
            "write `each(length(1..=64))`",
        ),
        case(
            "R214",
            both(
                shaped("a", strings(Collection::Map), checked(one_of(&["x"]))),
                shaped(
                    "a",
                    strings(Collection::Map),
                    checked(v("keys", ValidatorKind::Keys(vec![one_of(&["x"])]))),
                ),
            ),
            first(),
            "`one_of` checks one value, but `a` is a map",
            "for the keys `keys(one_of(…))`",
        ),
        case(
            "R215",
            both(
                text("a", checked(range(1, 5))),
                whole("a", checked(range(1, 5))),
            ),
            first(),
            "`range` cannot check `a`, which is a string",
            "use `length`",
        ),
        case(
            "R215",
            both(
                shaped(
                    "a",
                    list(),
                    checked(v("each", ValidatorKind::Each(vec![range(1, 5)]))),
                ),
                shaped("a", list(), checked(v("unique", ValidatorKind::Unique))),
            ),
            first(),
            "`range` cannot check an element of `a`, which is a string",
            "use `length`",
        ),
        case(
            "R215",
            both(
                text(
                    "a",
                    checked(v("each", ValidatorKind::Each(vec![length(1, 2)]))),
                ),
                text("a", checked(length(1, 2))),
            ),
            first(),
            "`each` cannot check `a`, which is a string",
            "without it",
        ),
        case(
            "R215",
            both(
                shaped(
                    "a",
                    strings(Collection::Set),
                    checked(v("unique", ValidatorKind::Unique)),
                ),
                shaped(
                    "a",
                    strings(Collection::Set),
                    checked(v("size", ValidatorKind::Size(ends(1, 4)))),
                ),
            ),
            first(),
            "`unique` cannot check `a`, which is a set",
            "never holds the same element twice",
        ),
        case(
            "R215",
            both(whole("a", checked(one_of(&["x"]))), whole("a", optional)),
            first(),
            "`one_of` of `a` lists \"x\", not a whole number",
            "list whole number values",
        ),
        case(
            "R217",
            both(
                text("a", checked(regex(Some("a group is not closed"), None))),
                text("a", checked(regex(None, None))),
            ),
            first(),
            "`^[a-z]$` is not a regular expression: a group is not closed",
            "raw string",
        ),
        case(
            "R216",
            both(
                whole("a", with_default(Literal::Integer(9), range(1, 5))),
                whole("a", with_default(Literal::Integer(5), range(1, 5))),
            ),
            default(),
            "the default of `a` is 9, which its own validator `range` rejects",
            "must be in 1..=5",
        ),
        case(
            "R216",
            both(
                text("a", with_default(Literal::Text("üüü"), length(4, 6))),
                text("a", with_default(Literal::Text("üüü"), length(3, 3))),
            ),
            default(),
            "the default of `a` is \"üüü\", which its own validator `length` rejects",
            "in characters",
        ),
        case(
            "R216",
            both(
                text("a", with_default(Literal::Text("z"), one_of(&["x", "y"]))),
                text("a", with_default(Literal::Text("y"), one_of(&["x", "y"]))),
            ),
            default(),
            "the default of `a` is \"z\", which its own validator `one_of` rejects",
            "one of \"x\", \"y\"",
        ),
        case(
            "R216",
            both(
                text(
                    "a",
                    with_default(Literal::Text("9"), regex(None, Some(false))),
                ),
                text(
                    "a",
                    with_default(Literal::Text("a"), regex(None, Some(true))),
                ),
            ),
            default(),
            "the default of `a` is \"9\", which its own validator `regex` rejects",
            "match \"^[a-z]$\"",
        ),
        case(
            "R216",
            both(
                shaped(
                    "a",
                    list(),
                    with_default(
                        Literal::List(vec![Literal::Text("x"), Literal::Text("")]),
                        v("each", ValidatorKind::Each(vec![length(1, 5)])),
                    ),
                ),
                shaped(
                    "a",
                    list(),
                    with_default(
                        Literal::List(vec![Literal::Text("x")]),
                        v("each", ValidatorKind::Each(vec![length(1, 5)])),
                    ),
                ),
            ),
            default(),
            "the default of `a` is a list, which its own validator `each` rejects",
            "contradict",
        ),
        case(
            "R135",
            both(
                whole("a", |f| {
                    optional(f);
                    f.defaults = vec![DefaultFacts::Literal(Literal::Text("x"))]
                }),
                whole("a", |f| {
                    optional(f);
                    f.defaults = vec![DefaultFacts::Literal(Literal::Integer(1))]
                }),
            ),
            default(),
            "the default of `a` is \"x\", not a whole number",
            "write for example `default = 8`",
        ),
        case(
            "R135",
            both(
                shaped(
                    "a",
                    Shape::collection(Collection::List, Shape::Scalar(schema_rules::Scalar::Float)),
                    |f| {
                        optional(f);
                        f.defaults = vec![DefaultFacts::Literal(Literal::List(vec![
                            Literal::Integer(1),
                            Literal::Bool(true),
                        ]))];
                    },
                ),
                shaped(
                    "a",
                    Shape::collection(Collection::List, Shape::Scalar(schema_rules::Scalar::Float)),
                    |f| {
                        optional(f);
                        f.defaults = vec![DefaultFacts::Literal(Literal::List(vec![
                            Literal::Integer(1),
                            Literal::Float(0.5),
                        ]))];
                    },
                ),
            ),
            default(),
            "the default of `a` is true, not a number",
            "write for example `default = [0.5]`",
        ),
    ]
}

#[test]
fn any_all_and_not_decide_only_what_is_certain() {
    let judge = |validator: V| {
        let field = whole("a", with_default(Literal::Integer(5), validator));
        check_block(&resource([field]), Mode::Ours).len()
    };
    let any = |inner| v("any", ValidatorKind::Any(inner));
    let custom = || v("custom", ValidatorKind::Custom);
    assert_eq!(judge(any(vec![range(1, 2), range(4, 6)])), 0);
    assert_eq!(judge(any(vec![range(1, 2), range(7, 8)])), 1);
    assert_eq!(judge(any(vec![range(1, 2), custom()])), 0);
    assert_eq!(
        judge(v("all", ValidatorKind::All(vec![custom(), range(1, 2)]))),
        1
    );
    assert_eq!(
        judge(v("not", ValidatorKind::Not(Box::new(range(1, 9))))),
        1
    );
    assert_eq!(
        judge(v("not", ValidatorKind::Not(Box::new(range(7, 9))))),
        0
    );
}

#[test]
fn whole_numbers_and_floats_compare_exactly() {
    let judge = |literal, bound| {
        let interval = Interval {
            min: Some(bound),
            max: None,
            ..Interval::default()
        };
        let validator = v("range", ValidatorKind::Range(interval));
        let shape = Shape::Scalar(schema_rules::Scalar::Number);
        let field = shaped("a", shape, with_default(literal, validator));
        check_block(&resource([field]), Mode::Ours).is_empty()
    };
    assert!(judge(Literal::Integer(1), Bound::Float(0.5)));
    assert!(!judge(Literal::Integer(0), Bound::Float(0.5)));
    assert!(!judge(
        Literal::Integer((1 << 53) + 1),
        Bound::Float(9_007_199_254_740_994.0)
    ));
    assert!(judge(Literal::Integer(i128::MAX), Bound::Float(-1e300)));
    assert!(!judge(Literal::Float(-0.5), Bound::Integer(0)));
}
