//! Resources for which the generated configuration is wrong, and their twins.

use schema_provider::prelude::*;
use schema_provider::testing::conformance::{Class, Conformance, Example, Report};

use crate::remote::{Remote, props};

/// Disks.
#[derive(Schema)]
#[schema(provider = "made")]
pub struct Made {}

impl Provider for Made {
    type Client = Remote;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Either, Both, Remembering, Telling, Discreet, Filled]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Remote> {
        Ok(Remote::default())
    }
}

/// What all of them do with their strings; `described` are the computed ones.
macro_rules! object {
    ($name:ident, [$($sent:ident),*], $described:expr $(, $more:item)*) => {
        impl Resource for $name {
            type Provider = Made;

            async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                let name = data.get(Self::NAME);
                if cx.client()?.get(&name).is_some() {
                    bail!("there is one already");
                }
                data.set_id(name);
                Self::update(cx, data).await
            }

            async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                let Some(found) = cx.client()?.get(data.require_id()?) else {
                    data.mark_gone();
                    return Ok(());
                };
                data.set(Self::NAME, data.require_id()?.to_owned());
                $(data.set(Self::$sent, found[stringify!($sent)].clone());)*
                Self::computed(data);
                Ok(())
            }

            async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                cx.client()?.remove(data.require_id()?);
                Ok(())
            }

            $($more)*
        }

        impl Update for $name {
            async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                let described: fn(&mut ResourceData<Self>) = $described;
                described(data);
                let all = [$((stringify!($sent), data.require(Self::$sent)?)),*];
                let id = data.require_id()?.to_owned();
                cx.client()?.put(&id, props(all));
                Ok(())
            }
        }
    };
}

/// A disk with one of two sizes, which determines the other.
#[derive(Schema)]
#[schema(resource = "made_either")]
pub struct Either {
    /// Its name, which is its id.
    #[field(required, force_new)]
    name: String,
    /// Its size in MiB.
    #[field(optional, computed(when_changed(gib)))]
    mib: Option<String>,
    /// Its size in GiB.
    #[field(optional, computed(when_changed(mib)))]
    gib: Option<String>,
}

/// The same, but both may be configured.
#[derive(Schema)]
#[schema(resource = "made_both")]
pub struct Both {
    /// Its name, which is its id.
    #[field(required, force_new)]
    name: String,
    /// Its size in MiB.
    #[field(optional, computed(when_changed(gib)))]
    mib: Option<String>,
    /// Its size in GiB.
    #[field(optional, computed(when_changed(mib)))]
    gib: Option<String>,
}

macro_rules! sizes {
    ($name:ident $($more:item)*) => {
        object!($name, [MIB, GIB], |data| {
            let (mib, gib) = (data.config($name::MIB).known(), data.config($name::GIB).known());
            match (mib, gib) {
                (Some(_), Some(_)) => {}
                (Some(mib), None) => data.set($name::GIB, format!("g{mib}")),
                (None, Some(gib)) => {
                    data.set($name::MIB, gib.strip_prefix('g').unwrap_or(&gib).to_owned());
                }
                (None, None) => {
                    data.set($name::MIB, "8");
                    data.set($name::GIB, "g8");
                }
            }
        } $(, $more)*);
    };
}

sizes!(Either
    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        if !config.value(Either::MIB).is_null() && !config.value(Either::GIB).is_null() {
            return Diagnostic::error("Only one of mib and gib").into();
        }
        Diagnostics::new()
    }
);
sizes!(Both);

/// A string whose original spelling create remembers.
#[derive(Schema)]
#[schema(resource = "made_remembering")]
pub struct Remembering {
    /// Its name, which is its id.
    #[field(required, force_new)]
    name: String,
    /// The text.
    #[field(required)]
    text: String,
    /// Its length.
    #[field(computed(when_changed(text)))]
    length: i64,
}

