//! `postgresql_publication`.

use schema_provider::testing::conformance::{Class, Conformance, Example};
use schema_provider::testing::{Step, changes_nothing, creates, drifts, object, replaces, updates};
use serde_json::json;
use terraform_provider_postgresql::{Postgresql, Publication};

use crate::common::programs;
use crate::own_database::OwnDatabase;

const P: &str = "postgresql_publication.p";

fn publication(body: &str) -> String {
    format!("resource \"postgresql_publication\" \"p\" {{\n  name = \"p\"\n{body}\n}}\n")
}

const TABLES: &str = "CREATE SCHEMA \"My s\"; CREATE TABLE a (id int PRIMARY KEY); CREATE TABLE b (id int PRIMARY KEY); \
    CREATE TABLE \"My s\".\"T.1\" (id int PRIMARY KEY)";

/// The publications with their operations and tables.
const FOUND: &str = "SELECT pubname || ' ' || pg_get_userbyid(pubowner) || ' ' || puballtables::int || pubinsert::int || pubupdate::int \
    || pubdelete::int || pubtruncate::int || ' ' || coalesce((SELECT string_agg(prrelid::regclass::text, ',' ORDER BY prrelid::regclass::text) \
    FROM pg_publication_rel WHERE prpubid = p.oid), '') FROM pg_publication p ORDER BY 1";

#[test]
fn a_publication_has_a_life() {
    let Some(own) = OwnDatabase::new(
        "publication_life",
        "CREATE TABLE a (id int PRIMARY KEY); CREATE TABLE b (id int PRIMARY KEY); CREATE TABLE c (id int PRIMARY KEY); \
         DROP ROLE IF EXISTS publication_life_o; CREATE ROLE publication_life_o; \
         GRANT CREATE ON DATABASE publication_life TO publication_life_o",
    ) else {
        return;
    };
    let least = publication("");
    let two = publication("  tables = [\"public.a\", \"b\"]");
    let other =
        publication("  tables = [\"b\", \"public.c\"]\n  publish_param = [\"update\", \"insert\"]");
    own.test()
        .step(
            Step::apply(&*two)
                .plans(creates(P).only_unknown([
                    "id",
                    "database",
                    "owner",
                    "all_tables",
                    "publish_param",
                ]))
                .saves(
                    object(P)
                        .attr("id")
                        .is("publication_life.p")
                        .attr(Publication::DATABASE)
                        .is("publication_life")
                        .attr(Publication::OWNER)
                        .is("postgres")
                        .attr(Publication::ALL_TABLES)
                        .is(false)
                        .attr("publish_param")
                        .is(json!(["insert", "update", "delete", "truncate"])),
                ),
        )
        .step(own.finds(FOUND, "p postgres 01111 a,b"))
        // The name without its schema keeps its spelling.
        .step(Step::plan(&*two).plans_nothing())
        .step(Step::apply(&*other).plans(updates(P)).counts(0, 1, 0))
        .step(own.finds(FOUND, "p postgres 01100 b,c"))
        // The order of the statements means nothing.
        .step(
            Step::plan(other.replace("\"update\", \"insert\"", "\"insert\", \"update\""))
                .plans_nothing(),
        )
        // Values that are no longer configured are kept.
        .step(Step::plan(&*least).plans(changes_nothing(P)))
        .step(own.runs("ALTER PUBLICATION p DROP TABLE c; ALTER PUBLICATION p ADD TABLE a"))
        .step(
            Step::apply(&*other)
                .plans(drifts(P).attr("tables").is(json!(["b", "public.a"])))
                .plans(updates(P)),
        )
        .step(own.finds(FOUND, "p postgres 01100 b,c"))
        .step(own.runs("ALTER PUBLICATION p SET (publish = 'delete')"))
        .step(Step::apply(&*other).plans(drifts(P)).plans(updates(P)))
        .step(own.finds(FOUND, "p postgres 01100 b,c"))
        .step(
            Step::apply(other.replace(
                "name = \"p\"",
                "name = \"q\"\n  owner = \"publication_life_o\"",
            ))
            .plans(updates(P))
            .saves(object(P).attr("id").is("publication_life.q")),
        )
        .step(own.finds(FOUND, "q publication_life_o 01100 b,c"))
        .step(Step::apply(publication("  tables = []")).plans(updates(P)))
        .step(own.finds(FOUND, "p publication_life_o 01100 "))
        .step(own.runs("DROP PUBLICATION p"))
        .step(Step::apply(&*two).plans(drifts(P)).plans(creates(P)))
        .step(Step::forget(P))
        .step(Step::import(P).id("publication_life.p").into_state())
        .step(Step::plan(publication("  tables = [\"public.a\", \"public.b\"]")).plans_nothing())
        .step(Step::destroy())
        .step(own.finds(FOUND, ""))
        .run();
}

