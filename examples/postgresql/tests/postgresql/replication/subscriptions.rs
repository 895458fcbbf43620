//! `postgresql_subscription`, between two clusters.

use schema_provider::testing::{Step, creates, drifts, object, replaces, updates};
use serde_json::json;
use terraform_provider_postgresql::Subscription;

use super::{both, conninfo};
use crate::common::cluster::PASSWORD;
use crate::common::session::until;
use crate::own_database::OwnDatabase;

const S: &str = "postgresql_subscription.s";

/// The provider of the publisher, and a publication there.
fn on_publisher(publisher: &OwnDatabase) -> String {
    format!(
        "provider \"postgresql\" {{\n  alias = \"publisher\"\n{}}}\n",
        publisher.settings()
    )
}

fn subscription(publisher: &OwnDatabase, name: &str, body: &str) -> String {
    format!(
        "resource \"postgresql_subscription\" \"s\" {{\n  name = \"{name}\"\n  conninfo = \"{}\"\n{body}\n}}\n",
        conninfo(&publisher.database)
    )
}

const SUBSCRIPTIONS: &str = "SELECT subname || ' ' || subenabled::int || ' ' || array_to_string(subpublications, ',') || ' ' || \
    coalesce(subslotname::text, '') FROM pg_subscription s JOIN pg_database d ON d.oid = subdbid AND datname = current_database()";

/// The slots, except for those that copy tables.
const SLOTS: &str = "SELECT slot_name FROM pg_replication_slots WHERE database = current_database() \
    AND NOT starts_with(slot_name::text, 'pg_') ORDER BY 1";

/// A step that waits until a query has this answer.
fn waits(own: &OwnDatabase, query: &'static str, expected: &'static str) -> Step {
    let own = own.clone();
    Step::outside(move |_| until(query, || own.answer(query) == expected))
}

/// Recreates both databases. Subscriptions go first: a database with one cannot be dropped.
fn begin(publisher: &OwnDatabase, subscriber: &OwnDatabase) -> Step {
    let (publisher, subscriber) = (publisher.clone(), subscriber.clone());
    Step::outside(move |_| {
        publisher.begin();
        subscriber.begin();
    })
}

#[test]
fn rows_are_replicated_between_clusters() {
    let Some((publisher, subscriber)) = both(
        "sub_rows",
        "CREATE TABLE t (id int PRIMARY KEY); CREATE TABLE u (id int PRIMARY KEY)",
    ) else {
        return;
    };
    let config = |tables: &str| {
        format!(
            "{}resource \"postgresql_publication\" \"p\" {{\n  provider = postgresql.publisher\n  name = \"p\"\n  tables = [{tables}]\n}}\n{}",
            on_publisher(&publisher),
            subscription(
                &publisher,
                "sub_rows_s",
                "  publications = [postgresql_publication.p.name]"
            )
        )
    };
    let rows = "SELECT string_agg(id::text, ',' ORDER BY id) FROM t";
    let of_both = "SELECT (SELECT count(*) FROM t) || ',' || (SELECT count(*) FROM u)";
    subscriber
        .database
        .test()
        .step(begin(&publisher, &subscriber))
        .step(publisher.runs("INSERT INTO t VALUES (1); INSERT INTO u VALUES (7)"))
        .step(Step::apply(config("\"public.t\"")).counts(2, 0, 0))
        .step(publisher.finds(SLOTS, "sub_rows_s"))
        .step(waits(&subscriber, rows, "1"))
        .step(publisher.runs("INSERT INTO t VALUES (2)"))
        .step(waits(&subscriber, rows, "1,2"))
        .step(Step::plan(config("\"public.t\"")).plans_nothing())
        // The rows of an added table are received once the subscription refreshes its tables.
        .step(Step::apply(config("\"public.t\", \"public.u\"")).counts(0, 1, 0))
        .step(subscriber.runs("ALTER SUBSCRIPTION sub_rows_s REFRESH PUBLICATION"))
        .step(waits(&subscriber, of_both, "2,1"))
        .step(Step::destroy())
        .step(publisher.finds(SLOTS, ""))
        .step(subscriber.finds(SUBSCRIPTIONS, ""))
        .run();
}

