//! Validators that leave no value, or none that the type holds (R242).

use schema_rules::{
    Bound, Collection, Interval, Literal, Mode, Rule, Scalar, Shape, ValidatorFacts, ValidatorKind,
    check_block, whole_numbers,
};

use super::{Case, F, both, case, item, optional, resource, shaped, strings, text};

type V = ValidatorFacts<'static>;

fn v(name: &'static str, kind: ValidatorKind<'static>) -> V {
    ValidatorFacts { name, kind }
}

fn ends(min: Option<i128>, max: Option<i128>) -> Interval {
    Interval {
        min: min.map(Bound::Integer),
        max: max.map(Bound::Integer),
        ..Interval::default()
    }
}

fn range(min: i128, max: i128) -> V {
    v("range", ValidatorKind::Range(ends(Some(min), Some(max))))
}

fn from(min: i128) -> V {
    v("range", ValidatorKind::Range(ends(Some(min), None)))
}

fn length(min: i128, max: i128) -> V {
    v("length", ValidatorKind::Length(ends(Some(min), Some(max))))
}

fn bytes(min: i128, max: i128) -> V {
    v("bytes", ValidatorKind::Bytes(ends(Some(min), Some(max))))
}

fn size(min: i128, max: i128) -> V {
    v("size", ValidatorKind::Size(ends(Some(min), Some(max))))
}

