//! `postgresql_grant_role`.

use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use schema_provider::testing::{Step, creates, drifts, object, replaces};
use terraform_provider_postgresql::GrantRole;
use terraform_provider_postgresql::server::{Server, as_owner};

use super::connecting::settings;
use super::database_with_roles::DatabaseWithRoles;
use crate::common::cluster;

const M: &str = "postgresql_grant_role.m";

fn member(db: &DatabaseWithRoles, body: &str) -> String {
    db.fill(&format!(
        "resource \"postgresql_grant_role\" \"m\" {{\n  role = \"{{w}}_r\"\n  grant_role = \"{{w}}_g\"\n{body}\n}}\n"
    ))
}

const MEMBERS: &str = "SELECT pg_get_userbyid(member) || '<' || pg_get_userbyid(roleid) || \
    CASE WHEN admin_option THEN '*' ELSE '' END FROM {memberships} \
    WHERE starts_with(pg_get_userbyid(member), '{w}') ORDER BY 1";

#[test]
fn a_membership_has_a_life() {
    let Some(db) = DatabaseWithRoles::new(
        "member_life",
        "CREATE ROLE {w}_r; CREATE ROLE {w}_g; CREATE ROLE {w}_h;",
    ) else {
        return;
    };
    let plain = member(&db, "");
    let admin = member(&db, "  with_admin_option = true");
    db.test()
        .step(
            Step::apply(&*plain)
                .plans(creates(M).only_unknown(["id", "with_inherit_option", "with_set_option"]))
                .saves(
                    object(M)
                        .attr("id")
                        .is(db.fill("{w}_r_{w}_g_false"))
                        .attr(GrantRole::WITH_ADMIN_OPTION)
                        .is(false),
                ),
        )
        .step(db.finds(MEMBERS, "{w}_r<{w}_g"))
        .step(
            Step::apply(&*admin)
                .plans(replaces(M).only_because_of([GrantRole::WITH_ADMIN_OPTION]))
                .saves(object(M).attr("id").is(db.fill("{w}_r_{w}_g_true"))),
        )
        .step(db.finds(MEMBERS, "{w}_r<{w}_g*"))
        .step(db.runs("REVOKE ADMIN OPTION FOR {w}_g FROM {w}_r"))
        .step(
            Step::apply(&*admin)
                .plans(drifts(M).attr(GrantRole::WITH_ADMIN_OPTION).is(false))
                .plans(replaces(M)),
        )
        .step(db.finds(MEMBERS, "{w}_r<{w}_g*"))
        .step(db.runs("REVOKE {w}_g FROM {w}_r"))
        .step(Step::apply(&*admin).plans(drifts(M)).plans(creates(M)))
        // An existing membership loses an option that is not configured.
        .step(Step::forget(M))
        .step(Step::apply(&*plain).plans(creates(M)))
        .step(db.finds(MEMBERS, "{w}_r<{w}_g"))
        .step(
            Step::plan(plain.replace("member_life_g", "member_life_h"))
                .plans(replaces(M).only_because_of([GrantRole::GRANT_ROLE])),
        )
        .step(
            Step::plan(plain.replace("member_life_r", "member_life_h"))
                .plans(replaces(M).only_because_of([GrantRole::ROLE])),
        )
        .step(
            Step::import(M)
                .id(db.fill("{w}_r_{w}_g_false"))
                .into_state()
                .fails("."),
        )
        .step(Step::destroy())
        .step(db.finds(MEMBERS, ""))
        .run();
}

#[test]
fn missing_roles_are_reported() {
    let Some(db) = DatabaseWithRoles::new("member_gone", "CREATE ROLE {w}_r; CREATE ROLE {w}_g;")
    else {
        return;
    };
    let config = member(&db, "");
    db.test()
        .step(
            Step::apply(config.replace("member_gone_g", "member_gone_x"))
                .fails("(?s)member_gone_x.*not\\s+exist"),
        )
        .step(Step::apply(&*config))
        .step(db.runs("DROP ROLE {w}_g"))
        .step(Step::plan(&*config).plans(creates(M)))
        .step(Step::destroy().without_refresh())
        .run();
}

