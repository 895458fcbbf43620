//! The import of grants, memberships and default privileges, by ids that name their parts.

use schema_provider::testing::{Step, object};
use serde_json::json;

use super::database_with_roles::DatabaseWithRoles;

const G: &str = "postgresql_grant.g";
const M: &str = "postgresql_grant_role.m";
const D: &str = "postgresql_default_privileges.d";

fn grant(db: &DatabaseWithRoles, role: &str, body: &str) -> String {
    db.fill(&format!(
        "resource \"postgresql_grant\" \"g\" {{\n  role = \"{role}\"\n  database = \"{{w}}\"\n{body}\n}}\n"
    ))
}

/// Each import takes over what exists: the matching configuration plans nothing.
#[test]
fn a_grant_of_each_type_is_imported() {
    let Some(db) = DatabaseWithRoles::new(
        "import_types",
        "CREATE ROLE {w}_r; CREATE SCHEMA s; CREATE TABLE s.a (x int, y int); CREATE TABLE s.b (x int); CREATE SEQUENCE s.q; \
         CREATE FUNCTION s.f(a int) RETURNS int LANGUAGE sql AS 'SELECT 1'; \
         CREATE FUNCTION s.f(a text, b int) RETURNS int LANGUAGE sql AS 'SELECT 1'; \
         CREATE PROCEDURE s.p(a int) LANGUAGE sql AS 'SELECT 1'; CREATE FOREIGN DATA WRAPPER wr; \
         CREATE SERVER srv FOREIGN DATA WRAPPER wr; \
         GRANT CONNECT, CREATE ON DATABASE {w} TO {w}_r WITH GRANT OPTION; GRANT USAGE ON SCHEMA s TO {w}_r; \
         GRANT SELECT, INSERT ON s.a, s.b TO {w}_r; GRANT UPDATE (x, y), INSERT (x) ON s.a TO {w}_r; GRANT USAGE ON SEQUENCE s.q TO {w}_r; \
         GRANT EXECUTE ON ALL ROUTINES IN SCHEMA s TO {w}_r; GRANT USAGE ON FOREIGN DATA WRAPPER wr TO {w}_r; \
         GRANT USAGE ON FOREIGN SERVER srv TO {w}_r WITH GRANT OPTION; GRANT CREATE ON SCHEMA s TO PUBLIC",
    ) else {
        return;
    };
    let r = "{w}_r";
    let cases = [
        (
            "{w}_r/{w}//database",
            grant(
                &db,
                r,
                "  object_type = \"database\"\n  privileges = [\"CONNECT\", \"CREATE\"]\n  with_grant_option = true",
            ),
        ),
        (
            "{w}_r/{w}/s/schema",
            grant(
                &db,
                r,
                "  schema = \"s\"\n  object_type = \"schema\"\n  privileges = [\"USAGE\"]",
            ),
        ),
        (
            "public/{w}/s/schema",
            grant(
                &db,
                "public",
                "  schema = \"s\"\n  object_type = \"schema\"\n  privileges = [\"CREATE\"]",
            ),
        ),
        (
            "{w}_r/{w}/s/table",
            grant(
                &db,
                r,
                "  schema = \"s\"\n  object_type = \"table\"\n  privileges = [\"SELECT\", \"INSERT\"]",
            ),
        ),
        (
            "{w}_r/{w}/s/table/a,b",
            grant(
                &db,
                r,
                "  schema = \"s\"\n  object_type = \"table\"\n  objects = [\"b\", \"a\"]\n  privileges = [\"SELECT\", \"INSERT\"]",
            ),
        ),
        (
            "{w}_r/{w}/s/sequence/q",
            grant(
                &db,
                r,
                "  schema = \"s\"\n  object_type = \"sequence\"\n  objects = [\"q\"]\n  privileges = [\"USAGE\"]",
            ),
        ),
        (
            "{w}_r/{w}/s/function/f(text, integer)",
            grant(
                &db,
                r,
                "  schema = \"s\"\n  object_type = \"function\"\n  objects = [\"f(text, integer)\"]\n  privileges = [\"EXECUTE\"]",
            ),
        ),
        (
            "{w}_r/{w}/s/procedure/p",
            grant(
                &db,
                r,
                "  schema = \"s\"\n  object_type = \"procedure\"\n  objects = [\"p\"]\n  privileges = [\"EXECUTE\"]",
            ),
        ),
        (
            "{w}_r/{w}/s/routine",
            grant(
                &db,
                r,
                "  schema = \"s\"\n  object_type = \"routine\"\n  privileges = [\"EXECUTE\"]",
            ),
        ),
        (
            "{w}_r/{w}//foreign_data_wrapper/wr",
            grant(
                &db,
                r,
                "  object_type = \"foreign_data_wrapper\"\n  objects = [\"wr\"]\n  privileges = [\"USAGE\"]",
            ),
        ),
        (
            "{w}_r/{w}//foreign_server/srv",
            grant(
                &db,
                r,
                "  object_type = \"foreign_server\"\n  objects = [\"srv\"]\n  privileges = [\"USAGE\"]\n  with_grant_option = true",
            ),
        ),
        (
            "{w}_r/{w}/s/column/a/x,y",
            grant(
                &db,
                r,
                "  schema = \"s\"\n  object_type = \"column\"\n  objects = [\"a\"]\n  columns = [\"x\", \"y\"]\n  privileges = [\"UPDATE\"]",
            ),
        ),
        (
            "{w}_r/{w}/s/column/a/x/INSERT",
            grant(
                &db,
                r,
                "  schema = \"s\"\n  object_type = \"column\"\n  objects = [\"a\"]\n  columns = [\"x\"]\n  privileges = [\"INSERT\"]",
            ),
        ),
    ];
    let mut test = db.test();
    for (id, config) in &cases {
        test = test
            .step(Step::plan(&**config).named(*id))
            .step(Step::import(G).id(db.fill(id)).into_state())
            .step(Step::plan(&**config).plans_nothing())
            .step(Step::forget(G));
    }
    // The state has the id of the Go provider.
    test.step(
        Step::import(G)
            .id(db.fill("{w}_r/{w}/s/column/a/x/INSERT"))
            .into_state(),
    )
    .step(
        Step::apply(&*cases[12].1)
            .counts(0, 0, 0)
            .saves(object(G).attr("id").is(db.fill("{w}_r_{w}_s_column_a_x"))),
    )
    .run();
}

