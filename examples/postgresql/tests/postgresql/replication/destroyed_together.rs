//! Slots and subscriptions destroyed at the same time as their database: nothing says which comes
//! first.

use schema_provider::testing::Step;

use super::{both, conninfo, publisher};
use crate::own_database::OwnDatabase;

const DATABASE: &str = "resource \"postgresql_database\" \"d\" {\n  name = \"{w}_d\"\n}\n";

/// Databases and their content.
const LEFT: &str = "SELECT datname FROM pg_database WHERE starts_with(datname, '{w}_')
    UNION ALL SELECT slot_name FROM pg_replication_slots WHERE starts_with(slot_name::text, '{w}_')
    UNION ALL SELECT subname FROM pg_subscription WHERE starts_with(subname::text, '{w}_')";

fn fill(own: &OwnDatabase, text: &str) -> String {
    text.replace("{w}", &own.database.name)
}

#[test]
fn slots_are_destroyed_together_with_their_database() {
    let Some(cluster) = publisher() else {
        return;
    };
    let own = OwnDatabase::of(cluster, "slots_beside", "");
    let database = fill(&own, DATABASE);
    let slots = fill(
        &own,
        r#"
resource "postgresql_replication_slot" "s" {
  count    = 4
  name     = "{w}_${count.index}"
  database = "{w}_d"
  plugin   = "pgoutput"
}
resource "postgresql_database_parameter" "p" {
  database = "{w}_d"
  name     = "work_mem"
  value    = "8MB"
}
"#,
    );
    let all = format!("{database}{slots}");
    let mut test = own.test();
    for _ in 0..4 {
        test = test
            .step(Step::apply(&*database))
            .step(Step::apply(&*all))
            .step(Step::destroy())
            .step(own.finds(&fill(&own, LEFT), ""));
    }
    test.run();
}

#[test]
fn a_subscription_is_destroyed_together_with_its_database() {
    let Some((publisher, subscriber)) = both("sub_beside", "") else {
        return;
    };
    let database = fill(&subscriber, DATABASE);
    let subscription = format!(
        "resource \"postgresql_subscription\" \"s\" {{\n  name = \"sub_beside_s\"\n  database = \"sub_beside_d\"\n  \
         conninfo = \"{}\"\n  publications = [\"p\"]\n}}\n",
        conninfo(&publisher.database)
    );
    let all = format!("{database}{subscription}");
    let from = publisher.clone();
    let mut test = subscriber.test().step(Step::outside(move |_| {
        from.begin();
        from.database.sql("CREATE PUBLICATION p");
    }));
    for _ in 0..4 {
        test = test
            .step(Step::apply(&*database))
            .step(Step::apply(&*all))
            .step(Step::destroy())
            .step(subscriber.finds(&fill(&subscriber, LEFT), ""))
            .step(publisher.finds("SELECT slot_name FROM pg_replication_slots WHERE starts_with(slot_name::text, 'sub_beside')", ""));
    }
    test.run();
}

/// A drop that the server refuses leaves the database as open as it was.
#[test]
fn a_database_that_cannot_be_dropped_stays_open() {
    let Some((publisher, subscriber)) = both("sub_stays", "") else {
        return;
    };
    let database = fill(&subscriber, DATABASE);
    let made = format!(
        "CREATE SUBSCRIPTION sub_stays_s CONNECTION '{}' PUBLICATION p WITH (connect = false)",
        conninfo(&publisher.database)
    );
    let inside = |sql: String| {
        let mut other = subscriber.database.clone();
        other.name = "sub_stays_d".to_owned();
        Step::outside(move |_| drop(other.sql(&sql)))
    };
    subscriber
        .test()
        .step(Step::apply(&*database))
        .step(inside(made))
        .step(Step::destroy().fails("used by logical replication subscription"))
        .step(subscriber.finds(
            "SELECT datname, datallowconn FROM pg_database WHERE datname = 'sub_stays_d' AND datallowconn",
            "sub_stays_d",
        ))
        .step(inside("ALTER SUBSCRIPTION sub_stays_s SET (slot_name = NONE)".to_owned()))
        .step(inside("DROP SUBSCRIPTION sub_stays_s".to_owned()))
        .step(Step::destroy())
        .run();
}