#[test]
fn a_subscription_has_a_life() {
    let Some((publisher, subscriber)) = both("sub_life", "CREATE TABLE t (id int PRIMARY KEY)")
    else {
        return;
    };
    let of = |body: &str| subscription(&publisher, "sub_life_s", body);
    let one = of("  publications = [\"p\"]");
    let two = of("  publications = [\"q\", \"p\"]");
    let elsewhere = one.replace(
        "sslmode=disable",
        "sslmode=disable application_name='it\\\\'s'",
    );
    subscriber
        .database
        .test()
        .step(begin(&publisher, &subscriber))
        .step(publisher.runs("CREATE PUBLICATION p FOR TABLE t; CREATE PUBLICATION q"))
        .step(
            Step::apply(&*one)
                .plans(creates(S).only_unknown(["id", "database", "slot_name"]))
                .saves(
                    object(S)
                        .attr("id")
                        .is("sub_life.sub_life_s")
                        .attr(Subscription::DATABASE)
                        .is("sub_life")
                        .attr(Subscription::SLOT_NAME)
                        .is("sub_life_s")
                        .attr(Subscription::CREATE_SLOT)
                        .is(true),
                ),
        )
        .step(subscriber.finds(SUBSCRIPTIONS, "sub_life_s 1 p sub_life_s"))
        .step(Step::import(S))
        // Other publications or another connection do not replace the subscription: what was
        // received is kept.
        .step(Step::apply(&*two).plans(updates(S)).counts(0, 1, 0))
        .step(subscriber.finds(SUBSCRIPTIONS, "sub_life_s 1 p,q sub_life_s"))
        .step(Step::apply(&*elsewhere).plans(updates(S)).counts(0, 1, 0))
        .step(subscriber.finds("SELECT strpos(subconninfo, 'it\\''s') > 0 FROM pg_subscription WHERE subname = 'sub_life_s'", "t"))
        .step(subscriber.runs("ALTER SUBSCRIPTION sub_life_s SET PUBLICATION q"))
        .step(
            Step::apply(&*one)
                .plans(drifts(S).attr("publications").is(json!(["q"])))
                .plans(updates(S)),
        )
        .step(subscriber.finds(SUBSCRIPTIONS, "sub_life_s 1 p sub_life_s"))
        // A disabled one can be changed, and stays disabled.
        .step(subscriber.runs("ALTER SUBSCRIPTION sub_life_s DISABLE"))
        .step(Step::apply(&*two).counts(0, 1, 0))
        .step(subscriber.finds(SUBSCRIPTIONS, "sub_life_s 0 p,q sub_life_s"))
        .step(Step::plan(of("  publications = [\"q\", \"p\"]\n  slot_name = \"sub_life_s\"")).plans_nothing())
        .step(
            Step::plan(of("  publications = [\"q\", \"p\"]\n  slot_name = \"other\""))
                .plans(replaces(S).only_because_of([Subscription::SLOT_NAME])),
        )
        .step(
            Step::plan(two.replace("sub_life_s", "sub_life_r"))
                .plans(replaces(S).only_because_of([Subscription::NAME])),
        )
        .step(Step::forget(S))
        .step(Step::import(S).id("sub_life.sub_life_s").into_state())
        .step(Step::plan(&*two).plans_nothing())
        .step(subscriber.runs("DROP SUBSCRIPTION sub_life_s"))
        .step(Step::apply(&*two).plans(drifts(S)).plans(creates(S)))
        .step(subscriber.runs("DROP SUBSCRIPTION sub_life_s"))
        .step(Step::destroy().without_refresh())
        .step(publisher.finds(SLOTS, ""))
        .run();
}