#[test]
fn names_with_separators_are_quoted() {
    let Some(db) = DatabaseWithRoles::new(
        "import_names",
        "CREATE ROLE \"{w}_r/1\"; CREATE SCHEMA \"s\"\"/,\"; CREATE TABLE \"s\"\"/,\".\"a,b/c\" (x int); \
         CREATE TABLE \"s\"\"/,\".d (x int); CREATE ROLE \"{w}_g,\"; GRANT \"{w}_g,\" TO \"{w}_r/1\"; \
         GRANT SELECT ON ALL TABLES IN SCHEMA \"s\"\"/,\" TO \"{w}_r/1\"; \
         ALTER DEFAULT PRIVILEGES FOR ROLE \"{w}_r/1\" IN SCHEMA \"s\"\"/,\" GRANT SELECT ON TABLES TO \"{w}_g,\"",
    ) else {
        return;
    };
    let granted = grant(
        &db,
        "{w}_r/1",
        "  schema = \"s\\\"/,\"\n  object_type = \"table\"\n  objects = [\"a,b/c\", \"d\"]\n  privileges = [\"SELECT\"]",
    );
    let member = db.fill(
        "resource \"postgresql_grant_role\" \"m\" {\n  role = \"{w}_r/1\"\n  grant_role = \"{w}_g,\"\n}\n",
    );
    let defaults = db.fill(
        "resource \"postgresql_default_privileges\" \"d\" {\n  role = \"{w}_g,\"\n  database = \"{w}\"\n  schema = \"s\\\"/,\"\n  \
         owner = \"{w}_r/1\"\n  object_type = \"table\"\n  privileges = [\"SELECT\"]\n}\n",
    );
    let config = format!("{granted}{member}{defaults}");
    db.test()
        .step(Step::plan(&*config).counts(3, 0, 0))
        .step(
            Step::import(G)
                .id(db.fill("\"{w}_r/1\"/{w}/\"s\"\"/,\"/table/\"a,b/c\",d"))
                .into_state(),
        )
        .step(
            Step::import(M)
                .id(db.fill("\"{w}_r/1\"/{w}_g,"))
                .into_state(),
        )
        .step(
            Step::import(D)
                .id(db.fill("{w}_g,/{w}/\"s\"\"/,\"/\"{w}_r/1\"/table"))
                .into_state(),
        )
        .step(Step::plan(&*config).plans_nothing())
        .run();
}

