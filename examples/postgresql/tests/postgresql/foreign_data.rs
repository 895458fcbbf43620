//! `postgresql_server` and `postgresql_user_mapping`.

use schema_provider::testing::conformance::{Class, Conformance, Example};
use schema_provider::testing::{Step, changes_nothing, creates, drifts, object, replaces, updates};
use serde_json::json;
use terraform_provider_postgresql::{ForeignServer, Postgresql, UserMapping};

use crate::common::cluster;
use crate::own_database::OwnDatabase;

const S: &str = "postgresql_server.s";
const M: &str = "postgresql_user_mapping.m";

fn server(body: &str) -> String {
    format!("resource \"postgresql_server\" \"s\" {{\n{body}\n}}\n")
}

fn mapping(user: &str, options: &str) -> String {
    format!(
        "resource \"postgresql_user_mapping\" \"m\" {{\n  user_name = \"{user}\"\n  server_name = \"srv\"\n  options = {options}\n}}\n"
    )
}

const SERVERS: &str = "SELECT srvname || ' ' || coalesce(srvtype, '-') || ' ' || coalesce(srvversion, '-') || ' ' || \
    pg_get_userbyid(srvowner) || ' ' || coalesce((SELECT string_agg(o, ',' ORDER BY o) FROM unnest(srvoptions) o), '-') FROM pg_foreign_server ORDER BY 1";

const MAPPINGS: &str = "SELECT usename || ' ' || srvname || ' ' || coalesce((SELECT string_agg(o, ',' ORDER BY o) FROM unnest(umoptions) o), '-') \
    FROM pg_user_mappings ORDER BY 1";

#[test]
fn a_server_has_a_life() {
    let Some(own) = OwnDatabase::new(
        "server_life",
        "CREATE FOREIGN DATA WRAPPER w; DROP ROLE IF EXISTS server_life_o; CREATE ROLE server_life_o; \
         GRANT USAGE ON FOREIGN DATA WRAPPER w TO server_life_o",
    ) else {
        return;
    };
    let least = server("  server_name = \"one\"\n  fdw_name = \"w\"");
    let full = server(
        "  server_name = \"one\"\n  fdw_name = \"w\"\n  server_type = \"t\"\n  server_version = \"1\"\n  \
         options = {\n    host = \"h\"\n    port = \"5432\"\n  }",
    );
    let other = full
        .replace("\"1\"", "\"2\"")
        .replace("port = \"5432\"", "dbname = \"d=1\"")
        .replace("\"h\"", "\"it's\"");
    own.test()
        .step(
            Step::apply(&*full)
                .plans(creates(S).only_unknown(["id", "server_owner"]))
                .saves(
                    object(S)
                        .attr("id")
                        .is("one")
                        .attr(ForeignServer::SERVER_OWNER)
                        .is("postgres"),
                ),
        )
        .step(own.finds(SERVERS, "one t 1 postgres host=h,port=5432"))
        .step(Step::import(S))
        .step(Step::apply(&*other).plans(updates(S)).counts(0, 1, 0))
        .step(own.finds(SERVERS, "one t 2 postgres dbname=d=1,host=it's"))
        .step(Step::plan(&*other).plans_nothing())
        .step(own.runs("ALTER SERVER one OPTIONS (SET host 'x', ADD extra '1')"))
        .step(
            Step::apply(&*other)
                .plans(
                    drifts(S)
                        .attr("options")
                        .is(json!({"host": "x", "dbname": "d=1", "extra": "1"})),
                )
                .plans(updates(S)),
        )
        .step(own.finds(SERVERS, "one t 2 postgres dbname=d=1,host=it's"))
        .step(
            Step::apply(other.replace("\"one\"", "\"two\"\n  server_owner = \"server_life_o\""))
                .plans(updates(S))
                .saves(object(S).attr("id").is("two")),
        )
        .step(own.finds(SERVERS, "two t 2 server_life_o dbname=d=1,host=it's"))
        .step(
            Step::apply(
                least
                    .replace("one", "two")
                    .replace("  fdw", "  server_type = \"t\"\n  fdw"),
            )
            .plans(updates(S)),
        )
        .step(own.finds(SERVERS, "two t  server_life_o -"))
        .step(
            Step::plan(least.replace("one", "two"))
                .plans(replaces(S).only_because_of([ForeignServer::SERVER_TYPE])),
        )
        .step(own.runs("DROP SERVER two"))
        .step(Step::apply(&*least).plans(drifts(S)).plans(creates(S)))
        .step(own.finds(SERVERS, "one - - postgres -"))
        .step(Step::plan(&*least).plans(changes_nothing(S)))
        .step(Step::forget(S))
        .step(Step::import(S).id("one").into_state())
        .step(Step::plan(&*least).plans_nothing())
        .step(own.runs("DROP SERVER one"))
        .step(Step::destroy().without_refresh())
        .run();
}

