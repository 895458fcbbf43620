//! Values that libraries reject.

use super::*;

/// One batch for each value that libraries reject.
pub(super) fn wrong_values(session: &mut Session<'_>) {
    let shape = session.shape;
    let (long, longer) = ("a".repeat(300), "a".repeat(70_000));
    for (text, number) in [
        ("", 0.0),
        (" ", -1.0),
        ("\u{e4}\u{20ac}\\/:*?,;\"'", 1.5),
        ("A (b*", 2_147_483_648.0),
        ("10.0.0.0/8", 1.0),
        ("zz://h/", 1e15),
        ("::/128", 0.000_000_1),
        ("root", 17.0),
        ("admin", -1e15),
        ("default", 2.0),
        ("*", 13.0),
        (long.as_str(), 100.0),
        (longer.as_str(), 255.0),
    ] {
        let value = |at: usize| {
            let ty = shape.nodes[at].leaf()?;
            ty.wrap(&match ty.innermost() {
                Type::Number => Value::Number(number),
                Type::Bool => Value::Bool(number > 1.0),
                _ => Value::text(text),
            })
        };
        let what = format!("validate with {text:.20?} and {number} everywhere");
        probe_covers(session, &what, &|_| true, &value);
    }
    for (what, make) in COLLECTIONS {
        let value = |at: usize| make(shape.nodes[at].leaf()?);
        probe_covers(session, what, &|at| value(at).is_some(), &value);
    }
    // Every block with one more element.
    let mut many = session.config(|_| None);
    for (at, count) in &mut many.counts {
        *count = session.shape.nodes[*at].max.unwrap_or(6).min(6);
    }
    probe(session, &many, "validate with several of each block");
}

/// Which numbers are whole, among those whose messages are about their parent: each gets a
/// different value, and those not reported then are asked alone.
pub(super) fn integers(session: &mut Session<'_>) {
    let open = |session: &Session<'_>| -> Vec<usize> {
        let nested_number = |at: &usize| {
            let node = &session.shape.nodes[*at];
            node.is_number() && node.parent.is_some() && !session.notes.whole.contains_key(at)
        };
        let leaves = session.leaves().into_iter();
        leaves.filter(nested_number).collect()
    };
    let fraction = |session: &Session<'_>, at: usize| {
        let number = Value::Number(at as f64 + 1000.5);
        session.shape.nodes[at].leaf()?.wrap(&number)
    };
    let together = open(session);
    if together.len() > 1 {
        let config = config_of(session, &together, &|at| fraction(session, at));
        probe(session, &config, "validate with fractions");
    }
    for at in open(session).into_iter().take(60) {
        let config = config_of(session, &[at], &|at| fraction(session, at));
        if let Some((_, said)) = session.validate(&config, false) {
            let whole = |said: &Said| matches!(said.claim.what, What::Whole(_));
            let said: Vec<Said> = said.into_iter().filter(whole).collect();
            session.take(&said, "validate with a fraction");
        }
    }
}

/// The value to ask with, if the type can hold it.
type Sample = fn(&Type) -> Option<Value>;

const COLLECTIONS: &[(&str, Sample)] = &[
    ("validate with empty collections", |ty| {
        ty.element()?;
        Some(match ty {
            Type::Map(_) => Value::Map(BTreeMap::new()),
            _ => Value::List(Vec::new()),
        })
    }),
    ("validate with the same element twice", |ty| match ty {
        Type::List(element) => {
            let one = element.wrap(&element.plain())?;
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
            let one = element.wrap(&element.plain())?;
            let keys = ["".to_owned(), "\u{e4} /".to_owned(), "a".repeat(300)];
            Some(Value::Map(keys.map(|key| (key, one.clone())).into()))
        }
        _ => None,
    }),
];
