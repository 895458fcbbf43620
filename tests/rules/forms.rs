//! Validators of the catalogue, and relations to numbers and secrets.

use schema_rules::{
    Bound, Collection, DefaultFacts, Interval, Literal, ValidatorFacts, ValidatorKind, format,
};

use super::*;

fn checked(name: &'static str, kind: ValidatorKind<'static>) -> impl FnOnce(&mut F) {
    move |f| {
        optional(f);
        f.validators = vec![ValidatorFacts { name, kind }];
    }
}

fn bits(min: i128, max: i128) -> ValidatorKind<'static> {
    ValidatorKind::Network(Interval {
        min: Some(Bound::Integer(min)),
        max: Some(Bound::Integer(max)),
        ..Interval::default()
    })
}

fn schemes(names: &[&'static str]) -> ValidatorKind<'static> {
    ValidatorKind::Url(names.iter().map(|name| Literal::Text(name)).collect())
}

fn sum_of(paths: &[&'static str]) -> impl FnOnce(&mut F) + use<> {
    let paths = paths.to_vec();
    move |f| {
        optional(f);
        f.totals = vec![("at_least_sum_of", paths)];
    }
}

fn prefers(paths: &[&'static str]) -> impl FnOnce(&mut F) + use<> {
    let paths = paths.to_vec();
    move |f| {
        optional(f);
        f.prefer_write_only = paths;
    }
}

fn write_only(f: &mut F) {
    optional(f);
    f.write_only = true;
}

pub(super) fn cases() -> Vec<Case> {
    let first = || item("validate", 0);
    let form = |format| ValidatorKind::Format {
        format,
        default: None,
    };
    let divisible = |divisor| ValidatorKind::DivisibleBy(Some(divisor));
    let excludes = |characters| ValidatorKind::Excludes(Some(characters));
    vec![
        case(
            "R214",
            both(
                shaped(
                    "a",
                    strings(Collection::Map),
                    checked("ip", form(&format::IP)),
                ),
                text("a", checked("ip", form(&format::IP))),
            ),
            first(),
            "`ip` checks one value, but `a` is a map",
            "write `each(ip)`, for the keys `keys(ip)`",
        ),
        case(
            "R215",
            both(
                whole("a", checked("ip", form(&format::IP))),
                text("a", checked("ip", form(&format::IP))),
            ),
            first(),
            "`ip` cannot check `a`, which is a whole number",
            "it is for strings",
        ),
        case(
            "R213",
            both(
                text("a", checked("network", bits(28, 16))),
                text("a", checked("network", bits(16, 28))),
            ),
            first(),
            "nothing fits in `network(28..=16)` of `a`",
            "`network(16..=28)`",
        ),
        case(
            "R216",
            both(
                text("a", |f| {
                    checked("cidr", form(&format::CIDR))(f);
                    f.defaults = vec![DefaultFacts::Literal(Literal::Text("10.0.0.0"))];
                }),
                text("a", |f| {
                    checked("cidr", form(&format::CIDR))(f);
                    f.defaults = vec![DefaultFacts::Literal(Literal::Text("10.0.0.0/8"))];
                }),
            ),
            key("default"),
            "the default of `a` is \"10.0.0.0\", which its own validator `cidr` rejects",
            "a range of IP addresses such as \"10.0.0.0/16\", but it has no slash",
        ),
        case(
            "R235",
            both(
                whole("a", checked("divisible_by", divisible(0))),
                whole("a", checked("divisible_by", divisible(-2))),
            ),
            first(),
            "nothing but 0 is a multiple of 0, in `divisible_by`",
            "`divisible_by(512)`",
        ),
        case(
            "R236",
            both(
                text("a", checked("network", bits(0, 129))),
                text("a", checked("network", bits(0, 128))),
            ),
            first(),
            "`network(0..=129)` of `a` has an end above 128",
            "an IPv6 address 128",
        ),
        case(
            "R237",
            both(
                text("a", checked("url", schemes(&["http", "https:"]))),
                text("a", checked("url", schemes(&["http", "git+ssh"]))),
            ),
            first(),
            "\"https:\" is not a scheme of a URL",
            "`url(\"https\")`",
        ),
        case(
            "R238",
            both(
                text("a", checked("excludes", excludes(""))),
                text("a", checked("excludes", excludes(" "))),
            ),
            first(),
            "`excludes` of `a` names no character",
            "`excludes(\"/\")`",
        ),
        case(
            "R239",
            (
                resource([text("a", prefers(&["b"])), text("b", optional)]),
                resource([text("a", prefers(&["b"])), text("b", write_only)]),
            ),
            item("prefer_write_only", 0),
            "`prefer_write_only` names `b`, which is not write-only",
            "`write_only`",
        ),
        case(
            "R240",
            (
                resource([whole("a", sum_of(&["b"])), text("b", optional)]),
                resource([whole("a", sum_of(&["b"])), whole("b", required)]),
            ),
            item("at_least_sum_of", 0),
            "`at_least_sum_of` names `b`, which is not a number",
            "one number each",
        ),
    ]
}