#[test]
fn objects_that_depend_on_a_server_are_dropped_with_cascade() {
    let Some(own) = OwnDatabase::new("server_cascade", "CREATE FOREIGN DATA WRAPPER w") else {
        return;
    };
    let restrict = server("  server_name = \"one\"\n  fdw_name = \"w\"");
    let cascade = server("  server_name = \"one\"\n  fdw_name = \"w\"\n  drop_cascade = true");
    own.test()
        .step(Step::apply(&*restrict))
        .step(own.runs("CREATE USER MAPPING FOR postgres SERVER one"))
        .step(Step::destroy().fails("other objects depend on it"))
        .step(Step::apply(&*cascade).plans(updates(S)))
        .step(Step::destroy())
        .step(own.finds(SERVERS, ""))
        .run();
}

#[test]
fn a_mapping_has_a_life() {
    let Some(own) = OwnDatabase::new(
        "mapping_life",
        "CREATE FOREIGN DATA WRAPPER w; CREATE SERVER srv FOREIGN DATA WRAPPER w; CREATE SERVER other FOREIGN DATA WRAPPER w; \
         DROP ROLE IF EXISTS mapping_life_r; CREATE ROLE mapping_life_r",
    ) else {
        return;
    };
    let config = mapping(
        "mapping_life_r",
        "{\n    user = \"u\"\n    password = \"it's=1\"\n  }",
    );
    own.test()
        .step(
            Step::apply(&*config)
                .plans(creates(M).only_unknown(["id"]))
                .saves(object(M).attr("id").is("mapping_life_r.srv")),
        )
        .step(
            own.finds(MAPPINGS, "mapping_life_r srv password=it's=1,user=u")
                .named("made"),
        )
        .step(Step::import(M))
        .step(
            Step::apply(mapping(
                "mapping_life_r",
                "{\n    user = \"v\"\n    more = \"1\"\n  }",
            ))
            .plans(updates(M)),
        )
        .step(own.finds(MAPPINGS, "mapping_life_r srv more=1,user=v"))
        .step(Step::apply(mapping("mapping_life_r", "{}")).plans(updates(M)))
        .step(own.finds(MAPPINGS, "mapping_life_r srv -"))
        .step(own.runs("ALTER USER MAPPING FOR mapping_life_r SERVER srv OPTIONS (user 'x')"))
        .step(Step::apply(&*config).plans(drifts(M)).plans(updates(M)))
        .step(own.finds(MAPPINGS, "mapping_life_r srv password=it's=1,user=u"))
        .step(
            Step::plan(config.replace("\"srv\"", "\"other\""))
                .plans(replaces(M).only_because_of([UserMapping::SERVER_NAME])),
        )
        // Everybody, and the user itself, in the spelling of the original's documentation.
        .step(
            Step::apply(mapping("PUBLIC", "{ user = \"p\" }"))
                .plans(replaces(M).only_because_of([UserMapping::USER_NAME])),
        )
        .step(own.finds(MAPPINGS, "public srv user=p"))
        .step(Step::plan(mapping("PUBLIC", "{ user = \"p\" }")).plans_nothing())
        .step(Step::apply(mapping("CURRENT_USER", "{ user = \"p\" }")))
        .step(own.finds(MAPPINGS, "postgres srv user=p"))
        .step(Step::plan(mapping("CURRENT_USER", "{ user = \"p\" }")).plans_nothing())
        .step(Step::apply(&*config))
        .step(own.runs("DROP USER MAPPING FOR mapping_life_r SERVER srv"))
        .step(Step::apply(&*config).plans(drifts(M)).plans(creates(M)))
        .step(Step::forget(M))
        .step(Step::import(M).id("mapping_life_r.srv").into_state())
        .step(Step::plan(&*config).plans_nothing())
        .step(Step::import(M).id("srv").fails("expected format"))
        // With its server, the mapping is dropped.
        .step(own.runs("DROP SERVER srv CASCADE"))
        .step(Step::destroy().without_refresh())
        .run();
}

#[test]
fn names_may_be_anything_and_inject_nothing() {
    let Some(own) = OwnDatabase::new(
        "foreign_names",
        "CREATE FOREIGN DATA WRAPPER \"w;\"\"'\"; DROP ROLE IF EXISTS \"foreign_names r.\"\"'; --\"; \
         CREATE ROLE \"foreign_names r.\"\"'; --\"",
    ) else {
        return;
    };
    let config = "resource \"postgresql_server\" \"s\" {\n  server_name = \"a.b\\\"'; --\"\n  fdw_name = \"w;\\\"'\"\n  \
        server_type = \"it's\"\n  options = {\n    \"o\\\"; --\" = \"v'; --\"\n  }\n}\n\
        resource \"postgresql_user_mapping\" \"m\" {\n  user_name = \"foreign_names r.\\\"'; --\"\n  \
        server_name = postgresql_server.s.server_name\n  options = {\n    \"k'\\\"\" = \"'\"\n  }\n}\n";
    own.test()
        .step(Step::apply(config).counts(2, 0, 0))
        .step(own.finds(SERVERS, "a.b\"'; -- it's - postgres o\"; --=v'; --"))
        .step(own.finds(MAPPINGS, "foreign_names r.\"'; -- a.b\"'; -- k'\"='"))
        .step(Step::plan(config).plans_nothing())
        .step(
            Step::apply(
                config
                    .replace("= \"v'", "= \"w'")
                    .replace("= \"'\"", "= \"''\""),
            )
            .counts(0, 2, 0),
        )
        .step(own.finds(MAPPINGS, "foreign_names r.\"'; -- a.b\"'; -- k'\"=''"))
        .step(Step::import(M).id("\"foreign_names r.\"\"'; --\".\"a.b\"\"'; --\""))
        .step(Step::destroy())
        .step(own.finds(SERVERS, ""))
        .run();
}

