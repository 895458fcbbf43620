//! A faulty list of each kind, and a correct one.

use std::collections::BTreeMap as Map;
use std::sync::{Arc, Mutex};

use schema_provider::prelude::*;
use schema_provider::testing::conformance::{Class, Conformance, Example, Report};

/// Things that can be listed.
#[derive(Schema)]
#[schema(provider = "row")]
pub struct Rows {}

impl Provider for Rows {
    type Client = Arc<Mutex<Map<String, String>>>;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![
            Right, Failing, Anonymous, Partial, Double, Stale, Ghostly, Tireless, Telling
        ]
    }

    fn list_resources() -> &'static [ListDef<Self>] {
        list_resources![
            Right, Failing, Anonymous, Partial, Double, Stale, Ghostly, Tireless, Telling
        ]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Self::Client> {
        // One that existed before.
        Ok(Arc::new(Mutex::new(
            [("old".to_owned(), "o".to_owned())].into(),
        )))
    }
}

macro_rules! rows {
    ($($name:ident $filter:ident = $type_name:literal;)+) => {$(
        /// A thing.
        #[derive(Schema)]
        #[schema(resource = $type_name, identity(name))]
        pub struct $name {
            /// Its name.
            #[field(required, force_new)]
            name: String,
            /// What is written on it.
            #[field(required)]
            text: String,
        }

        impl Resource for $name {
            type Provider = Rows;

            async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                let name = data.get(Self::NAME);
                if cx.client()?.lock().unwrap().contains_key(&name) {
                    bail!("there is one already");
                }
                data.set_id(name);
                Self::update(cx, data).await
            }

            async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                match cx.client()?.lock().unwrap().get(data.require_id()?) {
                    Some(text) => {
                        let name = data.require_id()?.to_owned();
                        data.set(Self::NAME, name);
                        data.set(Self::TEXT, text.clone());
                    }
                    None => data.mark_gone(),
                }
                Ok(())
            }

            async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                cx.client()?.lock().unwrap().remove(data.require_id()?);
                Ok(())
            }

            async fn import_identity(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                data.set_id(data.get(Self::NAME));
                Ok(())
            }
        }

        impl Update for $name {
            async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                let (name, text) = (data.require_id()?.to_owned(), data.get(Self::TEXT));
                cx.client()?.lock().unwrap().insert(name, text);
                Ok(())
            }
        }

        /// Which things to list.
        #[derive(Schema)]
        #[schema(list = $type_name)]
        pub struct $filter {
            /// How their names begin.
            #[field(optional)]
            prefix: Option<String>,
            /// What opens the list.
            #[field(optional, sensitive)]
            key: Option<String>,
        }

        impl ListResource for $name {
            type Filter = $filter;

            async fn list(
                cx: &Cx<Self>,
                filter: ConfigData<'_, $filter>,
                found: &mut ListSink<Self>,
            ) -> Result {
                let kind = stringify!($name);
                let prefix = filter.get_ok($filter::PREFIX).unwrap_or_default();
                let mut names: Vec<String> = cx.client()?.lock().unwrap().keys().cloned().collect();
                names.retain(|name| name.starts_with(&prefix));
                match kind {
                    "Telling" => cx.warn(Diagnostic::warning(format!(
                        "listed with {:?}",
                        filter.get_ok($filter::KEY)
                    ))),
                    "Failing" => bail!("the API has no list"),
                    "Partial" => names.retain(|name| name == "old"),
                    "Double" => names.extend(names.clone()),
                    "Ghostly" => names.push("ghost".to_owned()),
                    "Tireless" => names.extend((0..50).map(|_| "old".to_owned())),
                    _ => {}
                }
                if kind == "Tireless" && found.remaining() > 1 {
                    names.truncate(names.len() - 50);
                }
                for name in names {
                    let mut one = found.object();
                    if kind != "Anonymous" {
                        one.set(Self::NAME, &*name);
                    }
                    one.set_id(&*name);
                    if found.wants_objects() && name != "ghost" {
                        Self::read(cx, &mut one).await?;
                        if kind == "Stale" {
                            one.set(Self::TEXT, "another");
                        }
                        if kind == "Anonymous" {
                            one.set(Self::NAME, None::<String>.unwrap_or_default());
                        }
                    }
                    let pushed = found.push(name, one).await;
                    if kind != "Tireless" {
                        pushed?;
                    }
                }
                Ok(())
            }
        }
    )+};
}

