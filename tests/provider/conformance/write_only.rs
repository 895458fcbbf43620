//! Resources with a write-only argument, one for each defect, and two that are correct.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Duration;

use schema_provider::prelude::*;
use schema_provider::schema_runtime::field_type::SecretAbsent;
use schema_provider::schema_runtime::path::Path;
use schema_provider::testing::conformance::{Class, Conformance, Example, Report};

use crate::remote::{Remote, props};

/// Locked things.
#[derive(Schema)]
#[schema(provider = "lock")]
pub struct Locks {
    /// The name of a remote system that the test knows.
    #[field(required)]
    remote: String,
}

impl Provider for Locks {
    type Client = Remote;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![
            Right,
            Echoing,
            Promising,
            Keeping,
            Encoding,
            Asking,
            Needing,
            Misplaced,
            Comparing,
            Forgetful,
            Deaf,
            Suppressed,
            Unversioned,
            Hashed,
        ]
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<Remote> {
        Ok(Remote::of(&config.require(Locks::REMOTE)?))
    }
}

/// A struct whose secret has a version.
macro_rules! versioned {
    ($name:ident = $type_name:literal $(, #[$of_version:meta])*) => {
        /// A locked thing.
        #[derive(Schema)]
        #[schema(resource = $type_name)]
        pub struct $name {
            /// Its name, which is its id.
            #[field(required, force_new)]
            name: String,
            /// A note.
            #[field(optional, default = "")]
            note: String,
            /// What opens it.
            #[field(optional, write_only, required_with(secret_wo_version))]
            secret_wo: Option<Secret>,
            /// Raise it to set `secret_wo` again.
            #[field(optional, required_with(secret_wo))]
            $(#[$of_version])*
            secret_wo_version: Option<i64>,
            /// What state it is in.
            #[field(computed(when_changed(secret_wo_version)))]
            state: String,
        }
        locked!($name);
    };
}

/// One whose secret has no version.
macro_rules! unversioned {
    ($name:ident = $type_name:literal) => {
        /// A locked thing.
        #[derive(Schema)]
        #[schema(resource = $type_name)]
        pub struct $name {
            /// Its name, which is its id.
            #[field(required, force_new)]
            name: String,
            /// A note.
            #[field(optional, default = "")]
            note: String,
            /// What opens it.
            #[field(optional, write_only)]
            secret_wo: Option<Secret>,
            /// What state it is in.
            #[field(computed)]
            state: String,
        }
        locked!($name);
    };
}

fn salted_hash(salt: &str, text: &str) -> Vec<u8> {
    let mut hasher = DefaultHasher::new();
    (salt, text).hash(&mut hasher);
    hasher.finish().to_be_bytes().to_vec()
}

macro_rules! locked {
    ($name:ident) => {
        impl $name {
            const KIND: &'static str = stringify!($name);

            fn save(remote: &Remote, data: &mut ResourceData<Self>, new: bool) -> Result {
                let name = data.get(Self::NAME);
                let given = match data.get(Self::SECRET_WO) {
                    Some(secret) => secret.require()?.to_owned(),
                    None => String::new(),
                };
                let secret = match (Self::KIND, new) {
                    ("Forgetful", false) => {
                        let before = remote.get(&name).unwrap_or_default();
                        before.get("secret").cloned().unwrap_or_default()
                    }

                    ("Deaf", _) => String::new(),
                    _ => given.clone(),
                };
                let all = [("note", data.get(Self::NOTE)), ("secret", secret)];
                remote.put(&name, props(all));
                let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect();
                match Self::KIND {
                    "Keeping" => data.set_private("opens", given.clone()),
                    "Encoding" => {
                        let hex: String = hex(&given);
                        data.set_private("opens", hex);
                    }
                    "Needing" => data.set_private("known", *b"yes"),
                    "Comparing" | "Hashed" => data.set_private("hash", salted_hash(&name, &given)),
                    _ => {}
                }
                Self::describe(data, &given);
                Ok(())
            }

            fn describe(data: &mut ResourceData<Self>, secret: &str) {
                let state = match Self::KIND {
                    "Echoing" | "Promising" => format!("opened with {secret}"),
                    _ => "locked".to_owned(),
                };
                data.set(Self::STATE, state);
            }
        }

        impl Resource for $name {
            type Provider = Locks;

            async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                let name = data.get(Self::NAME);
                if cx.client()?.get(&name).is_some() {
                    bail!("there is one already");
                }
                Self::save(cx.client()?, data, true)?;
                data.set_id(name);
                Ok(())
            }

            async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                if Self::KIND == "Asking" {
                    data.get(Self::SECRET_WO).unwrap_or_default().require()?;
                }
                if Self::KIND == "Misplaced" {
                    let absent = SecretAbsent.to_string();
                    return Err(Diagnostic::error(absent).at(Path::new("note")).into());
                }
                let Some(found) = cx.client()?.get(data.require_id()?) else {
                    data.mark_gone();
                    return Ok(());
                };
                data.set(Self::NAME, data.require_id()?.to_owned());
                data.set(Self::NOTE, found["note"].clone());
                Self::describe(data, &found["secret"]);
                Ok(())
            }

            async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
                let (prior, secret) = (plan.prior(Self::NAME), plan.config(Self::SECRET_WO));
                match (Self::KIND, prior, secret) {
                    ("Promising", _, Val::Known(secret))
                        if plan.value(Self::STATE).is_unknown() =>
                    {
                        let secret = secret.require()?;
                        plan.set_new(Self::STATE, format!("opened with {secret}"));
                    }
                    ("Needing", Some(_), Val::Null) if plan.private().get("known").is_none() => {
                        plan.error_at(Self::SECRET_WO, "A secret is needed", "Nobody knows it.");
                    }
                    ("Comparing", Some(name), Val::Known(secret))
                        if plan.private().get("hash")
                            != Some(&salted_hash(&name, secret.require()?)[..]) =>
                    {
                        plan.require_replace(Self::SECRET_WO);
                    }
                    ("Hashed", Some(name), Val::Known(secret))
                        if plan.private().get("hash")
                            != Some(&salted_hash(&name, secret.require()?)[..]) =>
                    {
                        plan.set_unknown(Self::STATE);
                    }
                    _ => {}
                }
                Ok(())
            }

            async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                cx.client()?.remove(data.require_id()?);
                Ok(())
            }
        }

        impl Update for $name {
            async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                Self::save(cx.client()?, data, false)
            }
        }
    };
}