/// A slot that the subscription did not create stays when the subscription is dropped;
/// `create_slot` can be changed in place.
#[test]
fn a_separate_slot_survives_the_subscription() {
    let Some((publisher, subscriber)) = both("sub_slot", "CREATE TABLE t (id int PRIMARY KEY)")
    else {
        return;
    };
    let slot = format!(
        "{}resource \"postgresql_replication_slot\" \"r\" {{\n  provider = postgresql.publisher\n  name = \"sub_slot_r\"\n  \
         plugin = \"pgoutput\"\n}}\n",
        on_publisher(&publisher)
    );
    let subscribed = subscription(
        &publisher,
        "sub_slot_s",
        "  publications = [\"p\"]\n  create_slot = false\n  slot_name = postgresql_replication_slot.r.name",
    );
    let both = format!("{slot}{subscribed}");
    let waiting = "SELECT active::text FROM pg_replication_slots WHERE slot_name = 'sub_slot_r'";
    subscriber
        .database
        .test()
        .step(begin(&publisher, &subscriber))
        .step(publisher.runs("CREATE PUBLICATION p FOR TABLE t"))
        .step(Step::apply(&*both).counts(2, 0, 0))
        .step(subscriber.finds(SUBSCRIPTIONS, "sub_slot_s 1 p sub_slot_r"))
        .step(waits(&publisher, waiting, "true"))
        .step(Step::plan(&*both).plans_nothing())
        // The slot has a reader.
        .step(
            Step::apply(
                subscribed.replace("postgresql_replication_slot.r.name", "\"sub_slot_r\"")
                    + &on_publisher(&publisher),
            )
            .fails("(?s)is\\s+active\\s+for\\s+PID.*Stop\\s+the\\s+subscription"),
        )
        .step(
            Step::apply(both.replace("create_slot = false", "create_slot = true"))
                .plans(updates(S))
                .counts(0, 1, 0),
        )
        .step(Step::apply(&*both).counts(0, 1, 0))
        .step(Step::apply(&*slot).counts(0, 0, 1))
        .step(subscriber.finds(SUBSCRIPTIONS, ""))
        .step(publisher.finds(SLOTS, "sub_slot_r"))
        .step(Step::destroy())
        .step(publisher.finds(SLOTS, ""))
        .run();
}

#[test]
fn the_slot_of_an_unreachable_publisher_can_be_left() {
    let Some((publisher, subscriber)) = both("sub_silent", "CREATE TABLE t (id int PRIMARY KEY)")
    else {
        return;
    };
    let config = |body: &str| {
        subscription(
            &publisher,
            "sub_silent_s",
            &format!("  publications = [\"p\"]\n{body}"),
        )
    };
    let silence = "ALTER SUBSCRIPTION sub_silent_s DISABLE; \
        ALTER SUBSCRIPTION sub_silent_s CONNECTION 'host=127.0.0.1 port=1 dbname=d'";
    subscriber
        .database
        .test()
        .step(begin(&publisher, &subscriber))
        .step(publisher.runs("CREATE PUBLICATION p FOR TABLE t"))
        .step(Step::apply(config("")))
        .step(subscriber.runs(silence))
        .step(Step::destroy().fails("(?s)could not connect to.*set\\s+create_slot\\s+to\\s+false"))
        .step(subscriber.finds(SUBSCRIPTIONS, "sub_silent_s 0 p sub_silent_s"))
        .step(Step::apply(config("  create_slot = false")).counts(0, 1, 0))
        .step(subscriber.runs(silence))
        .step(Step::destroy())
        .step(subscriber.finds(SUBSCRIPTIONS, ""))
        .step(publisher.finds(SLOTS, "sub_silent_s"))
        .step(publisher.runs("SELECT pg_drop_replication_slot('sub_silent_s')"))
        .run();
}