#[test]
fn all_tables_are_published() {
    let Some(own) = OwnDatabase::new("publication_all", TABLES) else {
        return;
    };
    let all = publication("  all_tables = true");
    own.test()
        .step(Step::apply(&*all).saves(object(P).attr("tables").is(json!([
            "\"My s\".\"T.1\"",
            "public.a",
            "public.b"
        ]))))
        .step(own.finds(FOUND, "p postgres 11111 "))
        // A table that is created later is published, and no change.
        .step(own.runs("CREATE TABLE later (id int)"))
        .step(Step::apply(&*all).counts(0, 0, 0))
        .step(Step::import(P))
        .step(
            Step::plan(publication("  all_tables = false"))
                .plans(replaces(P).only_because_of([Publication::ALL_TABLES])),
        )
        .step(Step::plan(all.replace("= true", "= true\n  tables = [\"a\"]")).fails("tables"))
        .run();
}

/// Row filters and columns that others set survive a change of the tables.
#[test]
fn only_differing_tables_are_changed() {
    let Some(own) = OwnDatabase::new("publication_filter", TABLES) else {
        return;
    };
    if !programs::is_at_least(15) {
        return;
    }
    let filters = "SELECT string_agg(prrelid::regclass || coalesce(pg_get_expr(prqual, prrelid), ''), ',' \
        ORDER BY prrelid::regclass::text) FROM pg_publication_rel";
    own.test()
        .step(Step::apply(publication("  tables = [\"a\"]")))
        .step(own.runs("ALTER PUBLICATION p SET TABLE a WHERE (id > 7)"))
        .step(Step::apply(publication("  tables = [\"a\", \"b\"]")).counts(0, 1, 0))
        .step(own.finds(filters, "a(id > 7),b"))
        .step(Step::apply(publication("  tables = [\"a\"]")).counts(0, 1, 0))
        .step(own.finds(filters, "a(id > 7)"))
        .run();
}

/// A partitioned table is published under its own name: the plan is empty, unlike with the Go
/// provider.
#[test]
fn a_partitioned_table_settles() {
    let Some(own) = OwnDatabase::new(
        "publication_parts",
        "CREATE TABLE parted (id int PRIMARY KEY) PARTITION BY RANGE (id); \
         CREATE TABLE part_1 PARTITION OF parted FOR VALUES FROM (1) TO (9)",
    ) else {
        return;
    };
    if !programs::is_at_least(13) {
        return;
    }
    let root = "SELECT pubviaroot FROM pg_publication";
    let config = publication("  tables = [\"public.parted\"]");
    let via_root =
        publication("  tables = [\"public.parted\"]\n  publish_via_partition_root_param = true");
    own.test()
        .step(Step::apply(&*config))
        .step(Step::plan(&*config).plans_nothing())
        .step(Step::apply(&*via_root).plans(updates(P)))
        .step(own.finds(root, "t"))
        .step(own.runs("ALTER PUBLICATION p SET (publish_via_partition_root = false)"))
        .step(Step::apply(&*via_root).plans(drifts(P)).plans(updates(P)))
        .step(Step::apply(&*config).plans(updates(P)))
        .step(own.finds(root, "f"))
        .step(
            Step::apply(format!(
                "provider \"postgresql\" {{\n  expected_version = \"12\"\n}}\n{via_root}"
            ))
            .fails("publish_via_partition_root_param needs PostgreSQL 13"),
        )
        .run();
}

#[test]
fn names_may_be_anything_and_inject_nothing() {
    let Some(own) = OwnDatabase::new(
        "publication_names",
        "CREATE SCHEMA \"S'; --\"; CREATE TABLE \"S'; --\".\"t\"\"; DROP\" (id int); CREATE TABLE \"a.b\" (id int); \
         DROP ROLE IF EXISTS \"publication_names o;\"\"'\"; CREATE ROLE \"publication_names o;\"\"'\"; \
         GRANT CREATE ON DATABASE publication_names TO \"publication_names o;\"\"'\"",
    ) else {
        return;
    };
    let config = "resource \"postgresql_publication\" \"p\" {\n  name = \"My \\\"p'; --\"\n  \
        owner = \"publication_names o;\\\"'\"\n  tables = [\"\\\"S'; --\\\".\\\"t\\\"\\\"; DROP\\\"\", \"\\\"a.b\\\"\"]\n}\n";
    own.test()
        .step(Step::apply(config))
        .step(own.finds(
            FOUND,
            "My \"p'; -- publication_names o;\"' 01111 \"S'; --\".\"t\"\"; DROP\",\"a.b\"",
        ))
        .step(Step::plan(config).plans_nothing())
        .step(Step::apply(config.replace("My \\\"p'", "Other '\\\"")).counts(0, 1, 0))
        .step(Step::apply(config).counts(0, 1, 0))
        .step(Step::apply(config.replace(", \"\\\"a.b\\\"\"", "")).counts(0, 1, 0))
        .step(Step::destroy())
        .step(own.finds(FOUND, ""))
        .run();
}