#[test]
fn names_may_be_anything_and_inject_nothing() {
    let Some(db) = DatabaseWithRoles::new(
        "member_names",
        "CREATE ROLE \"{w} \"\"R'; é\"; CREATE ROLE \"{w} G;\"\"'\"; CREATE ROLE {w}_evil;",
    ) else {
        return;
    };
    let of = |role: &str, granted: &str| {
        db.fill(&format!(
            "resource \"postgresql_grant_role\" \"m\" {{\n  role = \"{role}\"\n  grant_role = \"{granted}\"\n}}\n"
        ))
    };
    let (role, granted) = ("{w} \\\"R'; é", "{w} G;\\\"'");
    db.test()
        .step(Step::apply(of(role, granted)))
        .step(db.finds(MEMBERS, "{w} \"R'; é<{w} G;\"'"))
        .step(Step::destroy())
        .step(
            Step::apply(of(&format!("{role}\\\", {{w}}_evil; --"), granted))
                .fails("(?s)does not\\s+exist"),
        )
        .step(
            Step::apply(of(role, &format!("{granted}\\\" TO {{w}}_evil; --")))
                .fails("(?s)does not\\s+exist"),
        )
        .step(db.finds(MEMBERS, ""))
        .run();
}

#[test]
fn a_user_who_is_not_a_superuser_grants_memberships() {
    let Some(db) = DatabaseWithRoles::new(
        "member_user",
        "CREATE ROLE {w}_admin LOGIN PASSWORD 'adm1n-pw' CREATEROLE; CREATE ROLE {w}_r; CREATE ROLE {w}_g;",
    ) else {
        return;
    };
    db.test_as_admin()
        .step(Step::apply(member(&db, "  with_admin_option = true")))
        .step(db.finds(MEMBERS, "{w}_r<{w}_g*"))
        .step(Step::destroy())
        .step(db.finds(MEMBERS, ""))
        .run();
}

/// A temporary membership of the same role would revoke the membership at its end.
#[test]
fn operations_wait_for_a_temporary_membership() {
    let Some(db) = DatabaseWithRoles::new(
        "member_while",
        "CREATE ROLE {w}_r SUPERUSER LOGIN PASSWORD 'r'; CREATE ROLE {w}_g; CREATE ROLE {w}_other;",
    ) else {
        return;
    };
    // The other one is of another pair, and does not wait.
    let config = format!(
        "{}{}",
        member(&db, "  depends_on = [postgresql_grant_role.other]"),
        db.fill(
            "resource \"postgresql_grant_role\" \"other\" {\n  role = \"{w}_r\"\n  grant_role = \"{w}_other\"\n}\n"
        )
    );
    let while_it_waits = db.fill(
        "SELECT 1 FROM pg_locks JOIN pg_roles m ON m.oid = classid JOIN pg_roles r ON r.oid = objid
            WHERE locktype = 'advisory' AND objsubid = 2 AND NOT granted
            AND m.rolname = '{w}_r' AND r.rolname = '{w}_g'
            AND EXISTS (SELECT 1 FROM pg_auth_members WHERE roleid = '{w}_other'::regrole)",
    );
    let running: Arc<Mutex<Vec<thread::JoinHandle<bool>>>> = Arc::default();
    let (begun, ended, operation_of) = (Arc::clone(&running), running, db.clone());
    db.test()
        .step(Step::outside(move |_| {
            let mut settings = settings(cluster::shared().expect("a cluster"));
            settings.username = operation_of.fill("{w}_r");
            settings.password = "r".into();
            let (owner, seen) = (operation_of.fill("{w}_g"), while_it_waits.clone());
            let (tell, told) = mpsc::channel();
            let operation = thread::spawn(move || {
                let server = Server::new(settings);
                let operation = as_owner(&server, Some(&owner), async |connection| {
                    tell.send(()).expect("the test");
                    // For a minute at most: then the test fails because of what is left.
                    for _ in 0..3000 {
                        if connection.exists(&seen, &[]).await? {
                            return Ok(true);
                        }
                        tokio::time::sleep(Duration::from_millis(20)).await;
                    }
                    Ok(false)
                });
                cluster::runtime()
                    .block_on(operation)
                    .expect("the operation")
            });
            told.recv().expect("the membership is there");
            begun.lock().unwrap().push(operation);
        }))
        .step(Step::apply(&*config))
        .step(Step::outside(move |_| {
            for operation in ended.lock().unwrap().drain(..) {
                assert!(operation.join().unwrap(), "nobody waited");
            }
        }))
        .step(db.finds(MEMBERS, "{w}_r<{w}_g,{w}_r<{w}_other"))
        .step(Step::plan(&*config).plans_nothing())
        .run();
}
