//! Subscriptions, logical replication slots and security labels in state of the Go provider. They
//! need more than the shared cluster has.

use serde_json::json;
use terraform_provider_postgresql::sql::literal;

use super::{Unset, case, the_provider_plans_nothing};
use crate::replication;
use crate::security_labels;

#[test]
fn nothing_is_planned_for_subscriptions_and_slots() {
    let Some(publisher) = replication::publisher() else {
        return;
    };
    publisher.drop_database("of_go_r");
    publisher.sql("postgres", "CREATE DATABASE of_go_r TEMPLATE template0");
    let conninfo = "host=127.0.0.1 dbname=nowhere user=u password='a b'";
    // No transaction can have more than one of them.
    for statement in [
        "SELECT pg_create_logical_replication_slot('of_go_slot', 'test_decoding')".to_owned(),
        format!(
            "CREATE SUBSCRIPTION of_go_s CONNECTION {} PUBLICATION p, q WITH (connect = false, slot_name = 'other')",
            literal(conninfo)
        ),
        "CREATE SUBSCRIPTION of_go_t CONNECTION 'dbname=nowhere' PUBLICATION p WITH (connect = false)".to_owned(),
    ] {
        publisher.sql("of_go_r", &statement);
    }
    let cases = |how: Unset| {
        vec![
            case(
                "postgresql_replication_slot",
                "slot",
                json!({"name": "of_go_slot", "plugin": "test_decoding"}),
                json!({"id": "of_go_r.of_go_slot", "name": "of_go_slot", "database": "of_go_r", "plugin": "test_decoding"}),
            ),
            case(
                "postgresql_subscription",
                "full",
                json!({
                    "name": "of_go_s", "database": "of_go_r", "conninfo": conninfo, "publications": ["p", "q"],
                    "create_slot": false, "slot_name": "other",
                }),
                json!({
                    "id": "of_go_r.of_go_s", "name": "of_go_s", "database": "of_go_r", "conninfo": conninfo,
                    "publications": ["p", "q"], "create_slot": false, "slot_name": "other",
                }),
            ),
            // The slot's name was not read if it is not configured.
            case(
                "postgresql_subscription",
                "least",
                json!({"name": "of_go_t", "conninfo": "dbname=nowhere", "publications": ["p"]}),
                json!({
                    "id": "of_go_r.of_go_t", "name": "of_go_t", "database": "of_go_r", "conninfo": "dbname=nowhere",
                    "publications": ["p"], "create_slot": how.unset(json!(true)), "slot_name": how.unset(json!("")),
                }),
            ),
        ]
    };
    the_provider_plans_nothing(publisher, "of_go_r", &cases);
    // Slots and subscriptions would keep their database from being dropped.
    for name in ["of_go_s", "of_go_t"] {
        for rest in ["DISABLE", "SET (slot_name = NONE)"] {
            publisher.sql("of_go_r", &format!("ALTER SUBSCRIPTION {name} {rest}"));
        }
        publisher.sql("of_go_r", &format!("DROP SUBSCRIPTION {name}"));
    }
    publisher.sql("of_go_r", "SELECT pg_drop_replication_slot('of_go_slot')");
}

#[test]
fn nothing_is_planned_for_security_labels() {
    let Some(own) = security_labels::with_labels(
        "of_go_l",
        "DROP ROLE IF EXISTS \"of_go Label\"; CREATE ROLE \"of_go Label\"; CREATE SCHEMA of_go_l; CREATE TABLE t (a int)",
    ) else {
        return;
    };
    own.begin();
    security_labels::load(&own);
    own.database.sql(
        "SECURITY LABEL FOR labels ON ROLE \"of_go Label\" IS 'one'; SECURITY LABEL FOR labels ON DATABASE of_go_l IS 'two'; \
         SECURITY LABEL FOR labels ON SCHEMA of_go_l IS 'it''s three'",
    );
    let cases = |_| {
        let labels = [
            ("role", "of_go Label", "one"),
            ("database", "of_go_l", "two"),
            ("schema", "of_go_l", "it's three"),
        ];
        let cases = labels.into_iter().map(|(of, name, label)| {
            let config = json!({"object_type": of, "object_name": name, "label_provider": "labels", "label": label});
            let mut state = config.clone();
            state["id"] = json!(format!("labels.{of}.{name}"));
            case("postgresql_security_label", of, config, state)
        });
        cases.collect()
    };
    the_provider_plans_nothing(own.database.cluster, "of_go_l", &cases);
}
