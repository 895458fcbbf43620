//! An update of a role changes only what is planned: the memberships that stay keep their options
//! and their grantors.

use schema_provider::testing::{Step, drifts, updates};

use super::database_with_roles::DatabaseWithRoles;
use crate::common::cluster;
use crate::common::programs;

const R: &str = "postgresql_role.r";

fn role(db: &DatabaseWithRoles, body: &str) -> String {
    db.fill(&format!(
        "resource \"postgresql_role\" \"r\" {{\n  name = \"{{w}}_r\"\n{body}\n}}\n"
    ))
}

/// All memberships of the role, with all columns of the catalog.
const ROWS: &str = "SELECT string_agg(pg_get_userbyid(roleid) || ' by ' || pg_get_userbyid(grantor) || ' ' || admin_option ||
        coalesce(to_jsonb(m)->>'inherit_option', '') || coalesce(to_jsonb(m)->>'set_option', ''), ', ' ORDER BY roleid)
    FROM pg_auth_members m WHERE pg_get_userbyid(member) = '{w}_r'";

#[test]
fn another_change_leaves_the_memberships_alone() {
    let Some(db) = DatabaseWithRoles::new(
        "left_alone",
        "CREATE ROLE {w}_g; CREATE ROLE {w}_h; CREATE ROLE {w}_i",
    ) else {
        return;
    };
    let of = |groups: &str, rest: &str| role(&db, &format!("  roles = [{groups}]\n{rest}"));
    let (one, two) = ("\"left_alone_g\"", "\"left_alone_g\", \"left_alone_h\"");
    // Before PostgreSQL 16 there is only one option.
    let options = match cluster::shared().unwrap().version() {
        ..16 => ["", "", ""],
        _ => ["falsefalse", "truetrue", "falsetrue"],
    };
    let [kept, granted, inherits_nothing] = options;
    let admin = format!("{{w}}_g by postgres true{kept}");
    let expected = admin.clone();
    let weakened = match kept {
        "" => "GRANT {w}_g TO {w}_r WITH ADMIN OPTION",
        _ => "GRANT {w}_g TO {w}_r WITH ADMIN TRUE, INHERIT FALSE, SET FALSE",
    };
    let mut test = db
        .test()
        .step(Step::apply(of(one, "")))
        .step(db.runs(weakened));
    // Since 16 this one is no membership, so that it is listed only before.
    if kept.is_empty() {
        for rest in [
            "  connection_limit = 4",
            "  login = true\n  password = \"secret\"",
            "  search_path = [\"a\"]\n  statement_timeout = 5",
            "  inherit = false",
        ] {
            test = test
                .step(Step::apply(of(one, rest)).plans(updates(R)))
                .step(db.finds(ROWS, &expected));
        }
    }
    test.step(db.runs("REVOKE {w}_g FROM {w}_r; GRANT {w}_g TO {w}_r"))
        // One that joins, and one that leaves.
        .step(Step::apply(of(two, "")).counts(0, 1, 0))
        .step(db.finds(
            ROWS,
            &format!("{{w}}_g by postgres false{granted}, {{w}}_h by postgres false{granted}"),
        ))
        .step(db.runs("GRANT {w}_h TO {w}_r WITH ADMIN OPTION"))
        .step(Step::apply(of("\"left_alone_h\"", "  inherit = false")).counts(0, 1, 0))
        .step(db.finds(ROWS, &format!("{{w}}_h by postgres true{granted}")))
        .step(Step::apply(of(&two.replace("_g", "_i"), "  inherit = false")).counts(0, 1, 0))
        .step(db.finds(
            ROWS,
            &format!(
                "{{w}}_h by postgres true{granted}, {{w}}_i by postgres false{inherits_nothing}"
            ),
        ))
        .run();
}

#[test]
fn the_options_of_a_membership_survive_each_change() {
    let Some(db) = DatabaseWithRoles::new("options_survive", "CREATE ROLE {w}_g") else {
        return;
    };
    if !programs::is_at_least(16) {
        return;
    }
    let of = |rest: &str| role(&db, &format!("  roles = [\"{{w}}_g\"]\n{rest}"));
    let mut test = db.test().step(Step::apply(of("")));
    for options in [
        "ADMIN FALSE, INHERIT FALSE, SET FALSE",
        "ADMIN TRUE, INHERIT FALSE, SET TRUE",
        "ADMIN FALSE, INHERIT TRUE, SET FALSE",
    ] {
        let row: Vec<String> = options
            .split(", ")
            .map(|option| option.split(' ').next_back().unwrap().to_lowercase())
            .collect();
        test = test.step(db.runs(&format!(
            "REVOKE {{w}}_g FROM {{w}}_r; GRANT {{w}}_g TO {{w}}_r WITH {options}"
        )));
        for rest in ["  connection_limit = 7", "  inherit = false", ""] {
            test = test
                .step(Step::apply(of(rest)).counts(0, 1, 0))
                .step(db.finds(ROWS, &format!("{{w}}_g by postgres {}", row.concat())));
        }
    }
    test.run();
}

