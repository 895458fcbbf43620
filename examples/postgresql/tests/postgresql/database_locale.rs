//! The provider of a database's locale.

use schema_provider::testing::{Step, creates, object, replaces};
use terraform_provider_postgresql::Database;

use crate::common::cluster::{self, TestDatabase};
use crate::common::programs;

const D: &str = "postgresql_database.d";

fn config(db: &TestDatabase<'_>, body: &str) -> String {
    format!(
        "resource \"postgresql_database\" \"d\" {{\n  name = \"{}\"\n{body}}}\n",
        db.named("d")
    )
}

/// The result of a query about the database.
fn finds(db: &TestDatabase<'static>, what: &str, expected: &'static str) -> Step {
    let (db, query) = (
        db.clone(),
        format!(
            "SELECT {what} FROM (SELECT to_jsonb(d) AS d FROM pg_database d WHERE datname = '{}') d",
            db.named("d")
        ),
    );
    Step::outside(move |_| assert_eq!(db.value(&query).as_deref(), Some(expected), "{query}"))
}

const LOCALE: &str = "concat_ws(' ', d->>'datlocprovider', coalesce(d->>'datlocale', d->>'daticulocale'), d->>'daticurules')";

#[test]
fn a_database_has_an_icu_locale() {
    let Some(db) = cluster::database() else {
        return;
    };
    if !programs::is_at_least(15) {
        return;
    }
    let icu = config(
        &db,
        "  locale_provider = \"icu\"\n  icu_locale = \"de-DE\"\n",
    );
    db.test()
        .step(
            Step::apply(&*icu).plans(creates(D)).saves(
                object(D)
                    .attr(Database::LOCALE_PROVIDER)
                    .is("icu")
                    .attr(Database::ICU_LOCALE)
                    .is("de-DE")
                    .attr(Database::BUILTIN_LOCALE)
                    .is(""),
            ),
        )
        .step(finds(&db, LOCALE, "i de-DE"))
        .step(Step::plan(&*icu).plans_nothing())
        .step(Step::import(D))
        // Values that are not configured are kept.
        .step(Step::plan(config(&db, "")).plans_nothing())
        .step(
            Step::apply(config(
                &db,
                "  locale_provider = \"icu\"\n  icu_locale = \"sv\"\n",
            ))
            .plans(replaces(D).only_because_of([Database::ICU_LOCALE])),
        )
        .step(finds(&db, LOCALE, "i sv"))
        .step(
            Step::apply(config(&db, "  locale_provider = \"libc\"\n"))
                .plans(replaces(D).only_because_of([Database::LOCALE_PROVIDER])),
        )
        .step(finds(&db, LOCALE, "c"))
        .step(Step::import(D))
        .run();
}

/// Since PostgreSQL 16 the server normalizes a locale: that replaces no database.
#[test]
fn the_spelling_of_a_locale_settles() {
    let Some(db) = cluster::database() else {
        return;
    };
    if !programs::is_at_least(16) {
        return;
    }
    let of = |locale: &str| {
        config(
            &db,
            &format!(
                "  locale_provider = \"icu\"\n  icu_locale = \"{locale}\"\n  icu_rules = \"&V << w <<< W\"\n"
            ),
        )
    };
    db.test()
        .step(Step::apply(of("de_DE@collation=phonebook")))
        .step(finds(&db, LOCALE, "i de-DE-u-co-phonebk &V << w <<< W"))
        .step(Step::plan(of("de_DE@collation=phonebook")).plans_nothing())
        .step(Step::forget(D))
        .step(Step::import(D).id(db.named("d")).into_state())
        .step(Step::plan(of("de_DE_u_co_phonebk")).plans_nothing())
        .step(Step::plan(of("de-DE-u-co-phonebk")).plans_nothing())
        .run();
}

#[test]
fn a_database_has_a_builtin_locale() {
    let Some(db) = cluster::database() else {
        return;
    };
    if !programs::is_at_least(17) {
        return;
    }
    let builtin = config(
        &db,
        "  locale_provider = \"builtin\"\n  builtin_locale = \"C.UTF-8\"\n",
    );
    db.test()
        .step(Step::apply(&*builtin))
        .step(finds(&db, LOCALE, "b C.UTF-8"))
        .step(Step::plan(&*builtin).plans_nothing())
        .step(Step::import(D))
        .run();
}

#[test]
fn mistakes_are_reported() {
    let Some(db) = cluster::database() else {
        return;
    };
    let old = |version: u32, body: &str| {
        let provider =
            format!("provider \"postgresql\" {{\n  expected_version = \"{version}\"\n}}\n");
        format!("{provider}{}", config(&db, body))
    };
    let mut test = db
        .test()
        .step(Step::plan(config(&db, "  locale_provider = \"glibc\"\n")).fails("locale_provider"))
        .step(Step::plan(config(&db, "  icu_locale = \"de\"\n")).fails("locale_provider"))
        .step(
            Step::apply(old(
                14,
                "  locale_provider = \"icu\"\n  icu_locale = \"de\"\n",
            ))
            .fails("locale_provider \"icu\" needs PostgreSQL 15"),
        )
        .step(
            Step::apply(old(
                16,
                "  locale_provider = \"builtin\"\n  builtin_locale = \"C\"\n",
            ))
            .fails("locale_provider \"builtin\" needs PostgreSQL 17"),
        )
        .step(
            Step::apply(old(
                15,
                "  locale_provider = \"icu\"\n  icu_locale = \"de\"\n  icu_rules = \"&a < b\"\n",
            ))
            .fails("icu_rules needs PostgreSQL 16"),
        );
    // This version accepts any name.
    if db.cluster.version() == 15 {
        let strange = config(
            &db,
            "  locale_provider = \"icu\"\n  icu_locale = \"it's'; --\"\n",
        );
        test = test
            .step(Step::apply(&*strange))
            .step(finds(&db, LOCALE, "i it's'; --"))
            .step(Step::plan(&*strange).plans_nothing());
    }
    let database = db.named("d");
    test.run();
    assert!(!db.has_database(&database));
}