fn one_of(values: &[&'static str]) -> V {
    let values = values.iter().map(|text| Literal::Text(text)).collect();
    v("one_of", ValidatorKind::OneOf(values))
}

fn numbers(values: &[i128]) -> V {
    let values = values.iter().map(|one| Literal::Integer(*one)).collect();
    v("one_of", ValidatorKind::OneOf(values))
}

fn any(inner: Vec<V>) -> V {
    v("any", ValidatorKind::Any(inner))
}

fn all(inner: Vec<V>) -> V {
    v("all", ValidatorKind::All(inner))
}

fn not(inner: V) -> V {
    v("not", ValidatorKind::Not(Box::new(inner)))
}

fn each(inner: Vec<V>) -> V {
    v("each", ValidatorKind::Each(inner))
}

fn divisible_by(divisor: i128) -> V {
    v("divisible_by", ValidatorKind::DivisibleBy(Some(divisor)))
}

fn with(validators: Vec<V>) -> impl FnOnce(&mut F) {
    move |f| {
        optional(f);
        f.validators = validators;
    }
}

fn integer(validators: Vec<V>) -> F {
    shaped("a", Shape::Scalar(Scalar::Integer), with(validators))
}

/// A field of the type `u8`.
fn small(validators: Vec<V>) -> F {
    let mut field = integer(validators);
    field.integers = Some((0, 255));
    field.of_type = vec![whole_numbers((0, 255))];
    field
}

pub(super) fn cases() -> Vec<Case> {
    let second = || item("validate", 1);
    let first = || item("validate", 0);
    vec![
        case(
            "R242",
            both(
                integer(vec![range(1, 5), range(10, 20)]),
                integer(vec![range(1, 10), range(10, 20)]),
            ),
            second(),
            "no value passes both `range(1..=5)` and `range(10..=20)` of `a`",
            "`any(…)`",
        ),
        case(
            "R242",
            both(
                integer(vec![numbers(&[1, 2]), from(3)]),
                integer(vec![numbers(&[3, 4]), from(3)]),
            ),
            second(),
            "no value passes both `one_of(1, 2)` and `range(3..)` of `a`",
            "change one",
        ),
        case(
            "R242",
            both(
                text("a", with(vec![length(1, 4), length(6, 9)])),
                text("a", with(vec![length(1, 6), length(6, 9)])),
            ),
            second(),
            "no value passes both `length(1..=4)` and `length(6..=9)` of `a`",
            "change one",
        ),
        case(
            "R242",
            both(small(vec![range(300, 400)]), small(vec![range(200, 255)])),
            first(),
            "`range(300..=400)` of `a` allows nothing that its type holds",
            "whole numbers in 0..=255",
        ),
        case(
            "R242",
            both(
                small(vec![numbers(&[1, 256])]),
                small(vec![numbers(&[1, 255])]),
            ),
            first(),
            "`one_of` of `a` lists 256, which its type does not hold",
            "it must be in 0..=255",
        ),
        case(
            "R242",
            both(
                text("a", |f| {
                    with(vec![one_of(&["raw", "zzz"])])(f);
                    f.of_type = vec![one_of(&["raw", "qcow2"])];
                }),
                text("a", |f| {
                    with(vec![one_of(&["raw"])])(f);
                    f.of_type = vec![one_of(&["raw", "qcow2"])];
                }),
            ),
            first(),
            "`one_of` of `a` lists \"zzz\", which its type does not hold",
            "\"raw\", \"qcow2\"",
        ),
    ]
}

fn found(field: F) -> Vec<String> {
    let found = check_block(&resource([field]), Mode::Ours);
    assert!(
        found.iter().all(|v| v.rule == Rule::VALIDATORS_EXCLUDE),
        "{found:?}"
    );
    found.into_iter().map(|v| v.message).collect()
}

fn leaves_nothing(field: F) -> bool {
    !found(field).is_empty()
}

#[test]
fn what_is_made_of_others_is_looked_into() {
    assert_eq!(
        found(integer(vec![all(vec![range(1, 9), from(5)]), range(1, 4)])),
        ["no value passes both `range(5..)` and `range(1..=4)` of `a`"]
    );
    assert!(!leaves_nothing(integer(vec![
        any(vec![range(1, 5), range(10, 20)]),
        range(4, 9)
    ])));
    assert_eq!(
        found(integer(vec![
            any(vec![range(1, 5), range(10, 20)]),
            range(6, 9)
        ])),
        ["no value passes both `any(…)` and `range(6..=9)` of `a`"]
    );
    assert!(leaves_nothing(integer(vec![not(range(1, 5)), range(2, 4)])));
    assert!(!leaves_nothing(integer(vec![
        not(range(1, 5)),
        range(2, 6)
    ])));
    assert_eq!(
        found(integer(vec![not(any(vec![
            range(-5, 5),
            not(range(-5, 5))
        ]))])),
        ["no value passes `not(…)` of `a`"]
    );
    // One of several alternatives is about something that is not checked.
    let custom = v("custom", ValidatorKind::Custom);
    assert!(!leaves_nothing(integer(vec![
        any(vec![range(1, 5), custom]),
        range(6, 9)
    ])));
}

#[test]
fn texts_are_compared_with_what_is_listed_and_by_their_length() {
    let is_text = |validators| leaves_nothing(text("a", with(validators)));
    assert!(is_text(vec![one_of(&["a", "b"]), length(2, 3)]));
    assert!(!is_text(vec![one_of(&["aa", "bb"]), length(2, 3)]));
    // A value that the other validator rejects is reported, too.
    assert!(is_text(vec![one_of(&["a", "bb"]), length(2, 3)]));
    assert!(is_text(vec![one_of(&["a"]), one_of(&["b"])]));
    assert!(is_text(vec![one_of(&["a"]), not(one_of(&["a", "b"]))]));
    let any_case = |values: &[&'static str]| {
        let values = values.iter().map(|text| Literal::Text(text)).collect();
        v("one_of_ignore_case", ValidatorKind::OneOfIgnoreCase(values))
    };
    assert!(!is_text(vec![any_case(&["a"]), one_of(&["A"])]));
    assert!(is_text(vec![any_case(&["a"]), one_of(&["b"])]));
    assert!(is_text(vec![any_case(&["a"]), any_case(&["B"])]));
    // A string that is not listed may pass in upper case.
    assert!(!is_text(vec![any_case(&["a"]), not(one_of(&["a"]))]));
    assert!(is_text(vec![
        v("not_zero", ValidatorKind::NotZero),
        length(0, 0)
    ]));
    // A character is one to four bytes.
    assert!(is_text(vec![length(5, 9), bytes(1, 4)]));
    assert!(is_text(vec![length(1, 2), bytes(9, 20)]));
    assert!(!is_text(vec![length(1, 2), bytes(8, 20)]));
    assert!(!is_text(vec![length(5, 9), bytes(1, 5)]));
}

#[test]
fn a_regular_expression_is_no_reason() {
    // Its verdict on the default applies to no other value.
    let regex = v(
        "regex",
        ValidatorKind::Regex {
            pattern: "^b$",
            problem: None,
            accepts_default: Some(false),
            raw: true,
        },
    );
    assert!(!leaves_nothing(text(
        "a",
        with(vec![one_of(&["b"]), regex])
    )));
}

#[test]
fn numbers_that_divide_are_counted() {
    let is = |validators| leaves_nothing(integer(validators));
    assert!(is(vec![range(1, 7), divisible_by(8)]));
    assert!(!is(vec![range(1, 8), divisible_by(8)]));
    assert!(is(vec![range(1, 11), divisible_by(4), divisible_by(6)]));
    assert!(!is(vec![range(1, 12), divisible_by(4), divisible_by(6)]));
    assert!(is(vec![numbers(&[1, 2]), divisible_by(4)]));
    assert!(!is(vec![range(0, 7), divisible_by(8)]));
    assert!(is(vec![
        range(0, 7),
        divisible_by(8),
        v("not_zero", ValidatorKind::NotZero)
    ]));
}

#[test]
fn truth_values_are_two() {
    let is =
        |validators| leaves_nothing(shaped("a", Shape::Scalar(Scalar::Bool), with(validators)));
    let equals = |wanted| v("equals", ValidatorKind::Equals(wanted));
    assert!(is(vec![equals(true), equals(false)]));
    assert!(!is(vec![equals(true)]));
}

#[test]
fn elements_keys_and_sizes_are_places_of_their_own() {
    let list = |element: Scalar, of_type: Vec<V>, validators: Vec<V>| {
        let shape = Shape::collection(Collection::List, Shape::Scalar(element));
        shaped("a", shape, |f| {
            with(validators)(f);
            f.of_type = of_type;
        })
    };
    assert_eq!(
        found(list(
            Scalar::Integer,
            vec![],
            vec![each(vec![range(1, 5)]), each(vec![range(10, 20)])]
        )),
        ["no value passes both `range(1..=5)` and `range(10..=20)` of an element of `a`"]
    );
    assert_eq!(
        found(list(
            Scalar::Integer,
            vec![each(vec![whole_numbers((0, 255))])],
            vec![each(vec![range(300, 400)])]
        )),
        ["`range(300..=400)` of an element of `a` allows nothing that its type holds"]
    );
    assert_eq!(
        found(list(Scalar::String, vec![], vec![size(1, 2), size(4, 5)])),
        ["no value passes both `size(1..=2)` and `size(4..=5)` of `a`"]
    );
    // The number of elements and the length of each are unrelated.
    assert!(!leaves_nothing(list(
        Scalar::String,
        vec![],
        vec![size(1, 2), each(vec![length(4, 5)])]
    )));
    let keys = |inner| v("keys", ValidatorKind::Keys(inner));
    assert_eq!(
        found(shaped(
            "a",
            strings(Collection::Map),
            with(vec![keys(vec![length(1, 2), length(3, 4)])])
        )),
        ["no value passes both `length(1..=2)` and `length(3..=4)` of a key of `a`"]
    );
}

#[test]
fn the_place_is_that_of_the_last_one() {
    let field = integer(vec![
        from(1),
        all(vec![range(1, 100), any(vec![range(-9, -1)])]),
    ]);
    let found = check_block(&resource([field]), Mode::Ours);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].at, item("validate", 1));
    assert_eq!(found[0].inside, [1]);
}

#[test]
fn what_could_not_be_read_allows_more() {
    let unread = |min| {
        v(
            "range",
            ValidatorKind::Range(Interval {
                min: Some(Bound::Integer(min)),
                unread: true,
                ..Interval::default()
            }),
        )
    };
    // `10..=MAX` certainly rejects values below 10, and perhaps those above.
    assert!(leaves_nothing(integer(vec![unread(10), range(1, 9)])));
    assert!(!leaves_nothing(integer(vec![not(unread(10)), from(11)])));
    assert!(!leaves_nothing(integer(vec![
        not(unread(10)),
        numbers(&[12])
    ])));
}

#[test]
fn a_mistake_of_one_validator_is_reported_alone() {
    let rules: Vec<String> = check_block(
        &resource([integer(vec![range(5, 1), range(10, 20)])]),
        Mode::Ours,
    )
    .iter()
    .map(|v| v.rule.to_string())
    .collect();
    assert_eq!(rules, ["R213"]);
}
