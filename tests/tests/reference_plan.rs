//! Plans compared with the reference.
use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use sdk_tests::reference::{Case, Four, Theirs, walk};
use sdk_tests::vectors::{Kind, for_each_case, write_value};
use std::collections::BTreeMap;

fn s(v: &Value) -> String {
    write_value(v, &Type::Dynamic).to_string()
}

#[test]
fn triage() {
    let mut n = 0;
    let mut equal = 0;
    let mut val = 0;
    let mut diffs: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
    let mut note = |k: String, t: String| {
        let e = diffs.entry(k).or_default();
        e.0 += 1;
        if e.1.len() < 8 {
            e.1.push(t);
        }
    };
    for_each_case(Kind::Reference, |json| {
        let case = match Case::read(json) {
            Ok(Some(c)) => c,
            Ok(None) => return,
            Err(e) => {
                note("read".into(), format!("{} {e}", json["name"]));
                return;
            }
        };
        let theirs = match Theirs::read(json, &case) {
            Ok(t) => t,
            Err(e) => {
                note("read theirs".into(), format!("{} {e}", json["name"]));
                return;
            }
        };
        let ours = case.ours();
        n += 1;
        if theirs.panics {
            return;
        }
        if ours.errors == theirs.errors {
            val += 1
        } else {
            note(
                "validate".into(),
                format!(
                    "{} ours {:?} theirs {:?}",
                    case.name, ours.errors, theirs.errors
                ),
            );
        }
        if theirs.skipped || theirs.fails || !ours.errors.is_empty() {
            return;
        }
        let Some(planned) = &theirs.planned else {
            return;
        };
        let mut leafdiff = 0;
        walk(
            &case.schema.block,
            Four {
                prior: &case.prior,
                config: &case.config,
                theirs: planned,
                ours: &ours.plan.planned,
            },
            &mut |leaf| {
                if leaf.ours == leaf.theirs {
                    equal += 1;
                    return;
                }
                leafdiff += 1;
                let extras: Vec<String> = leaf
                    .field
                    .extras
                    .iter()
                    .map(|e| {
                        format!("{e:?}")
                            .split([' ', '{', '('])
                            .next()
                            .unwrap()
                            .to_owned()
                    })
                    .collect();
                let kind = match leaf.field.nested_block() {
                    None => "attr".to_owned(),
                    Some((n, _)) => format!(
                        "{}{n:?}",
                        if leaf.field.is_block() {
                            "block"
                        } else {
                            "nested"
                        }
                    ),
                };
                let cls = |v: &Value| {
                    if v.is_null() {
                        "null"
                    } else if v.is_unknown() {
                        "unk"
                    } else if v.is_zero() {
                        "zero"
                    } else if !v.is_wholly_known() {
                        "partunk"
                    } else {
                        "val"
                    }
                };
                let f = |x| leaf.field.is(x);
                use schema_runtime::schema::Flags as F;
                let key = format!(
                    "{kind} {}{}{}{} {extras:?} prior={} config={} theirs={} ours={} {}",
                    if f(F::REQUIRED) { "R" } else { "" },
                    if f(F::OPTIONAL) { "O" } else { "" },
                    if f(F::COMPUTED) { "C" } else { "" },
                    if f(F::WRITE_ONLY) { "W" } else { "" },
                    cls(leaf.prior),
                    cls(leaf.config),
                    cls(leaf.theirs),
                    cls(leaf.ours),
                    if leaf.new_element { "new" } else { "" }
                );
                note(
                    key,
                    format!(
                        "{} {} {}: prior {} config {} theirs {} ours {}",
                        case.name,
                        ours.action,
                        leaf.path,
                        s(leaf.prior),
                        s(leaf.config),
                        s(leaf.theirs),
                        s(leaf.ours)
                    ),
                );
            },
        );
        let k = if leafdiff == 0 { "same" } else { "leafdiff" };
        if theirs.action.as_deref() != Some(ours.action) {
            note(
                format!("action {k} {:?} {}", theirs.action, ours.action),
                format!(
                    "{} ours {:?} theirs {:?}",
                    case.name, ours.replace_paths, theirs.replace_paths
                ),
            );
        }
        if ours.replace_paths != theirs.replace_paths {
            note(
                format!("paths {k}"),
                format!(
                    "{} ours {:?} theirs {:?}",
                    case.name, ours.replace_paths, theirs.replace_paths
                ),
            );
        }
    });
    println!("cases {n} equal leaves {equal} validation equal {val}");
    let mut v: Vec<_> = diffs.into_iter().collect();
    v.sort_by_key(|x| std::cmp::Reverse(x.1.0));
    for (k, (c, ex)) in v {
        println!("{c:5} {k}");
        for e in ex {
            println!("         {e}")
        }
    }
}
