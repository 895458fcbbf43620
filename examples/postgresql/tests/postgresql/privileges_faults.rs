//! Connections that are cut while a schema or privileges are made and taken away.

use schema_provider::testing::{Step, creates, replaces, updates};

use super::database_with_roles::DatabaseWithRoles;
use crate::common::cluster;
use crate::common::proxy::{Cut, Proxy};

const SETUP: &str =
    "CREATE ROLE {w}_r; CREATE ROLE {w}_g; CREATE SCHEMA s; CREATE TABLE s.t (a int)";

const CASES: [(&str, &str); 4] = [
    (
        "postgresql_schema",
        "  name = \"made\"\n  database = \"{w}\"\n",
    ),
    (
        "postgresql_grant",
        "  role = \"{w}_r\"\n  database = \"{w}\"\n  schema = \"s\"\n  object_type = \"table\"\n  privileges = [\"SELECT\"]\n",
    ),
    (
        "postgresql_grant_role",
        "  role = \"{w}_r\"\n  grant_role = \"{w}_g\"\n",
    ),
    (
        "postgresql_default_privileges",
        "  role = \"{w}_r\"\n  database = \"{w}\"\n  owner = \"{w}_g\"\n  object_type = \"table\"\n  privileges = [\"SELECT\"]\n",
    ),
];

#[test]
fn a_connection_that_is_cut_at_the_commit_loses_no_schema_and_no_privileges() {
    let Some(db) = DatabaseWithRoles::new("cut_privileges", SETUP) else {
        return;
    };
    let port = cluster::shared().unwrap().port;
    for (resource, body) in CASES {
        for at in [Cut::Before("COMMIT"), Cut::After("COMMIT")] {
            let proxy = Proxy::new(port, |_| {});
            let cut = || {
                let proxy = proxy.clone();
                Step::outside(move |_| proxy.cut(at))
            };
            let name = format!("{resource}.a");
            let config = db.fill(&format!("resource \"{resource}\" \"a\" {{\n{body}}}\n"));
            // A grant without privileges is one, too: it is never gone.
            let is_grant = resource == "postgresql_grant";
            let happened = matches!(at, Cut::After(_));
            db.test()
                .env("PGPORT", proxy.port.to_string())
                .step(cut())
                .step(
                    Step::apply(&*config)
                        .fails("was lost")
                        .fails("the next plan finds it out"),
                )
                // Nobody knew, so that the id was kept.
                .step(Step::outside(|run| assert_eq!(run.addresses().count(), 1)))
                .step(Step::apply(&*config).plans(match happened || is_grant {
                    true => replaces(&*name),
                    false => creates(&*name),
                }))
                .step(Step::plan(&*config).plans_nothing())
                .step(cut())
                .step(Step::destroy().fails("was lost"))
                .step(match happened {
                    true if is_grant => Step::plan(&*config).plans(updates(&*name)),
                    true => Step::plan(&*config).plans(creates(&*name)),
                    false => Step::plan(&*config).plans_nothing(),
                })
                .run();
        }
    }
}
