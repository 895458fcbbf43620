//! Defaults from the environment: valid fallbacks and names of variables.

use schema_rules::{Collection, DefaultFacts, Scalar, Shape};

use super::*;

/// A field of this shape whose `default_env` has these names.
fn variables(
    shape: Shape<'static>,
    names: &[&'static str],
    fallback: Option<&'static str>,
    change: impl FnOnce(&mut F),
) -> F {
    shaped("a", shape, |f| {
        optional(f);
        f.defaults = vec![DefaultFacts::Environment {
            names: names.to_vec(),
            fallback,
        }];
        change(f);
    })
}

/// Valid and invalid fallbacks and names of variables.
pub(super) fn cases() -> Vec<Case> {
    let texts = || Shape::Scalar(Scalar::String);
    let wholes = || Shape::Scalar(Scalar::Integer);
    let named = |names: &[&'static str]| variables(texts(), names, None, |_| ());
    let fallback = |shape, text| variables(shape, &["A"], Some(text), |_| ());
    vec![
        case(
            "R243",
            both(
                named(&["REGION", "disks"]),
                named(&["REGION", "OTHER_REGION"]),
            ),
            item("default_env", 1),
            "\"disks\" is not the name of an environment variable",
            "`fallback = \"disks\"`",
        ),
        case(
            "R243",
            both(
                named(&["REGION", "eu-west-1"]),
                named(&["http_proxy", "no_proxy"]),
            ),
            item("default_env", 1),
            "\"eu-west-1\" is not the name of an environment variable",
            "tried in order",
        ),
        case(
            "R243",
            both(named(&["1ST"]), named(&["FIRST"])),
            item("default_env", 0),
            "\"1ST\" is not the name of an environment variable",
            "letters, digits and `_`",
        ),
        case(
            "R243",
            both(named(&["PROXY", "PROXY"]), named(&["PROXY", "proxy"])),
            item("default_env", 1),
            "`default_env` of `a` names `PROXY` twice",
            "remove one",
        ),
        case(
            "R135",
            both(fallback(wholes(), "many"), fallback(wholes(), " 8 ")),
            item("default_env", 1),
            "the fallback of `a` is \"many\", not a whole number",
            "`fallback = \"8\"`",
        ),
        case(
            "R135",
            both(fallback(wholes(), "1.5"), fallback(wholes(), "1e3")),
            item("default_env", 1),
            "the fallback of `a` is \"1.5\", not a whole number",
            "in quotes",
        ),
        case(
            "R135",
            both(
                fallback(Shape::Scalar(Scalar::Bool), "yes"),
                fallback(Shape::Scalar(Scalar::Bool), "TRUE"),
            ),
            item("default_env", 1),
            "the fallback of `a` is \"yes\", not a bool",
            "`fallback = \"true\"`",
        ),
        case(
            "R135",
            both(
                variables(wholes(), &["A"], Some("300"), |f| {
                    f.integers = Some((0, 255))
                }),
                variables(wholes(), &["A"], Some("255"), |f| {
                    f.integers = Some((0, 255))
                }),
            ),
            item("default_env", 1),
            "the fallback of `a` is 300, which its type cannot hold",
            "0..=255",
        ),
        case(
            "R135",
            both(
                fallback(strings(Collection::List), "a,b"),
                variables(strings(Collection::List), &["A"], None, |_| ()),
            ),
            item("default_env", 1),
            "the fallback of `a` is a string, not a list",
            "`default_fn`",
        ),
    ]
}
