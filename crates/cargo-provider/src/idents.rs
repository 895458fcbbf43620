//! Names as a Rust developer would choose them.

use std::collections::BTreeSet;

/// Keywords that even `r#` cannot make a name.
const NEVER_RAW: [&str; 4] = ["crate", "self", "super", "Self"];

const KEYWORDS: &str = "\
    abstract as async await become box break const continue do dyn else enum extern false final \
    fn for gen if impl in let loop macro match mod move mut override priv pub ref return static \
    struct trait true try type typeof unsafe unsized use virtual where while yield";

/// Names in the preludes of the SDK and of Rust, or that a type's code will use.
const TAKEN: &str = "\
    Action ActionDef ActionPlan ApiError AtArgument AttrPath BTreeMap Box Bytes CallKind \
    Canonical CaseInsensitive Cidr Client Clone ConfigData Copy Cx DataSource DataSourceDef \
    Debug Default DeferReason Diagnostic Diagnostics Drop Dynamic Environment EphemeralData \
    EphemeralDef EphemeralResource Eq Err Fn From Function FunctionDef FunctionError \
    FunctionResult Hash Into Iterator Json ListDef ListResource ListSink MovedState None Number \
    Ok OldIdentity OldState OpenData Option OptionalExt Ord PlanData PlanKind Provider Renew \
    Resource ResourceData ResourceDef Result Schema Secret Send Set Some StateStore \
    StateStoreDef String Suppress Update Val Vec";

/// Whether a name is one of these words, which have blanks between them.
pub(crate) fn is_among(words: &str, name: &str) -> bool {
    words.split(' ').any(|word| word == name)
}

/// Whether no module can have this name.
pub(crate) fn is_keyword(name: &str) -> bool {
    is_among(KEYWORDS, name) || NEVER_RAW.contains(&name)
}

/// Whether a struct of this name would shadow something else.
pub(crate) fn is_taken(name: &str) -> bool {
    is_among(TAKEN, name)
}

/// The letters and digits of a name, split into words: `fooBar-2`, `foo_bar_2` and `FooBar2` are
/// `foo`, `bar2` or `foo`, `bar`, `2`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = '_';
    let mut letters = name.chars().peekable();
    while let Some(c) = letters.next() {
        let next_is_lower = letters.peek().is_some_and(|next| next.is_ascii_lowercase());
        let begins = c.is_ascii_uppercase()
            && (before.is_ascii_lowercase()
                || before.is_ascii_digit()
                || (before.is_ascii_uppercase() && next_is_lower));
        if !c.is_ascii_alphanumeric() || begins {
            words.push(String::new());
        }
        if c.is_ascii_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.push(c.to_ascii_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    if let Some(first) = words.first_mut()
        && first.starts_with(|c: char| c.is_ascii_digit())
    {
        first.insert(0, 'n');
    }
    words
}

/// `load_balancer`, or `None` if the name has neither letters nor digits.
pub(crate) fn snake(name: &str) -> Option<String> {
    let words = words(name);
    (!words.is_empty()).then(|| words.join("_"))
}

/// `LoadBalancer`.
pub(crate) fn camel(name: &str) -> String {
    let words = words(name).into_iter();
    let words = words.map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}

/// The name of a module: not a keyword, nor a file that every folder has.
pub(crate) fn module(name: &str) -> Option<String> {
    let snake = snake(name)?;
    Some(match is_keyword(&snake) {
        true => format!("{snake}_"),
        false => snake,
    })
}

/// Whether a name has only small letters, digits and the characters `more`, and begins with a
/// letter or one of `first`.
pub(crate) fn is_small(name: &str, first: &str, more: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || more.contains(c);
    name.starts_with(|c: char| c.is_ascii_lowercase() || first.contains(c))
        && name.chars().all(fits)
}

/// Whether a field can have its schema name.
fn is_plain(name: &str) -> bool {
    is_small(name, "", "_") && !name.contains("__") && !NEVER_RAW.contains(&name)
}

/// The names that fields can keep.
pub(crate) fn kept<'a>(names: impl Iterator<Item = &'a String>) -> BTreeSet<String> {
    names.filter(|name| is_plain(name)).cloned().collect()
}

/// A field name that is unique in the struct; `used` starts with the names that are kept.
pub(crate) fn field(name: &str, used: &mut BTreeSet<String>) -> Option<String> {
    let ident = if is_plain(name) {
        name.to_owned()
    } else {
        let mut ident = snake(name)?;
        if NEVER_RAW.contains(&&*ident) {
            ident.push('_');
        }
        while !used.insert(ident.clone()) {
            ident.push('_');
        }
        ident
    };
    Some(if is_among(KEYWORDS, &ident) {
        format!("r#{ident}")
    } else {
        ident
    })
}

/// The singular: `rules` consist of a `rule`.
pub(crate) fn singular(name: &str) -> String {
    let keeps = [
        "ss", "us", "is", "ies", "ses", "xes", "ches", "series", "dns", "tls", "https", "os",
        "sms", "sns", "kms",
    ];
    let ends = |end: &str| name.ends_with(end) && (name.len() > end.len() || end == "indices");
    for (end, instead) in [
        ("indices", "index"),
        ("ies", "y"),
        ("sses", "ss"),
        ("xes", "x"),
        ("ches", "ch"),
    ] {
        if ends(end) && name != "series" && !name.ends_with("_series") {
            return format!("{}{instead}", name.strip_suffix(end).unwrap_or(name));
        }
    }
    let last = name.rsplit('_').next().unwrap_or(name);
    match name.strip_suffix('s') {
        Some(one)
            if last.len() > 3
                && !keeps
                    .iter()
                    .any(|keep| last.ends_with(keep) && *keep != "ses") =>
        {
            one.to_owned()
        }
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_rust() {
        for (name, expected) in [
            ("name", "name"),
            ("type", "r#type"),
            ("self", "self_"),
            ("fooBar", "foo_bar"),
            ("HTTPServer", "http_server"),
            ("2fa", "n2fa"),
            ("a__b", "a_b"),
            ("_x", "x"),
            ("an-id", "an_id"),
        ] {
            assert_eq!(field(name, &mut BTreeSet::new()).as_deref(), Some(expected));
        }
        assert_eq!(field("--", &mut BTreeSet::new()), None);
        let mut used = BTreeSet::from(["foo_bar".to_owned()]);
        let both = ["fooBar", "foo_bar"].map(|name| field(name, &mut used).unwrap_or_default());
        assert_eq!(both, ["foo_bar_", "foo_bar"]);
        assert_eq!(camel("load_balancer_v2"), "LoadBalancerV2");
        assert_eq!(module("mod").as_deref(), Some("mod_"));
    }

    #[test]
    fn one_of_several() {
        for (name, expected) in [
            ("rules", "rule"),
            ("policies", "policy"),
            ("indices", "index"),
            ("addresses", "address"),
            ("status", "status"),
            ("series", "series"),
            ("dns", "dns"),
            ("tags", "tag"),
            ("branches", "branch"),
            ("databases", "database"),
        ] {
            assert_eq!(singular(name), expected);
        }
    }
}
