//! Changes made by somebody else.

use schema_provider::prelude::*;
use schema_provider::testing::conformance::{Class, Conformance, Example, Report};

use crate::behaviour::{Lazy, Narrow};
use crate::remote::Remote;
use crate::values::Plain;
use crate::{Kit, TEXT, findings};

/// The same in a remote system that the example's drifts know.
fn found_in<R: Resource<Provider = Kit>>(remote: &str, example: Example<R>) -> Report {
    Conformance::new::<Kit>()
        .settings(format!("remote = \"{remote}\""))
        .example(example)
        .run()
}

/// Changes an object of a remote system directly.
fn by_hand(remote: &'static str, id: &str, key: &str) {
    let remote = Remote::of(remote);
    let mut found = remote.get(id).unwrap();
    found.insert(key.into(), "by hand".into());
    remote.put(id, found);
}

#[test]
fn drift_not_seen() {
    let example = Example::<Narrow>::hcl(TEXT).drift("another owner", |data| {
        by_hand("narrow", data.id().unwrap_or_default(), "owner")
    });
    let report = found_in("narrow", example);
    let expected = [(Class::DriftNotSeen, String::new())];
    assert_eq!(findings(&report, "kit_narrow"), expected, "{report}");

    let example = Example::<Plain>::hcl(TEXT)
        .drift("another string", |data| {
            by_hand("plain", data.id().unwrap_or_default(), "text")
        })
        .drift("deleted", |data| {
            Remote::of("plain").remove(data.id().unwrap_or_default());
        });
    let report = found_in("plain", example);
    assert_eq!(findings(&report, "kit_plain"), [], "{report}");
    assert_eq!(report.examples()[0].drifts, 2);
    assert!(Remote::of("plain").objects().is_empty());
}

#[test]
fn drift_not_repaired() {
    let example = Example::<Lazy>::hcl(TEXT).drift("another string", |data| {
        by_hand("lazy", data.id().unwrap_or_default(), "text")
    });
    let report = found_in("lazy", example);
    let expected = [(Class::DriftNotRepaired, "text".to_owned())];
    assert_eq!(findings(&report, "kit_lazy"), expected, "{report}");
}
