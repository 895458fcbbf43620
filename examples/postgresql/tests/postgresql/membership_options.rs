//! The options of `postgresql_grant_role` since PostgreSQL 16.

use schema_provider::testing::{Step, drifts, object, updates};
use terraform_provider_postgresql::GrantRole;

use super::database_with_roles::DatabaseWithRoles;
use crate::common::{cluster, programs};

const M: &str = "postgresql_grant_role.m";

/// Each row of the catalog: member, role, grantor and options.
const ROWS: &str = "SELECT pg_get_userbyid(grantor) || CASE WHEN admin_option THEN ' admin' ELSE '' END || \
    CASE WHEN inherit_option THEN ' inherit' ELSE '' END || CASE WHEN set_option THEN ' set' ELSE '' END \
    FROM pg_auth_members WHERE pg_get_userbyid(member) = '{w}_r' ORDER BY 1";

fn member(db: &DatabaseWithRoles, body: &str) -> String {
    db.fill(&format!(
        "resource \"postgresql_grant_role\" \"m\" {{\n  role = \"{{w}}_r\"\n  grant_role = \"{{w}}_g\"\n{body}}}\n"
    ))
}

#[test]
fn options_are_set_changed_and_imported() {
    let Some(db) = DatabaseWithRoles::new("options_life", "CREATE ROLE {w}_r; CREATE ROLE {w}_g")
    else {
        return;
    };
    if !programs::is_at_least(16) {
        return;
    }
    let plain = member(&db, "");
    let admin = member(
        &db,
        "  with_admin_option = true\n  with_inherit_option = false\n",
    );
    let both = member(
        &db,
        "  with_admin_option = true\n  with_inherit_option = true\n  with_set_option = false\n",
    );
    db.test()
        .step(
            Step::apply(&*plain).saves(
                object(M)
                    .attr(GrantRole::WITH_INHERIT_OPTION)
                    .is(true)
                    .attr(GrantRole::WITH_SET_OPTION)
                    .is(true),
            ),
        )
        // What is not configured is kept.
        .step(db.runs("GRANT {w}_g TO {w}_r WITH INHERIT FALSE"))
        .step(Step::plan(&*plain).plans_nothing())
        .step(Step::apply(&*admin).counts(1, 0, 1))
        .step(db.finds(ROWS, "postgres admin set"))
        .step(Step::apply(&*both).plans(updates(M)).counts(0, 1, 0))
        .step(db.finds(ROWS, "postgres admin inherit"))
        .step(db.runs("GRANT {w}_g TO {w}_r WITH SET TRUE"))
        .step(
            Step::apply(&*both)
                .plans(drifts(M).attr(GrantRole::WITH_SET_OPTION).is(true))
                .plans(updates(M)),
        )
        .step(db.finds(ROWS, "postgres admin inherit"))
        .step(Step::forget(M))
        .step(Step::import(M).id(db.fill("{w}_r/{w}_g")).into_state())
        .step(Step::plan(&*both).plans_nothing())
        .step(Step::destroy())
        .step(db.finds(ROWS, ""))
        .run();
}

/// An update changes the grants of each grantor for whom the user may act, and reports the others.
#[test]
fn other_grantors_are_reported() {
    let Some(db) = DatabaseWithRoles::new(
        "options_by",
        "CREATE ROLE {w}_admin LOGIN CREATEROLE PASSWORD 'adm1n-pw'; CREATE ROLE {w}_r; CREATE ROLE {w}_g",
    ) else {
        return;
    };
    if !programs::is_at_least(16) {
        return;
    }
    let without = member(&db, "  with_inherit_option = false\n");
    db.test_as_admin()
        .step(Step::apply(&*without))
        .step(db.finds(ROWS, "{w}_admin set"))
        .step(db.runs("GRANT {w}_g TO {w}_r"))
        .step(
            Step::apply(&*without).plans(updates(M)).fails(
                "(?s)with_inherit_option of the membership of \"options_by_r\" in \"options_by_g\" cannot be changed.*granted\\s+by\\s+postgres",
            ),
        )
        .step(db.finds(ROWS, "{w}_admin set,postgres inherit set"))
        .step(db.runs("REVOKE {w}_g FROM {w}_r"))
        .step(Step::apply(&*without).counts(0, 0, 0))
        .run();
}

#[test]
fn older_servers_reject_them() {
    let Some(db) = DatabaseWithRoles::new("options_old", "CREATE ROLE {w}_r; CREATE ROLE {w}_g")
    else {
        return;
    };
    let old = |option: &str| {
        let version = "provider \"postgresql\" {\n  expected_version = \"15\"\n}\n";
        format!("{version}{}", member(&db, &format!("  {option} = false\n")))
    };
    let is_old = cluster::shared().is_some_and(|cluster| cluster.version() < 16);
    let mut test = db
        .test()
        .step(Step::apply(old("with_set_option")).fails("with_set_option needs PostgreSQL 16"))
        .step(
            Step::apply(old("with_inherit_option"))
                .fails("with_inherit_option needs PostgreSQL 16"),
        );
    if is_old {
        test = test
            .step(Step::apply(member(&db, "")))
            .step(Step::plan(member(&db, "")).plans_nothing());
    }
    test.run();
}
