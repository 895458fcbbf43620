//! Types as JSON.

use schema_runtime::codec::type_json;

use crate::cases::{has, load, text, ty};

#[test]
fn types_are_read_and_printed_as_core_does() {
    let cases = load("json-type.jsonl", |case| has(case, "type_json"));
    let (mut read, mut refused, mut lenient) = (0, 0, 0);
    let mut wrong = Vec::new();
    for case in &cases {
        let json = text(case, "type_json").as_bytes();
        let found = type_json::parse(json);
        match (&found, case.get("type")) {
            (Ok(found), Some(expected)) => {
                let expected = ty(expected);
                if *found != expected
                    || found.friendly_name() != text(case, "friendly_name")
                    || type_json::parse(type_json::print(found).as_bytes()).as_ref() != Ok(found)
                {
                    wrong.push(format!("{case}: {found}, {}", found.friendly_name()));
                }
                read += 1;
            }
            (Err(_), None) => refused += 1,
            _ => wrong.push(format!("{case}: {found:?}")),
        }
        let expected = case.get("lenient_type").or(case.get("type"));
        match (type_json::parse_lenient(json), expected) {
            (Ok(found), Some(expected)) if found == ty(expected) => {}
            (Err(_), None) => {}
            (found, _) => wrong.push(format!("{case}: leniently {found:?}")),
        }
        lenient += usize::from(case.get("lenient_type").is_some());
    }
    println!("types: {read} read and printed, {refused} refused, {lenient} only lenient");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
