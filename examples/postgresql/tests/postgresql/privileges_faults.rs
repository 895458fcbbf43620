//! Connections cut while a schema or privileges are created and removed.

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
fn a_connection_cut_at_the_commit_loses_no_schema_and_no_privileges() {
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
            // A grant without privileges is one, too: it never disappears.
            let is_grant = resource == "postgresql_grant";
            let happened = matches!(at, Cut::After(_));
            db.test()
                .env("PGPORT", proxy.port.to_string())
                .step(cut())
                .step(
                    Step::apply(&*config)
                        .fails("was lost")
                        .fails("the next plan will show it"),
                )
                // The outcome was unknown, so that the id was kept.
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

/// A grant is several statements, and for a user who is not a superuser a membership before and
/// after them: a cut at any point leaves nothing of it.
#[test]
fn a_connection_cut_between_statements_leaves_privileges_unchanged() {
    let Some(db) = DatabaseWithRoles::new(
        "cut_between",
        "CREATE ROLE {w}_admin LOGIN PASSWORD 'adm1n-pw' CREATEROLE; CREATE ROLE {w}_r; CREATE ROLE {w}_g; \
         GRANT CREATE ON DATABASE {w} TO {w}_g; CREATE SCHEMA s AUTHORIZATION {w}_g; CREATE TABLE s.t (a int); \
         ALTER TABLE s.t OWNER TO {w}_g",
    ) else {
        return;
    };
    let port = cluster::shared().unwrap().port;
    let privileges = "SELECT coalesce(string_agg(privilege_type, ','), '') FROM (
            SELECT grantee, privilege_type FROM pg_class, aclexplode(relacl) WHERE relname = 't'
            UNION ALL SELECT grantee, privilege_type FROM pg_default_acl, aclexplode(defaclacl)) a
        WHERE grantee = '{w}_r'::regrole";
    let members = "SELECT count(*) FROM {memberships} WHERE member = '{w}_admin'::regrole";
    for (resource, body) in [CASES[1], CASES[3]] {
        let address = format!("{resource}.a");
        let config = |privilege: &str| {
            let body = body.replace("SELECT", privilege);
            db.fill(&format!("resource \"{resource}\" \"a\" {{\n{body}}}\n"))
        };
        let (first, changed) = (config("SELECT"), config("UPDATE"));
        let proxy = Proxy::new(port, |_| {});
        let mut test = db
            .test_as_admin()
            .env("PGPORT", proxy.port.to_string())
            .deadline(std::time::Duration::from_secs(600));
        let cut = |at: Cut| {
            let proxy = proxy.clone();
            Step::outside(move |_| proxy.cut(at))
        };
        // The membership is taken, the privileges change, the membership is given back.
        let takes = "GRANT \"cut_between_g\" TO \"cut_between_admin\"";
        let gives_back = "REVOKE \"cut_between_g\" FROM \"cut_between_admin\"";
        // Default privileges are recreated; of others only what is removed is revoked.
        let is_grant = resource == "postgresql_grant";
        let revokes = |privilege: &'static str| match (is_grant, privilege) {
            (true, "SELECT") => "REVOKE SELECT ON",
            (true, _) => "REVOKE UPDATE ON",
            (false, _) => "REVOKE ALL",
        };
        let statements = |privilege: &'static str| {
            let texts: Vec<&'static str> = match privilege {
                "SELECT" if is_grant => vec!["GRANT SELECT ON"],
                "SELECT" => vec!["REVOKE ALL", "GRANT SELECT ON"],
                _ => vec![revokes("SELECT"), "GRANT UPDATE ON"],
            };
            [vec![takes], texts, vec![gives_back]].concat()
        };
        let is_lost = |step: Step| step.fails("was lost");
        for text in statements("SELECT") {
            for at in [Cut::Before(text), Cut::After(text)] {
                test = test
                    .step(cut(at))
                    .step(is_lost(Step::apply(&*first)))
                    .step(Step::outside(|run| assert_eq!(run.addresses().count(), 0)))
                    .step(db.finds(privileges, ""))
                    .step(db.finds(members, "0"));
            }
        }
        test = test
            .step(Step::apply(&*first).plans(creates(&*address)))
            .step(db.finds(privileges, "SELECT"));
        for text in statements("UPDATE") {
            for at in [Cut::Before(text), Cut::After(text)] {
                test = test
                    .step(cut(at))
                    .step(is_lost(Step::apply(&*changed)))
                    .step(Step::plan(&*first).plans_nothing())
                    .step(db.finds(privileges, "SELECT"))
                    .step(db.finds(members, "0"));
            }
        }
        test = test
            .step(Step::apply(&*changed).plans(updates(&*address)))
            .step(db.finds(privileges, "UPDATE"));
        for text in [takes, revokes("UPDATE"), gives_back] {
            for at in [Cut::Before(text), Cut::After(text)] {
                test = test
                    .step(cut(at))
                    .step(is_lost(Step::destroy()))
                    .step(Step::plan(&*changed).plans_nothing())
                    .step(db.finds(privileges, "UPDATE"));
            }
        }
        test.only_in_process("one of many cuts")
            .step(Step::destroy())
            .step(db.finds(privileges, ""))
            .step(db.finds(members, "0"))
            .run();
    }
}