#[test]
fn failed_imports_say_why() {
    let Some(db) = DatabaseWithRoles::new(
        "import_wrong",
        "CREATE ROLE {w}_r; CREATE ROLE {w}_g; CREATE SCHEMA s; CREATE TABLE s.a (x int, y int); \
         GRANT SELECT, UPDATE (x) ON s.a TO {w}_r; GRANT INSERT (x) ON s.a TO {w}_r",
    ) else {
        return;
    };
    let granted = grant(
        &db,
        "{w}_r",
        "  schema = \"s\"\n  object_type = \"table\"\n  privileges = [\"SELECT\"]",
    );
    let member = db.fill(
        "resource \"postgresql_grant_role\" \"m\" {\n  role = \"{w}_r\"\n  grant_role = \"{w}_g\"\n}\n",
    );
    let defaults = db.fill(
        "resource \"postgresql_default_privileges\" \"d\" {\n  role = \"{w}_r\"\n  database = \"{w}\"\n  \
         owner = \"{w}_g\"\n  object_type = \"table\"\n  privileges = [\"SELECT\"]\n}\n",
    );
    let refused = |what: &str, id: &str, says: &str| {
        Step::import(what)
            .id(db.fill(id))
            .into_state()
            .fails(says)
            .named(id)
    };
    db.test()
        .step(Step::plan(format!("{granted}{member}{defaults}")))
        .step(refused(G, "{w}_r_{w}_s_table", "expected\\s+format"))
        .step(refused(G, "{w}_r/{w}/s/view", "expected\\s+format"))
        .step(refused(G, "{w}_r/{w}//table", "expected\\s+format"))
        .step(refused(
            G,
            "{w}_x/{w}/s/table",
            "the role \"import_wrong_x\" does not exist",
        ))
        .step(refused(
            G,
            "{w}_r/{w}/s/table/missing",
            "the table \"missing\" does not exist",
        ))
        .step(refused(G, "{w}_g/{w}/s/table", "has no privileges there"))
        .step(refused(
            G,
            "{w}_r/{w}/s/column/a/x",
            "(?s)is not clear.*INSERT,\\s+UPDATE",
        ))
        .step(refused(
            G,
            "{w}_r/{w}/s/column/a/x,y",
            "(?s)is not clear.*none",
        ))
        .step(refused(
            G,
            "{w}_r/{w}/s/column/a/z/SELECT",
            "the column \"z\" does not exist",
        ))
        .step(refused(G, "{w}_r/{w}/s/column/a", "is not clear|columns"))
        .step(refused(M, "{w}_r", "expected\\s+format"))
        .step(refused(M, "{w}_r/{w}_g", "is not a member of"))
        .step(refused(D, "{w}_r/{w}/s/{w}_g", "expected\\s+format"))
        .step(refused(
            D,
            "{w}_r/{w}/s/{w}_g/column",
            "last\\s+part\\s+must\\s+be",
        ))
        .step(refused(
            D,
            "{w}_r/{w}/x/{w}_g/table",
            "the schema \"x\" does not exist",
        ))
        .step(refused(
            D,
            "{w}_r/{w}/s/{w}_x/table",
            "the owner \"import_wrong_x\" does not exist",
        ))
        .step(refused(
            D,
            "{w}_r/{w}/s/{w}_g/table",
            "has no default privileges there",
        ))
        .run();
}

