//! Connections cut while an extension or a function is created, and databases that no longer exist.

use schema_provider::testing::{Step, creates, replaces, updates};

use crate::common::proxy::{Cut, Proxy};
use crate::faults::clash;
use crate::own_database::OwnDatabase;

const EXTENSION: &str = "resource \"postgresql_extension\" \"e\" {\n  name = \"citext\"\n}\n";
const FUNCTION: &str =
    "resource \"postgresql_function\" \"f\" {\n  name = \"f\"\n  body = \"BEGIN END\"\n}\n";

fn cut(proxy: &Proxy, cut: Cut) -> Step {
    let proxy = proxy.clone();
    Step::outside(move |_| proxy.cut(cut))
}

#[test]
fn a_connection_cut_at_the_commit_loses_no_function() {
    let Some(own) = OwnDatabase::new("faults_function", "") else {
        return;
    };
    let changed = FUNCTION.replace("BEGIN", "BEGIN NULL;");
    for at in [Cut::Before("COMMIT"), Cut::After("COMMIT")] {
        let proxy = Proxy::new(own.database.cluster.port, |_| {});
        let happened = matches!(at, Cut::After(_));
        let next = Step::apply(FUNCTION);
        let next_change = Step::apply(&*changed);
        own.test()
            .env("PGPORT", proxy.port.to_string())
            .step(cut(&proxy, Cut::Before("CREATE FUNCTION")))
            .step(Step::apply(FUNCTION).fails("was lost"))
            .step(Step::outside(|run| assert_eq!(run.addresses().count(), 0)))
            .step(cut(&proxy, at))
            .step(Step::apply(FUNCTION).fails("was lost"))
            // The outcome was unknown, so that the id was kept.
            .step(Step::outside(|run| assert_eq!(run.addresses().count(), 1)))
            .step(match happened {
                true => next.plans(replaces("postgresql_function.f")),
                false => next.plans(creates("postgresql_function.f")),
            })
            .step(cut(&proxy, at))
            .step(Step::apply(&*changed).fails("was lost"))
            .step(match happened {
                true => next_change.plans_nothing(),
                false => next_change.plans(updates("postgresql_function.f")),
            })
            .step(cut(&proxy, Cut::After("DROP FUNCTION")))
            .step(Step::destroy().fails("was lost"))
            .step(Step::plan(FUNCTION).plans(creates("postgresql_function.f")))
            .run();
    }
}

#[test]
fn a_cut_connection_loses_no_extension() {
    let Some(own) = OwnDatabase::new("faults_extension", "") else {
        return;
    };
    for at in [Cut::Before("COMMIT"), Cut::After("COMMIT")] {
        let proxy = Proxy::new(own.database.cluster.port, |_| {});
        own.test()
            .env("PGPORT", proxy.port.to_string())
            .step(cut(&proxy, at))
            .step(Step::apply(EXTENSION).fails("was lost"))
            // An existing one is adopted.
            .step(Step::apply(EXTENSION).plans(creates("postgresql_extension.e")))
            .step(cut(&proxy, Cut::After("DROP EXTENSION")))
            .step(Step::destroy().fails("was lost"))
            .step(Step::plan(EXTENSION).plans(creates("postgresql_extension.e")))
            .run();
    }
}

#[test]
fn without_its_database_an_extension_is_gone_and_a_function_unreadable() {
    let Some(own) = OwnDatabase::new("faults_gone", "") else {
        return;
    };
    let other = |name: &str| {
        let cluster = own.database.cluster;
        let statement = format!("{name} DATABASE faults_other");
        Step::outside(move |_| drop(cluster.sql("postgres", &statement)))
    };
    let within = |config: &str| config.replace("{\n", "{\n  database = \"faults_other\"\n");
    own.test()
        .step(other("CREATE"))
        .step(Step::apply(within(EXTENSION)))
        .step(other("DROP"))
        .step(Step::plan(within(EXTENSION)).plans(creates("postgresql_extension.e")))
        .step(other("CREATE"))
        .step(Step::apply(within(FUNCTION)))
        .step(other("DROP"))
        .step(Step::plan(within(FUNCTION)).fails("faults_other"))
        .step(other("CREATE"))
        .step(Step::apply(within(FUNCTION)).plans(creates("postgresql_function.f")))
        .step(Step::destroy())
        .step(other("DROP"))
        .run();
}

/// What the server aborts because of another transaction ("tuple concurrently updated") is
/// repeated.
#[test]
fn concurrent_changes_of_functions_and_extensions_are_retried() {
    let Some(own) = OwnDatabase::new("faults_clash", "CREATE SCHEMA other; CREATE SCHEMA third")
    else {
        return;
    };
    let clashes = |statement: &str| clash(&own.database, statement.to_owned());
    let changed = FUNCTION.replace("BEGIN", "BEGIN NULL;");
    let moved = EXTENSION.replace("\"citext\"", "\"citext\"\n  schema = \"third\"");
    own.test()
        .step(clashes("CREATE EXTENSION citext"))
        .step(Step::apply(EXTENSION))
        .step(clashes("ALTER EXTENSION citext SET SCHEMA other"))
        .step(Step::apply(&*moved).plans(updates("postgresql_extension.e")))
        .step(clashes("ALTER EXTENSION citext SET SCHEMA other"))
        .step(Step::destroy())
        .step(Step::apply(FUNCTION))
        .step(clashes("ALTER FUNCTION f() COST 7"))
        .step(Step::apply(&*changed).plans(updates("postgresql_function.f")))
        .step(clashes("ALTER FUNCTION f() COST 8"))
        .step(Step::destroy())
        .run();
}
