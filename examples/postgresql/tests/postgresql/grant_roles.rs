//! `postgresql_grant_role`.

use schema_provider::testing::{Step, creates, drifts, object, replaces};
use terraform_provider_postgresql::GrantRole;

use super::world::World;

const M: &str = "postgresql_grant_role.m";

fn member(world: &World, body: &str) -> String {
    world.fill(&format!(
        "resource \"postgresql_grant_role\" \"m\" {{\n  role = \"{{w}}_r\"\n  grant_role = \"{{w}}_g\"\n{body}\n}}\n"
    ))
}

const MEMBERS: &str = "SELECT pg_get_userbyid(member) || '<' || pg_get_userbyid(roleid) || \
    CASE WHEN admin_option THEN '*' ELSE '' END FROM pg_auth_members \
    WHERE starts_with(pg_get_userbyid(member), '{w}') ORDER BY 1";

#[test]
fn a_membership_has_a_life() {
    let Some(world) = World::new(
        "member_life",
        "CREATE ROLE {w}_r; CREATE ROLE {w}_g; CREATE ROLE {w}_h;",
    ) else {
        return;
    };
    let plain = member(&world, "");
    let admin = member(&world, "  with_admin_option = true");
    world
        .test()
        .step(
            Step::apply(&*plain)
                .plans(creates(M).only_unknown(["id"]))
                .saves(
                    object(M)
                        .attr("id")
                        .is(world.fill("{w}_r_{w}_g_false"))
                        .attr(GrantRole::WITH_ADMIN_OPTION)
                        .is(false),
                ),
        )
        .step(world.finds(MEMBERS, "{w}_r<{w}_g"))
        .step(
            Step::apply(&*admin)
                .plans(replaces(M).only_because_of([GrantRole::WITH_ADMIN_OPTION]))
                .saves(object(M).attr("id").is(world.fill("{w}_r_{w}_g_true"))),
        )
        .step(world.finds(MEMBERS, "{w}_r<{w}_g*"))
        .step(world.runs("REVOKE ADMIN OPTION FOR {w}_g FROM {w}_r"))
        .step(
            Step::apply(&*admin)
                .plans(drifts(M).attr(GrantRole::WITH_ADMIN_OPTION).is(false))
                .plans(replaces(M)),
        )
        .step(world.finds(MEMBERS, "{w}_r<{w}_g*"))
        .step(world.runs("REVOKE {w}_g FROM {w}_r"))
        .step(Step::apply(&*admin).plans(drifts(M)).plans(creates(M)))
        // A membership that is there loses an option that is not configured.
        .step(Step::forget(M))
        .step(Step::apply(&*plain).plans(creates(M)))
        .step(world.finds(MEMBERS, "{w}_r<{w}_g"))
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
                .id(world.fill("{w}_r_{w}_g_false"))
                .into_state()
                .fails("."),
        )
        .step(Step::destroy())
        .step(world.finds(MEMBERS, ""))
        .run();
}

#[test]
fn it_cannot_be_imported() {
    let Some(world) = World::new(
        "member_import",
        "CREATE ROLE {w}_r; CREATE ROLE {w}_g; GRANT {w}_g TO {w}_r;",
    ) else {
        return;
    };
    world
        .test()
        .step(Step::plan(member(&world, "")))
        .step(
            Step::import(M)
                .id(world.fill("{w}_r_{w}_g_false"))
                .into_state()
                .fails("resource postgresql_grant_role doesn't support import"),
        )
        .run();
}

#[test]
fn roles_that_are_missing() {
    let Some(world) = World::new("member_gone", "CREATE ROLE {w}_r; CREATE ROLE {w}_g;") else {
        return;
    };
    let config = member(&world, "");
    world
        .test()
        .step(
            Step::apply(config.replace("member_gone_g", "member_gone_x"))
                .fails("(?s)member_gone_x.*not\\s+exist"),
        )
        .step(Step::apply(&*config))
        .step(world.runs("DROP ROLE {w}_g"))
        .step(Step::plan(&*config).plans(creates(M)))
        .step(Step::destroy().without_refresh())
        .run();
}

#[test]
fn names_may_be_anything_and_inject_nothing() {
    let Some(world) = World::new(
        "member_names",
        "CREATE ROLE \"{w} \"\"R'; é\"; CREATE ROLE \"{w} G;\"\"'\"; CREATE ROLE {w}_evil;",
    ) else {
        return;
    };
    let of = |role: &str, granted: &str| {
        world.fill(&format!(
            "resource \"postgresql_grant_role\" \"m\" {{\n  role = \"{role}\"\n  grant_role = \"{granted}\"\n}}\n"
        ))
    };
    let (role, granted) = ("{w} \\\"R'; é", "{w} G;\\\"'");
    world
        .test()
        .step(Step::apply(of(role, granted)))
        .step(world.finds(MEMBERS, "{w} \"R'; é<{w} G;\"'"))
        .step(Step::destroy())
        .step(
            Step::apply(of(&format!("{role}\\\", {{w}}_evil; --"), granted))
                .fails("(?s)does not\\s+exist"),
        )
        .step(
            Step::apply(of(role, &format!("{granted}\\\" TO {{w}}_evil; --")))
                .fails("(?s)does not\\s+exist"),
        )
        .step(world.finds(MEMBERS, ""))
        .run();
}

#[test]
fn who_is_no_superuser_makes_members() {
    let Some(world) = World::new(
        "member_user",
        "CREATE ROLE {w}_admin LOGIN PASSWORD 'admin' CREATEROLE; CREATE ROLE {w}_r; CREATE ROLE {w}_g;",
    ) else {
        return;
    };
    world
        .test_as_admin()
        .step(Step::apply(member(&world, "  with_admin_option = true")))
        .step(world.finds(MEMBERS, "{w}_r<{w}_g*"))
        .step(Step::destroy())
        .step(world.finds(MEMBERS, ""))
        .run();
}