#[test]
fn mistakes_are_reported() {
    let Some(own) = OwnDatabase::new(
        "publication_wrong",
        "CREATE TABLE a (id int); DROP ROLE IF EXISTS publication_wrong_user; \
         CREATE ROLE publication_wrong_user LOGIN PASSWORD 'us3r-pw'",
    ) else {
        return;
    };
    own.test()
        .step(Step::plan(publication("  publish_param = [\"select\"]")).fails("publish_param"))
        .step(Step::plan(publication("  publish_param = []")).fails("publish_param"))
        .step(
            Step::plan(publication("  publish_param = [\"insert\", \"insert\"]"))
                .fails("publish_param"),
        )
        .step(Step::plan(publication("  tables = [\"a.b.c\"]")).fails("another form"))
        .step(Step::plan(publication("  owner = \"\"")).fails("owner"))
        .step(Step::apply(publication("  tables = [\"missing\"]")).fails("missing"))
        .step(Step::apply(publication("  owner = \"no such role\"")).fails("no such role"))
        .step(own.finds(FOUND, ""))
        .step(Step::import(P).id("p").fails("expected format"))
        .run();
    own.test_as("publication_wrong_user", "us3r-pw")
        .step(
            Step::apply(publication("  tables = [\"a\"]"))
                .fails("(?s)42501.*\"publication_wrong_user\"\\s+needs\\s+CREATE\\s+on\\s+the\\s+database"),
        )
        .step(own.runs(
            "GRANT CREATE ON DATABASE publication_wrong TO publication_wrong_user; ALTER TABLE a OWNER TO publication_wrong_user",
        ))
        .step(Step::apply(publication("  tables = [\"a\"]")))
        .step(own.finds(FOUND, "p publication_wrong_user 01111 a"))
        .step(
            Step::apply(publication("  tables = [\"a\"]\n  owner = \"postgres\"")).fails("42501"),
        )
        .run();
}

/// A user who is not a superuser works for the owners of the tables and the publication.
#[test]
fn a_user_who_may_grant_a_role_acts_for_it() {
    let Some(own) = OwnDatabase::new(
        "publication_admin",
        "DROP ROLE IF EXISTS publication_admin_o; DROP ROLE IF EXISTS publication_admin_user; \
         CREATE ROLE publication_admin_o; CREATE ROLE publication_admin_user LOGIN CREATEROLE PASSWORD 'us3r-pw'; \
         GRANT CREATE ON DATABASE publication_admin TO publication_admin_o, publication_admin_user; \
         CREATE TABLE a (id int); ALTER TABLE a OWNER TO publication_admin_o",
    ) else {
        return;
    };
    let made = own.clone();
    let members = "SELECT count(*) FROM pg_auth_members m WHERE member = 'publication_admin_user'::regrole \
        AND coalesce((to_jsonb(m)->>'set_option')::boolean, true)";
    let config = publication("  tables = [\"a\"]\n  owner = \"publication_admin_o\"");
    own.test_as("publication_admin_user", "us3r-pw")
        .step(Step::outside(move |_| {
            made.database
                .cluster
                .as_if_made_by("publication_admin_user", &["publication_admin_o"]);
        }))
        .step(Step::apply(&*config))
        .step(own.finds(FOUND, "p publication_admin_o 01111 a"))
        .step(own.finds(members, "0"))
        .step(Step::apply(config.replace("[\"a\"]", "[]")).counts(0, 1, 0))
        .step(Step::apply(&*config).counts(0, 1, 0))
        .step(own.finds(members, "0"))
        .step(Step::destroy())
        .step(own.finds(FOUND, ""))
        .run();
}

const ONLY_TERRAFORM: &str = "the server does not know of it";

#[test]
fn the_kit_finds_nothing() {
    let Some(own) = OwnDatabase::new("publication_kit", TABLES) else {
        return;
    };
    if !programs::is_at_least(13) {
        return;
    }
    own.begin();
    own.database
        .sql("DROP ROLE IF EXISTS publication_kit_o; CREATE ROLE publication_kit_o SUPERUSER");
    Conformance::new::<Postgresql>()
        .settings(own.settings())
        .example(
            Example::<Publication>::hcl(
                "name = \"p\"\ndatabase = \"publication_kit\"\nowner = \"postgres\"\ntables = [\"public.a\"]\n\
                 publish_param = [\"insert\"]\npublish_via_partition_root_param = true",
            )
            .alternative(Publication::NAME, "q")
            .alternative(Publication::DATABASE, "postgres")
            .alternative(Publication::OWNER, "publication_kit_o")
            .alternative_hcl(Publication::PUBLISH_PARAM, "[\"delete\"]")
            .alternative_hcl(Publication::TABLES, "[\"public.b\"]")
            .allow(Class::DriftNotSeen, Publication::DROP_CASCADE, ONLY_TERRAFORM),
        )
        .run()
        .assert_clean();
    own.database.cluster.drop_database("publication_kit");
    own.database
        .cluster
        .sql("postgres", "DROP ROLE publication_kit_o");
}