object!(
    Remembering,
    [TEXT],
    |data| {
        let text = data.get(Remembering::TEXT);
        data.set_private("written", text);
        Remembering::computed(data);
    },
    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        let there = plan.prior(Self::NAME).is_some();
        if let (true, Val::Known(text)) = (there, plan.config(Self::TEXT))
            && plan.private().get("written") != Some(text.as_bytes())
        {
            plan.set_unknown(Self::LENGTH);
        }
        Ok(())
    }
);

/// Access by a token, which is a part of the address.
macro_rules! access {
    ($name:ident = $type_name:literal $(, #[$of_url:meta])*) => {
        /// Access.
        #[derive(Schema)]
        #[schema(resource = $type_name)]
        pub struct $name {
            /// Its name, which is its id.
            #[field(required, force_new)]
            name: String,
            /// Who has it may come in.
            #[field(required, sensitive)]
            token: String,
            /// Where to come in.
            #[field(optional, computed(when_changed(token)))]
            $(#[$of_url])*
            url: Option<String>,
        }

        object!($name, [TOKEN, URL], |data| {
            if data.config($name::URL).is_null() {
                data.set($name::URL, format!("https://{}@example.com", data.get($name::TOKEN)));
            }
        });
    };
}

access!(Telling = "made_telling");
access!(Discreet = "made_discreet", #[field(sensitive)]);

/// Not all of its values can be generated.
#[derive(Schema)]
#[schema(resource = "made_filled")]
pub struct Filled {
    /// Its name, which is its id.
    #[field(required, force_new)]
    name: String,
    /// A note.
    #[field(required)]
    note: String,
    /// What opens it.
    #[field(required, write_only)]
    secret_wo: Secret,
    /// Raise it to set `secret_wo` again.
    #[field(required)]
    secret_wo_version: i64,
}

object!(Filled, [NOTE], |_| {});

macro_rules! computed {
    ($($name:ident)*) => {$(
        impl $name {
            fn computed(_: &mut ResourceData<Self>) {}
        }
    )*};
}

computed!(Either Both Telling Discreet Filled);

impl Remembering {
    fn computed(data: &mut ResourceData<Self>) {
        let length = data.get(Remembering::TEXT).len();
        data.set(Remembering::LENGTH, length as i64);
    }
}

fn report<R: Resource<Provider = Made>>(text: &str) -> Report {
    let example = Example::<R>::hcl(format!("name = \"a\"\n{text}"));
    Conformance::new::<Made>().example(example).run()
}

#[track_caller]
fn only(report: &Report, class: Class, path: &str, says: &str) {
    let found: Vec<(Class, &str)> = report
        .findings()
        .map(|finding| (finding.class, finding.path.as_str()))
        .collect();
    assert_eq!(found, [(class, path)], "{report}");
    assert!(report.to_string().contains(says), "{report}");
}

#[test]
fn generated_config_invalid() {
    let wrong = Class::GeneratedConfigInvalid;
    only(
        &report::<Either>("mib = \"4\""),
        wrong,
        "",
        "Only one of mib and gib",
    );
    report::<Both>("mib = \"4\"").assert_clean();
    report::<Both>("").assert_clean();
}

#[test]
fn generated_config_changes() {
    let changes = Class::GeneratedConfigChanges;
    let text = "its plan changes the imported object from 1";
    only(
        &report::<Remembering>("text = \"a\""),
        changes,
        "length",
        text,
    );
    // A person fills in what cannot be generated.
    report::<Filled>("note = \"n\"\nsecret_wo = \"silver horse\"\nsecret_wo_version = 1")
        .assert_clean();
}

#[test]
fn generated_config_tells() {
    let token = "token = \"silver horse\"";
    let telling = report::<Telling>(token);
    only(
        &telling,
        Class::GeneratedConfigTells,
        "url",
        "not `sensitive`",
    );
    assert!(!telling.to_string().contains("silver horse"), "{telling}");
    report::<Discreet>(token).assert_clean();
}