rows! {
    Right RightFilter = "row_right";
    Failing FailingFilter = "row_failing";
    Anonymous AnonymousFilter = "row_anonymous";
    Partial PartialFilter = "row_partial";
    Double DoubleFilter = "row_double";
    Stale StaleFilter = "row_stale";
    Ghostly GhostlyFilter = "row_ghostly";
    Tireless TirelessFilter = "row_tireless";
    Telling TellingFilter = "row_telling";
}

const TEXT: &str = "name = \"a\"\ntext = \"hello\"\n";

fn report<R: Resource<Provider = Rows>>(example: Example<R>) -> Report {
    Conformance::new::<Rows>().example(example).run()
}

#[track_caller]
fn only<R: Resource<Provider = Rows>>(class: Class, path: &str) {
    let report = report(Example::<R>::hcl(TEXT));
    let found: Vec<(Class, &str)> = report
        .findings()
        .map(|finding| (finding.class, finding.path.as_str()))
        .collect();
    assert_eq!(found, [(class, path)], "{report}");
}

#[test]
fn a_correct_list_has_no_finding() {
    report(Example::<Right>::hcl(TEXT)).assert_clean();
    report(Example::<Right>::hcl(TEXT).list_filter("prefix = \"a\"")).assert_clean();
    let wrong = report(Example::<Right>::hcl(TEXT).list_filter("prefix = \"b\""));
    let found: Vec<Class> = wrong.findings().map(|finding| finding.class).collect();
    assert_eq!(found, [Class::ListLeavesOut], "{wrong}");
    let wrong = report(Example::<Right>::hcl(TEXT).list_filter("suffix = 1"));
    let found: Vec<Class> = wrong.findings().map(|finding| finding.class).collect();
    assert_eq!(found, [Class::ExampleRefused], "{wrong}");
}

#[test]
fn list_fails() {
    only::<Failing>(Class::ListFails, "");
}

#[test]
fn list_identity_missing() {
    only::<Anonymous>(Class::ListIdentityMissing, "");
}

#[test]
fn list_leaves_out() {
    only::<Partial>(Class::ListLeavesOut, "");
}

#[test]
fn lists_twice() {
    only::<Double>(Class::ListsTwice, "");
}

#[test]
fn list_differs() {
    only::<Stale>(Class::ListDiffers, "text");
}

#[test]
fn listed_not_imported() {
    only::<Ghostly>(Class::ListedNotImported, "");
}

#[test]
fn list_goes_on() {
    only::<Tireless>(Class::ListGoesOn, "");
}

#[test]
fn a_secret_in_output_is_found() {
    let filter = "key = \"brown horse battery\"";
    let report = |report: &Report| {
        let findings = report.findings();
        let found = findings.map(|finding| {
            let of = (finding.class, &*finding.resource, &*finding.path);
            (of.0, of.1.to_owned(), of.2.to_owned())
        });
        found.collect::<Vec<_>>()
    };
    let wrong = self::report(Example::<Telling>::hcl(TEXT).list_filter(filter));
    let expected = (
        Class::SecretTold,
        "list.row_telling".to_owned(),
        "key".to_owned(),
    );
    assert_eq!(report(&wrong), [expected], "{wrong}");
    assert!(!wrong.to_string().contains("horse"), "{wrong}");
    self::report(Example::<Right>::hcl(TEXT).list_filter(filter)).assert_clean();
}
