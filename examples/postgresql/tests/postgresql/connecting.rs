//! How the provider connects.

use schema_provider::testing::{Step, object};

use crate::common::cluster;

#[test]
fn a_role_is_made_and_removed() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("first");
    let config = format!("resource \"postgresql_role\" \"a\" {{\n  name = {name:?}\n}}\n");
    let (created, removed) = (db.clone(), db.clone());
    let (there, gone) = (name.clone(), name.clone());
    db.test()
        .step(Step::apply(config).saves(object("postgresql_role.a").attr("id").is(name.as_str())))
        .step(Step::outside(move |_| assert!(created.has_role(&there))))
        .after_destroy(move |_| assert!(!removed.has_role(&gone)))
        .run();
}