#[test]
fn names_may_be_anything_and_inject_nothing() {
    let Some((publisher, subscriber)) = both("sub_names", "CREATE TABLE t (id int PRIMARY KEY)")
    else {
        return;
    };
    let config = subscription(
        &publisher,
        "sub_names \\\"S'; --",
        "  publications = [\"p\\\"; DROP TABLE t; --'\"]\n  slot_name = \"sub_names_slot\"",
    );
    subscriber
        .database
        .test()
        .step(begin(&publisher, &subscriber))
        .step(publisher.runs("CREATE PUBLICATION \"p\"\"; DROP TABLE t; --'\" FOR TABLE t"))
        .step(Step::apply(&*config))
        .step(subscriber.finds(
            SUBSCRIPTIONS,
            "sub_names \"S'; -- 1 p\"; DROP TABLE t; --' sub_names_slot",
        ))
        .step(Step::plan(&*config).plans_nothing())
        .step(Step::destroy())
        .step(subscriber.finds(SUBSCRIPTIONS, ""))
        .step(publisher.finds(SLOTS, ""))
        .run();
}

#[test]
fn mistakes_are_reported_without_the_password() {
    let Some((publisher, subscriber)) = both("sub_wrong", "CREATE TABLE t (id int PRIMARY KEY)")
    else {
        return;
    };
    let of = |conninfo: &str, body: &str| {
        format!(
            "resource \"postgresql_subscription\" \"s\" {{\n  name = \"sub_wrong_s\"\n  conninfo = \"{conninfo}\"\n{body}\n}}\n"
        )
    };
    let right = conninfo(&publisher.database);
    let user =
        "DROP ROLE IF EXISTS sub_wrong_user; CREATE ROLE sub_wrong_user LOGIN PASSWORD 'us3r-pw'";
    let publications = "  publications = [\"p\"]";
    subscriber
        .database
        .test()
        .step(begin(&publisher, &subscriber))
        .step(Step::plan(of("", publications)).fails("conninfo"))
        .step(
            Step::plan(of("host=h password=my secret", publications))
                .fails("(?s)conninfo\\s+must\\s+be.*3.\\s+keyword\\s+has\\s+no"),
        )
        .step(Step::plan(of(&right, "  publications = []")).fails("publications"))
        .step(
            Step::plan(of(&right, &format!("{publications}\n  slot_name = \"\"")))
                .fails("slot_name"),
        )
        .step(
            Step::apply(of(&right.replace(PASSWORD, "wrong-secret"), publications))
                .fails("password authentication failed"),
        )
        .step(subscriber.finds(SUBSCRIPTIONS, ""))
        .step(Step::import(S).id("s").fails("expected format"))
        .step(subscriber.runs(user))
        .run();
    subscriber
        .database
        .test_as("sub_wrong_user", "us3r-pw")
        .step(
            Step::apply(of(&right, publications))
                .fails("(?s)42501.*\"sub_wrong_user\"\\s+needs\\s+SUPERUSER,\\s+or\\s+since\\s+PostgreSQL\\s+16"),
        )
        .run();
}

/// A user who is not a superuser cannot read the connection string: the state keeps it.
#[test]
fn an_unreadable_connection_string_is_kept() {
    let Some((publisher, subscriber)) = both("sub_hidden", "CREATE TABLE t (id int PRIMARY KEY)")
    else {
        return;
    };
    let config = |user: &str, password: &str, body: &str| {
        format!(
            "provider \"postgresql\" {{\n  username = \"{user}\"\n  password = \"{password}\"\n}}\n{}",
            subscription(&publisher, "sub_hidden_s", body)
        )
    };
    let one = "  publications = [\"p\"]";
    subscriber
        .database
        .test()
        .step(begin(&publisher, &subscriber))
        .step(publisher.runs("CREATE PUBLICATION p FOR TABLE t"))
        .step(subscriber.runs(
            "DROP ROLE IF EXISTS sub_hidden_user; CREATE ROLE sub_hidden_user LOGIN PASSWORD 'us3r-pw'",
        ))
        .step(Step::apply(config("postgres", PASSWORD, one)))
        .step(Step::plan(config("sub_hidden_user", "us3r-pw", one)).plans_nothing())
        .step(
            Step::apply(config("sub_hidden_user", "us3r-pw", "  publications = [\"q\"]"))
                .fails("(?s)must be owner of subscription.*needs\\s+ownership"),
        )
        .step(Step::apply(config("postgres", PASSWORD, one)).counts(0, 0, 0))
        .run();
}
