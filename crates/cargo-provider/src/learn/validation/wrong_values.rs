//! Values that libraries reject.

use super::*;

/// One batch for each value that libraries reject.
pub(super) fn wrong_values(session: &mut Session<'_>, notes: &mut Notes) {
    let shape = session.shape;
    let texts = [
        "",
        " ",
        "\u{e4}\u{20ac}\\/:*?,;\"'",
        "A (b*",
        "10.0.0.0/8",
        "zz://h/",
        "::/128",
        "root",
        "admin",
        "default",
        "*",
    ];
    let long = ["a".repeat(300), "a".repeat(70_000)];
    let texts = texts.into_iter().map(str::to_owned).chain(long);
    let numbers = [
        0.0,
        -1.0,
        1.5,
        2_147_483_648.0,
        1.0,
        1e15,
        0.000_000_1,
        17.0,
        -1e15,
        2.0,
        13.0,
        100.0,
        255.0,
    ];
    for (text, number) in texts.zip(numbers) {
        let value = |at: usize| {
            let ty = shape.nodes[at].leaf()?;
            ty.wrap(&match ty.innermost() {
                Type::Number => Value::Number(number),
                Type::Bool => Value::Bool(number > 1.0),
                _ => Value::text(text.as_str()),
            })
        };
        let what = format!("validate with {text:.20?} and {number} everywhere");
        probe_covers(session, notes, &what, &|_| true, &value);
    }
    for (what, make) in COLLECTIONS {
        let value = |at: usize| make(shape.nodes[at].leaf()?);
        probe_covers(session, notes, what, &|at| value(at).is_some(), &value);
    }
    // Every block with one more element.
    let mut many = Config {
        counts: least_counts(session),
        ..Config::default()
    };
    for (at, count) in &mut many.counts {
        *count = session.shape.nodes[*at].max.unwrap_or(6).min(6);
    }
    probe(session, notes, &many, "validate with several of each block");
}

/// Which numbers are whole, among those whose messages are about their parent: each gets a
/// different value, and those not reported then are asked alone.
pub(super) fn integers(session: &mut Session<'_>, notes: &mut Notes) {
    let open = |session: &Session<'_>, notes: &Notes| -> Vec<usize> {
        let nested_number = |at: &usize| {
            let node = &session.shape.nodes[*at];
            node.is_number() && node.parent.is_some() && !notes.whole.contains_key(at)
        };
        let leaves = session.leaves().into_iter();
        leaves.filter(nested_number).collect()
    };
    let fraction = |session: &Session<'_>, at: usize| {
        let number = f64::from(u32::try_from(at).unwrap_or(0)) + 1000.5;
        session.shape.nodes[at].leaf()?.wrap(&Value::Number(number))
    };
    let together = open(session, notes);
    if together.len() > 1 {
        let config = config_of(session, &together, &|at| fraction(session, at));
        probe(session, notes, &config, "validate with fractions");
    }
    for at in open(session, notes).into_iter().take(60) {
        let config = config_of(session, &[at], &|at| fraction(session, at));
        if let Some((_, said)) = session.validate(&config) {
            let said: Vec<_> = said
                .into_iter()
                .filter(|said| matches!(said.claim.what, What::Whole(_)))
                .collect();
            notes.take(session.shape, &said, "validate with a fraction");
        }
    }
}

pub(super) type Make = fn(&Type) -> Option<Value>;

pub(super) const COLLECTIONS: &[(&str, Make)] = &[
    ("validate with empty collections", |ty| {
        ty.element()?;
        Some(match ty {
            Type::Map(_) => Value::Map(BTreeMap::new()),
            _ => Value::List(Vec::new()),
        })
    }),
    ("validate with the same element twice", |ty| match ty {
        Type::List(element) => {
            let one = element.wrap(&crate::learn::rule::plain(element.innermost()))?;
            Some(Value::List(vec![one.clone(), one]))
        }
        _ => None,
    }),
    ("validate with 120 elements", |ty| many(ty, 120)),
    ("validate with a null element", |ty| {
        ty.element()?;
        Some(match ty {
            Type::Map(_) => Value::Map([("k".to_owned(), Value::Null)].into()),
            _ => Value::List(vec![Value::Null]),
        })
    }),
    ("validate with odd keys", |ty| match ty {
        Type::Map(element) => {
            let one = element.wrap(&crate::learn::rule::plain(element.innermost()))?;
            let keys = ["".to_owned(), "\u{e4} /".to_owned(), "a".repeat(300)];
            Some(Value::Map(
                keys.into_iter().map(|key| (key, one.clone())).collect(),
            ))
        }
        _ => None,
    }),
];