fn always(_: &Suppress<'_, Suppressed>, _: &i64, _: &i64) -> bool {
    true
}

versioned!(Right = "lock_right");
versioned!(Echoing = "lock_echoing");
versioned!(Promising = "lock_promising");
versioned!(Keeping = "lock_keeping");
versioned!(Encoding = "lock_encoding");
versioned!(Asking = "lock_asking");
versioned!(Needing = "lock_needing");
versioned!(Misplaced = "lock_misplaced");
versioned!(Comparing = "lock_comparing");
versioned!(Forgetful = "lock_forgetful");
versioned!(Deaf = "lock_deaf");
versioned!(Suppressed = "lock_suppressed", #[field(diff_suppress = always)]);
unversioned!(Unversioned = "lock_unversioned");
unversioned!(Hashed = "lock_hashed");

const NAME: &str = "name = \"a\"\nnote = \"n\"\nsecret_wo = \"correct horse\"\n";
const VERSION: &str = "secret_wo_version = 1\n";

/// The example of one, which reports what the remote system has.
macro_rules! report {
    ($name:ident, $text:expr) => {{
        let remote = stringify!($name);
        let example = Example::<$name>::hcl($text).holds($name::SECRET_WO, |data, secret| {
            let found = Remote::of(remote)
                .get(data.id().unwrap_or_default())
                .unwrap_or_default();
            found.get("secret").map(String::as_str) == secret.expose()
        });
        Conformance::new::<Locks>()
            .settings(format!("remote = {remote:?}"))
            .example(example)
            .run()
    }};
}

#[track_caller]
fn only(report: &Report, class: Class, path: &str, says: &str) {
    let found: Vec<(Class, &str)> = report
        .findings()
        .map(|finding| (finding.class, finding.path.as_str()))
        .collect();
    assert_eq!(found, [(class, path)], "{report}");
    let text = report.to_string();
    assert!(text.contains(says), "{report}");
    assert!(
        !text.contains("correct horse") && !text.contains("5ec2e7"),
        "{report}"
    );
}

/// What the kit could not try with the secret.
fn gaps(report: &Report) -> Vec<String> {
    let all = report
        .uncovered()
        .iter()
        .filter(|gap| gap.path.starts_with("secret_wo"));
    all.map(|gap| format!("{}: {}", gap.path, gap.text))
        .collect()
}

#[test]
fn a_correct_write_only_argument_has_no_finding() {
    for report in [
        report!(Right, format!("{NAME}{VERSION}")),
        // A secret that cannot be searched for is replaced by a generated one.
        report!(Right, format!("name = \"b\"\nsecret_wo = \"x\"\n{VERSION}")),
        report!(Hashed, NAME),
    ] {
        report.assert_clean();
        assert_eq!(gaps(&report), [] as [&str; 0], "{report}");
    }
}

#[test]
fn write_only_kept() {
    let example = format!("{NAME}{VERSION}");
    let kept = Class::WriteOnlyKept;
    only(
        &report!(Echoing, &*example),
        kept,
        "secret_wo",
        "`state` (create)",
    );
    only(
        &report!(Promising, &*example),
        kept,
        "secret_wo",
        "`state` (plan)",
    );
    let private = "the private data, under \"opens\" (create)";
    only(&report!(Keeping, &*example), kept, "secret_wo", private);
    let hex = "the private data, under \"opens\" in hexadecimal digits (create)";
    only(&report!(Encoding, &*example), kept, "secret_wo", hex);
}

#[test]
fn write_only_needed() {
    let example = format!("{NAME}{VERSION}");
    let needed = Class::WriteOnlyNeeded;
    only(&report!(Asking, &*example), needed, "", "read: ");
    let cannot = "an imported object cannot be planned without it";
    only(&report!(Needing, &*example), needed, "", cannot);
    let replaced = "imported, the object would be replaced for secret_wo";
    only(&report!(Comparing, &*example), needed, "", replaced);
}

#[test]
fn write_only_not_applied() {
    let example = format!("{NAME}{VERSION}");
    let lost = Class::WriteOnlyNotApplied;
    let after = "after a new value of secret_wo, the remote system does not have the value";
    only(&report!(Forgetful, &*example), lost, "secret_wo", after);
    let after = "after create, the remote system does not have the value";
    only(&report!(Deaf, &*example), lost, "secret_wo", after);
    let nothing = "with a new value and another secret_wo_version, the plan changes nothing";
    only(&report!(Suppressed, &*example), lost, "secret_wo", nothing);
    let none = "no version beside it (secret_wo_version)";
    only(&report!(Unversioned, NAME), lost, "secret_wo", none);
}

/// Only the provider developer can tell which values reach the remote system.
#[test]
fn without_holds_the_kit_reports_what_it_cannot_check() {
    let run = |example: Example<Forgetful>| {
        Conformance::new::<Locks>()
            .settings("remote = \"unseen\"")
            .example(example)
            .run()
    };
    let example = || Example::<Forgetful>::hcl(format!("{NAME}{VERSION}"));
    let report = run(example());
    report.assert_clean();
    let gaps = gaps(&report);
    assert!(
        gaps.len() == 1 && gaps[0].contains("say with `holds`"),
        "{gaps:?}"
    );
    let report = run(example().holds(Forgetful::SECRET_WO, |_, _| panic!("nobody knows")));
    let found: Vec<Class> = report.findings().map(|finding| finding.class).collect();
    assert_eq!(found, [Class::ExampleRefused], "{report}");
}

/// The kit continues without it; the provider would have had to end such a call itself.
#[test]
fn an_endless_example_does_not_delay_the_kit() {
    let endless = || -> bool {
        loop {
            std::thread::park();
        }
    };
    let run = |example: Example<Forgetful>, remote: &str| {
        Conformance::new::<Locks>()
            .settings(format!("remote = {remote:?}"))
            .example(example)
            .deadline(Duration::from_secs(3))
            .run()
    };
    let example = || Example::<Forgetful>::hcl(format!("{NAME}{VERSION}"));
    let held = run(
        example().holds(Forgetful::SECRET_WO, move |_, _| endless()),
        "endless holds",
    );
    only(
        &held,
        Class::Hangs,
        "",
        "the example's `holds` did not end within 3.0 s",
    );
    let gaps = gaps(&held);
    assert!(
        gaps.iter()
            .any(|gap| gap.contains("did not say whether the value is there")),
        "{gaps:?}"
    );
    let drifted = run(
        example().drift("never", move |_| {
            endless();
        }),
        "endless drift",
    );
    only(
        &drifted,
        Class::Hangs,
        "",
        "the drift of the example did not end within 3.0 s",
    );
    for report in [held, drifted] {
        assert!(
            !report.to_string().contains("the kit could not go on"),
            "{report}"
        );
    }
}

/// The text of an error reports a missing secret, and its path names it.
#[test]
fn a_sensitive_argument_is_not_reported_as_needed_write_only() {
    let report = report!(Misplaced, &*format!("{NAME}{VERSION}"));
    let found: Vec<Class> = report.findings().map(|finding| finding.class).collect();
    assert!(
        found.contains(&Class::OperationFails) && !found.contains(&Class::WriteOnlyNeeded),
        "{report}"
    );
}