/// A user who is not a superuser needs a privilege on the wrapper or the server, and the error
/// names it.
#[test]
fn missing_privileges_of_a_user_who_is_not_a_superuser_are_named() {
    let Some(own) = OwnDatabase::new(
        "foreign_user",
        "CREATE FOREIGN DATA WRAPPER w; CREATE SERVER srv FOREIGN DATA WRAPPER w; DROP ROLE IF EXISTS foreign_user_u; \
         DROP ROLE IF EXISTS foreign_user_r; CREATE ROLE foreign_user_u LOGIN PASSWORD 'us3r-pw'; CREATE ROLE foreign_user_r",
    ) else {
        return;
    };
    let one = server("  server_name = \"one\"\n  fdw_name = \"w\"");
    let of_other = mapping("foreign_user_r", "{ user = \"u\" }");
    own.test_as("foreign_user_u", "us3r-pw")
        .step(Step::apply(&*one).fails("(?s)42501.*\"foreign_user_u\"\\s+needs\\s+USAGE\\s+on\\s+the\\s+foreign\\s+data\\s+wrapper\\s+\"w\""))
        .step(Step::apply(&*of_other).fails("(?s)42501.*needs\\s+ownership\\s+of\\s+the\\s+foreign\\s+server\\s+\"srv\""))
        .step(own.runs("GRANT USAGE ON FOREIGN DATA WRAPPER w TO foreign_user_u; ALTER SERVER srv OWNER TO foreign_user_u"))
        .step(Step::apply(one.clone() + &of_other).counts(2, 0, 0))
        // The owner of a server may set the options of others, but not read them.
        .step(own.runs("ALTER USER MAPPING FOR foreign_user_r SERVER srv OPTIONS (SET user 'x')"))
        .step(Step::plan(one.clone() + &of_other).plans_nothing())
        .step(Step::apply(one.clone() + &of_other.replace("\"u\"", "\"v\"")).counts(0, 1, 0))
        .step(own.finds(MAPPINGS, "foreign_user_r srv user=v"))
        .step(Step::destroy())
        .step(own.finds(SERVERS, "srv - - foreign_user_u -"))
        .run();
    let mistakes = OwnDatabase::new("foreign_wrong", "").expect("the cluster");
    mistakes
        .test()
        .step(Step::apply(&*one).fails("foreign-data wrapper \"w\" does not exist"))
        .step(Step::apply(&*of_other).fails("server \"srv\" does not exist"))
        .run();
}

const ONLY_TERRAFORM: &str = "the server does not know of it";

#[test]
fn the_kit_finds_nothing() {
    let Some(own) = OwnDatabase::new(
        "foreign_kit",
        "CREATE FOREIGN DATA WRAPPER w; CREATE FOREIGN DATA WRAPPER x; CREATE SERVER srv FOREIGN DATA WRAPPER w; \
         CREATE SERVER other FOREIGN DATA WRAPPER w; DROP ROLE IF EXISTS foreign_kit_o; CREATE ROLE foreign_kit_o SUPERUSER",
    ) else {
        return;
    };
    own.begin();
    Conformance::new::<Postgresql>()
        .settings(own.settings())
        .example(
            Example::<ForeignServer>::hcl(
                "server_name = \"one\"\nfdw_name = \"w\"\nserver_type = \"t\"\nserver_version = \"1\"\n\
                 server_owner = \"postgres\"\noptions = { a = \"1\" }",
            )
            .alternative(ForeignServer::SERVER_NAME, "two")
            .alternative(ForeignServer::FDW_NAME, "x")
            .alternative(ForeignServer::SERVER_TYPE, "u")
            .alternative(ForeignServer::SERVER_VERSION, "2")
            .alternative(ForeignServer::SERVER_OWNER, "foreign_kit_o")
            .alternative_hcl(ForeignServer::OPTIONS, "{ a = \"2\", b = \"3\" }")
            .allow(Class::DriftNotSeen, ForeignServer::DROP_CASCADE, ONLY_TERRAFORM),
        )
        .example(
            Example::<UserMapping>::hcl(
                "user_name = \"postgres\"\nserver_name = \"srv\"\noptions = { a = \"1\" }",
            )
            .alternative(UserMapping::USER_NAME, "foreign_kit_o")
            .alternative(UserMapping::SERVER_NAME, "other")
            .alternative_hcl(UserMapping::OPTIONS, "{ b = \"2\" }"),
        )
        .run()
        .assert_clean();
    let cluster = cluster::shared().expect("the cluster");
    cluster.drop_database("foreign_kit");
    cluster.sql("postgres", "DROP ROLE foreign_kit_o");
}