/// A membership that is granted between a refresh and the apply was not planned to go, and stays.
#[test]
fn a_membership_that_nobody_planned_to_revoke_stays() {
    let Some(db) = DatabaseWithRoles::new(
        "not_planned",
        "CREATE ROLE {w}_g; CREATE ROLE {w}_h; CREATE ROLE {w}_i",
    ) else {
        return;
    };
    let of = |group: &str, rest: &str| role(&db, &format!("  roles = [\"{{w}}_{group}\"]\n{rest}"));
    let names =
        "SELECT string_agg(pg_get_userbyid(roleid)::text, ' ' ORDER BY roleid) FROM pg_auth_members
        WHERE pg_get_userbyid(member) = '{w}_r'";
    db.test()
        .step(Step::apply(of("g", "")))
        .step(db.runs("GRANT {w}_i TO {w}_r"))
        .step(
            Step::apply(of("g", "  login = true"))
                .without_refresh()
                .leaves_changes(),
        )
        .step(db.finds(names, "{w}_g {w}_i"))
        .step(
            Step::apply(of("h", "  login = true"))
                .without_refresh()
                .leaves_changes(),
        )
        .step(db.finds(names, "{w}_h {w}_i"))
        // Once it is seen, it is planned.
        .step(Step::apply(of("h", "  login = true")).plans(drifts(R)))
        .step(db.finds(names, "{w}_h"))
        .run();
}

/// Together with `postgresql_grant_role`, whose memberships the role ignores.
#[test]
fn memberships_of_another_resource_are_ignored() {
    let Some(db) = DatabaseWithRoles::new("ignored_roles", "CREATE ROLE {w}_g") else {
        return;
    };
    let both = |rest: &str| {
        db.fill(&format!(
            r#"
resource "postgresql_role" "r" {{
  name = "{{w}}_r"
{rest}
  lifecycle {{
    ignore_changes = [roles]
  }}
}}
resource "postgresql_grant_role" "m" {{
  role              = postgresql_role.r.name
  grant_role        = "{{w}}_g"
  with_admin_option = true
}}
"#
        ))
    };
    let admin = "SELECT admin_option FROM {memberships} WHERE pg_get_userbyid(member) = '{w}_r'";
    db.test()
        // The refresh afterwards finds the membership.
        .step(Step::apply(both("")).leaves_changes())
        .step(Step::plan(both("")).plans_nothing())
        .step(Step::apply(both("  login = true")).counts(0, 1, 0))
        .step(db.finds(admin, "t"))
        .step(Step::plan(both("  login = true")).plans_nothing())
        .run();
}

/// A user who may not grant a role's groups may change the rest of the role.
#[test]
fn a_user_who_may_not_grant_the_groups_changes_the_password() {
    let Some(db) = DatabaseWithRoles::new(
        "own_password",
        "CREATE ROLE {w}_admin LOGIN PASSWORD 'adm1n-pw'; CREATE ROLE {w}_g SUPERUSER; GRANT {w}_g TO {w}_admin",
    ) else {
        return;
    };
    let of = |password: &str| {
        db.fill(&format!(
            "provider \"postgresql\" {{\n  superuser = false\n}}\nresource \"postgresql_role\" \"r\" {{\n  \
             name = \"{{w}}_admin\"\n  login = true\n  roles = [\"{{w}}_g\"]\n  password = {password:?}\n  \
             skip_drop_role = true\n  skip_reassign_owned = true\n}}\n"
        ))
    };
    let import = format!(
        "import {{\n  to = {R}\n  id = \"{}\"\n}}\n{}",
        db.fill("{w}_admin"),
        of("adm1n-pw")
    );
    db.test_as_admin()
        .step(Step::apply(import))
        .step(Step::plan(of("adm1n-pw")).plans_nothing())
        .run();
}

/// The same for the password of another role, which then has the new one and its groups.
#[test]
fn a_user_who_may_not_grant_the_groups_changes_the_password_of_another() {
    let Some(db) = DatabaseWithRoles::new(
        "others_password",
        "CREATE ROLE {w}_admin LOGIN CREATEROLE PASSWORD 'adm1n-pw'; CREATE ROLE {w}_g SUPERUSER; \
         CREATE ROLE {w}_r LOGIN PASSWORD 'old'; GRANT {w}_g TO {w}_r",
    ) else {
        return;
    };
    let of = |password: &str| {
        db.fill(&format!(
            "provider \"postgresql\" {{\n  superuser = false\n}}\nresource \"postgresql_role\" \"r\" {{\n  \
             name = \"{{w}}_r\"\n  login = true\n  roles = [\"{{w}}_g\"]\n  password = {password:?}\n  \
             skip_drop_role = true\n  skip_reassign_owned = true\n}}\n"
        ))
    };
    let logs_in = |password: &'static str, gets_in: bool| {
        let user = db.fill("{w}_r");
        Step::outside(move |_| {
            let cluster = cluster::shared().unwrap();
            let login = cluster.try_sql(&user, password, "postgres", "SELECT 1");
            assert_eq!(login.is_ok(), gets_in, "{password}: {login:?}");
        })
    };
    let import = format!(
        "import {{\n  to = {R}\n  id = \"{}\"\n}}\n{}",
        db.fill("{w}_r"),
        of("old")
    );
    db.test_as_admin()
        .step(Step::apply(import))
        .step(logs_in("old", true))
        .step(Step::apply(of("new")).plans(updates(R)).counts(0, 1, 0))
        .step(logs_in("new", true))
        .step(logs_in("old", false))
        .step(db.finds(
            "SELECT pg_get_userbyid(roleid) FROM {memberships} WHERE member = '{w}_r'::regrole",
            "{w}_g",
        ))
        .run();
}