#[test]
fn memberships_and_default_privileges_are_imported() {
    let Some(db) = DatabaseWithRoles::new(
        "import_others",
        "CREATE ROLE {w}_r; CREATE ROLE {w}_g; CREATE ROLE {w}_o; CREATE SCHEMA s; GRANT {w}_g TO {w}_r WITH ADMIN OPTION; \
         ALTER DEFAULT PRIVILEGES FOR ROLE {w}_o GRANT SELECT, INSERT ON TABLES TO {w}_r WITH GRANT OPTION; \
         ALTER DEFAULT PRIVILEGES FOR ROLE {w}_o IN SCHEMA s GRANT EXECUTE ON FUNCTIONS TO {w}_r",
    ) else {
        return;
    };
    let member = db.fill(
        "resource \"postgresql_grant_role\" \"m\" {\n  role = \"{w}_r\"\n  grant_role = \"{w}_g\"\n  with_admin_option = true\n}\n",
    );
    let defaults = |role: &str, body: &str| {
        db.fill(&format!(
            "resource \"postgresql_default_privileges\" \"d\" {{\n  role = \"{role}\"\n  database = \"{{w}}\"\n  \
             owner = \"{{w}}_o\"\n{body}\n}}\n"
        ))
    };
    let mut test = db
        .test()
        .step(Step::plan(&*member))
        .step(Step::import(M).id(db.fill("{w}_r/{w}_g")).into_state())
        .step(Step::plan(&*member).plans_nothing())
        .step(
            Step::apply(&*member)
                .counts(0, 0, 0)
                .saves(object(M).attr("id").is(db.fill("{w}_r_{w}_g_true"))),
        );
    for (id, config) in [
        (
            "{w}_r/{w}//{w}_o/table",
            defaults(
                "{w}_r",
                "  object_type = \"table\"\n  privileges = [\"SELECT\", \"INSERT\"]\n  with_grant_option = true",
            ),
        ),
        (
            "{w}_r/{w}/s/{w}_o/function",
            defaults(
                "{w}_r",
                "  schema = \"s\"\n  object_type = \"function\"\n  privileges = [\"EXECUTE\"]",
            ),
        ),
        // The built-in privileges of everyone.
        (
            "public/{w}//{w}_o/type",
            defaults(
                "public",
                "  object_type = \"type\"\n  privileges = [\"USAGE\"]",
            ),
        ),
    ] {
        let config = format!("{member}{config}");
        test = test
            .step(Step::plan(&*config).named(id))
            .step(Step::import(D).id(db.fill(id)).into_state())
            .step(Step::plan(&*config).plans_nothing())
            .step(Step::forget(D));
    }
    test.step(
        Step::import(D)
            .id(db.fill("{w}_r/{w}//{w}_o/table"))
            .into_state(),
    )
    .step(
        Step::apply(format!(
            "{member}{}",
            defaults(
                "{w}_r",
                "  object_type = \"table\"\n  privileges = [\"SELECT\"]\n  with_grant_option = true"
            )
        ))
        .counts(0, 1, 0)
        .saves(
            object(D)
                .attr("id")
                .is(db.fill("{w}_r_{w}_noschema_{w}_o_table")),
        )
        .saves(object(D).attr("privileges").is(json!(["SELECT"]))),
    )
    .run();
}
