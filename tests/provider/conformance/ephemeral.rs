//! Ephemeral resources: each defect in a faulty one, and no finding in a correct one.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use schema_provider::prelude::*;
use schema_provider::testing::conformance::{Class, Conformance, Example, Report};

use crate::remote::log_earlier;

/// Leases.
#[derive(Schema)]
#[schema(provider = "lease")]
pub struct Leases {}

impl Provider for Leases {
    type Client = ();

    fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
        ephemeral_resources![
            Right, Changes, Impatient, Unrenewed, Forgetful, Broken, Telling
        ]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// What is leased now.
static LEASED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

fn leased<T>(change: impl FnOnce(&mut BTreeSet<String>) -> T) -> T {
    change(&mut LEASED.lock().unwrap_or_else(PoisonError::into_inner))
}

macro_rules! leases {
    ($($struct:ident $name:literal, $open:expr, $close:expr;)*) => {$(
        /// A lease.
        #[derive(Schema)]
        #[schema(ephemeral = $name)]
        pub struct $struct {
            /// Its name.
            #[field(required)]
            name: String,
            /// A remark.
            #[field(optional)]
            note: Option<String>,
            /// Its key.
            #[field(computed)]
            key: String,
            /// What it is asked for with.
            #[field(optional, sensitive)]
            pass_phrase: Option<String>,
            /// What it gives.
            #[field(computed, sensitive)]
            token: String,
        }

        impl EphemeralResource for $struct {
            type Provider = Leases;

            async fn open(_: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
                let key = schema_provider::id::unique();
                data.set($struct::KEY, &key);
                data.set($struct::TOKEN, format!("token-of-{key}"));
                leased(|leased| leased.insert(key));
                let open: fn(&mut OpenData<Self>) -> Result = $open;
                open(data)
            }

            async fn close(_: &Cx<Self>, data: &EphemeralData<Self>) -> Result {
                let key = data.get($struct::KEY);
                let was = leased(|leased| leased.remove(&key));
                let close: fn(bool) -> Result = $close;
                close(was)
            }
        }
    )*};
}

leases! {
    Right "lease_right", |data| { data.renew_in(Duration::from_secs(60)); Ok(()) }, |_| Ok(());
    Changes "lease_changes", |data| { data.set(Changes::NOTE, "made up"); Ok(()) }, |_| Ok(());
    Impatient "lease_impatient", |data| { data.renew_at(SystemTime::UNIX_EPOCH); Ok(()) }, |_| Ok(());
    Unrenewed "lease_unrenewed", |data| { data.renew_in(Duration::from_secs(60)); Ok(()) }, |_| Ok(());
    Forgetful "lease_forgetful", |_| Ok(()), |was| if was { Ok(()) } else { bail!("there is no such lease") };
    Broken "lease_broken", |_| bail!("there are no leases"), |_| Ok(());
    Telling "lease_telling", |data| {
        tracing::info!("with {:?} got {}", data.get(Telling::PASS_PHRASE), data.get(Telling::TOKEN));
        log_earlier("lease", &data.get(Telling::TOKEN));
        Ok(())
    }, |_| Ok(());
}

impl Renew for Right {
    async fn renew(_: &Cx<Self>, data: &mut EphemeralData<Self>) -> Result {
        data.renew_in(Duration::from_secs(60));
        Ok(())
    }
}

impl Renew for Impatient {
    async fn renew(_: &Cx<Self>, _: &mut EphemeralData<Self>) -> Result {
        Ok(())
    }
}

impl Renew for Unrenewed {
    async fn renew(_: &Cx<Self>, _: &mut EphemeralData<Self>) -> Result {
        bail!("the lease is over")
    }
}

fn found<T: EphemeralResource>() -> Report {
    Conformance::new::<Leases>()
        .open(Example::<T>::hcl(
            "name = \"a\"\npass_phrase = \"royal horse battery\"",
        ))
        .run()
}

fn findings(report: &Report, name: &str) -> Vec<(Class, String)> {
    let of = format!("ephemeral.{name}");
    report
        .findings()
        .filter(|finding| finding.resource == of)
        .map(|finding| (finding.class, finding.path.clone()))
        .collect()
}

#[test]
fn a_right_one() {
    let report = found::<Right>();
    assert_eq!(findings(&report, "lease_right"), [], "{report}");
    // The others have no example.
    assert!(
        report
            .to_string()
            .contains("no example: give one with `open`"),
        "{report}"
    );
}

#[test]
fn refused_result() {
    let report = found::<Changes>();
    let expected = [(Class::RefusedResult, "note".to_owned())];
    assert_eq!(findings(&report, "lease_changes"), expected, "{report}");
}

#[test]
fn renewal_fails() {
    let report = found::<Unrenewed>();
    let expected = [(Class::RenewalFails, String::new())];
    assert_eq!(findings(&report, "lease_unrenewed"), expected, "{report}");
    let report = found::<Impatient>();
    assert_eq!(findings(&report, "lease_impatient"), expected, "{report}");
}

#[test]
fn close_fails() {
    let report = found::<Forgetful>();
    let expected = [(Class::CloseFails, String::new())];
    assert_eq!(findings(&report, "lease_forgetful"), expected, "{report}");
}

#[test]
fn an_open_that_fails() {
    let report = found::<Broken>();
    let expected = [(Class::OperationFails, String::new())];
    assert_eq!(findings(&report, "lease_broken"), expected, "{report}");
}

#[test]
fn a_secret_in_output_is_found() {
    let report = found::<Telling>();
    let told = |name: &str| (Class::SecretTold, name.to_owned());
    // The pass phrase is the same in every call, and masked in each.
    let expected = [told("token")];
    assert_eq!(findings(&report, "lease_telling"), expected, "{report}");
    assert!(!report.to_string().contains("horse"), "{report}");
}
