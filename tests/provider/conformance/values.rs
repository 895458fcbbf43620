//! Pairs of a faulty resource and its correct twin: field values.

use std::sync::atomic::{AtomicI64, Ordering};

use schema_provider::Number;
use schema_provider::prelude::*;

use crate::Kit;
use crate::remote::{Model, Props, Remote, props, resource};

/// Declares a resource with a name, an optional string, and a field of its own.
macro_rules! thing {
    ($(#[$meta:meta])* $name:ident = $type_name:literal $(, $(#[$more:meta])* $field:ident: $ty:ty)*) => {
        /// A thing.
        #[derive(Schema)]
        #[schema(resource = $type_name)]
        $(#[$meta])*
        pub struct $name {
            /// Its name, which is its id.
            #[field(required)]
            #[field(force_new)]
            name: String,
            $($(#[$more])* $field: $ty,)*
        }
    };
}
pub(crate) use thing;

/// Sets the name, which all have.
macro_rules! named {
    () => {
        fn new_id(data: &ResourceData<Self>) -> String {
            data.get(Self::NAME)
        }
    };
}
pub(crate) use named;

fn text(of: &Props, key: &str) -> Option<String> {
    of.get(key).cloned().filter(|text| !text.is_empty())
}

// The remote system writes in capitals.

thing!(Loud = "kit_loud",
    /// A string.
    #[field(required)]
    text: String
);

impl Model for Loud {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        props([("text", data.get(Loud::TEXT).to_uppercase())])
    }
    fn made(_: &Remote, _: &mut ResourceData<Self>, _: &Props) {}
    fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        data.set(Loud::NAME, data.id().unwrap_or_default().to_owned());
        data.set(Loud::TEXT, of["text"].clone());
    }
}

fn lower(text: &str) -> Canonical {
    text.to_lowercase().into()
}

thing!(Calm = "kit_calm",
    /// A string.
    #[field(required, canonical = lower)]
    text: String
);

impl Model for Calm {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        props([("text", data.get(Calm::TEXT).to_uppercase())])
    }
    fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        data.set(Calm::NAME, data.id().unwrap_or_default().to_owned());
        data.set(Calm::TEXT, of["text"].clone());
    }
}

// The remote system computes with floats.

fn float(text: &str) -> f64 {
    text.parse().unwrap()
}

thing!(Exact = "kit_exact",
    /// Of the whole.
    #[field(required)]
    share: Number
);

impl Model for Exact {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        props([("share", data.get(Exact::SHARE).as_f64().to_string())])
    }
    fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        data.set(Exact::NAME, data.id().unwrap_or_default().to_owned());
        data.set(Exact::SHARE, Number::from_f64(float(&of["share"])).unwrap());
    }
}

thing!(Floating = "kit_floating",
    /// Of the whole.
    #[field(required)]
    share: f64,
    /// Of its parts.
    #[field(optional)]
    shares: Vec<f64>
);

impl Model for Floating {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        let shares: Vec<_> = data
            .get(Floating::SHARES)
            .iter()
            .map(f64::to_string)
            .collect();
        props([
            ("share", data.get(Floating::SHARE).to_string()),
            ("shares", shares.join(" ")),
        ])
    }
    fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        data.set(Floating::NAME, data.id().unwrap_or_default().to_owned());
        data.set(Floating::SHARE, float(&of["share"]));
        let shares: Vec<f64> = of["shares"].split_whitespace().map(float).collect();
        data.set(Floating::SHARES, shares);
    }
}

// The remote system takes a while.

thing!(Hasty = "kit_hasty",
    /// A string.
    #[field(optional)]
    text: Option<String>,
    /// How far it is.
    #[field(computed)]
    status: String
);

impl Model for Hasty {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        props([("text", data.get(Hasty::TEXT).unwrap_or_default())])
    }
    fn made(_: &Remote, data: &mut ResourceData<Self>, _: &Props) {
        if data.is_new() {
            data.set(Hasty::STATUS, "creating");
        }
    }
    fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        data.set(Hasty::NAME, data.id().unwrap_or_default().to_owned());
        data.set(Hasty::TEXT, text(of, "text"));
        data.set(Hasty::STATUS, "ready");
    }
}

thing!(Patient = "kit_patient",
    /// A string.
    #[field(optional)]
    text: Option<String>,
    /// How far it is.
    #[field(computed)]
    status: String
);

impl Model for Patient {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        props([("text", data.get(Patient::TEXT).unwrap_or_default())])
    }
    fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        data.set(Patient::NAME, data.id().unwrap_or_default().to_owned());
        data.set(Patient::TEXT, text(of, "text"));
        data.set(Patient::STATUS, "ready");
    }
}

// A computed field that is never set (its correct twin is Patient).

thing!(Forgetful = "kit_forgetful",
    /// A string.
    #[field(optional)]
    text: Option<String>,
    /// How far it is.
    #[field(computed)]
    status: String
);

impl Model for Forgetful {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        props([("text", data.get(Forgetful::TEXT).unwrap_or_default())])
    }
    fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        data.set(Forgetful::NAME, data.id().unwrap_or_default().to_owned());
        data.set(Forgetful::TEXT, text(of, "text"));
    }
}

// Read keeps the string of the state.

thing!(Blind = "kit_blind",
    /// A string.
    #[field(optional)]
    text: Option<String>
);

impl Model for Blind {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        props([("text", data.get(Blind::TEXT).unwrap_or_default())])
    }
    fn describe(_: &Remote, data: &mut ResourceData<Self>, _: &Props) {
        data.set(Blind::NAME, data.id().unwrap_or_default().to_owned());
    }
}

thing!(Plain = "kit_plain",
    /// A string.
    #[field(optional)]
    text: Option<String>
);

impl Model for Plain {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        props([("text", data.get(Plain::TEXT).unwrap_or_default())])
    }
    fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        data.set(Plain::NAME, data.id().unwrap_or_default().to_owned());
        data.set(Plain::TEXT, text(of, "text"));
    }
}

// Read sets the string only if the state has one.

thing!(Gappy = "kit_gappy",
    /// A string.
    #[field(optional)]
    text: Option<String>
);

impl Model for Gappy {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        props([("text", data.get(Gappy::TEXT).unwrap_or_default())])
    }
    fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        data.set(Gappy::NAME, data.id().unwrap_or_default().to_owned());
        if data.get(Gappy::TEXT).is_some() {
            data.set(Gappy::TEXT, text(of, "text"));
        }
    }
}

// The remote system does not return the usual value, and read does not know it.

thing!(Usual = "kit_usual",
    /// How long it lives.
    #[field(optional, default = 30)]
    ttl: i64
);

impl Model for Usual {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        props([("ttl", data.get(Usual::TTL).to_string())])
    }
    fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        data.set(Usual::NAME, data.id().unwrap_or_default().to_owned());
        if of["ttl"] != "30" {
            data.set(Usual::TTL, of["ttl"].parse::<i64>().unwrap());
        }
    }
}

thing!(Explicit = "kit_explicit",
    /// How long it lives.
    #[field(optional, default = 30)]
    ttl: i64
);

impl Model for Explicit {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        props([("ttl", data.get(Explicit::TTL).to_string())])
    }
    fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        data.set(Explicit::NAME, data.id().unwrap_or_default().to_owned());
        data.set(Explicit::TTL, of["ttl"].parse::<i64>().unwrap());
    }
}

// Every read finds another value.

thing!(Restless = "kit_restless",
    /// A string.
    #[field(optional)]
    text: Option<String>,
    /// How often it was looked at.
    #[field(computed)]
    looks: i64
);

impl Model for Restless {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        props([("text", data.get(Restless::TEXT).unwrap_or_default())])
    }
    fn made(remote: &Remote, data: &mut ResourceData<Self>, _: &Props) {
        if data.is_new() {
            data.set(Restless::LOOKS, remote.tick());
        }
    }
    fn describe(remote: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        data.set(Restless::NAME, data.id().unwrap_or_default().to_owned());
        data.set(Restless::TEXT, text(of, "text"));
        data.set(Restless::LOOKS, remote.tick());
    }
}

thing!(Counted = "kit_counted",
    /// A string.
    #[field(optional)]
    text: Option<String>,
    /// How often it was looked at.
    #[field(computed(volatile))]
    looks: i64
);

impl Model for Counted {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        props([("text", data.get(Counted::TEXT).unwrap_or_default())])
    }
    fn describe(remote: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        data.set(Counted::NAME, data.id().unwrap_or_default().to_owned());
        data.set(Counted::TEXT, text(of, "text"));
        data.set(Counted::LOOKS, remote.tick());
    }
}

// Every update creates another revision, which the schema does not declare.

thing!(Revised = "kit_revised",
    /// A string.
    #[field(optional)]
    text: Option<String>,
    /// The text's length.
    #[field(computed)]
    length: i64
);

impl Model for Revised {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        props([("text", data.get(Revised::TEXT).unwrap_or_default())])
    }
    fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        data.set(Revised::NAME, data.id().unwrap_or_default().to_owned());
        data.set(Revised::TEXT, text(of, "text"));
        data.set(Revised::LENGTH, of["text"].len() as i64);
    }
}

thing!(Declared = "kit_declared",
    /// A string.
    #[field(optional)]
    text: Option<String>,
    /// The text's length.
    #[field(computed(when_changed(text)))]
    length: i64
);

impl Model for Declared {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        props([("text", data.get(Declared::TEXT).unwrap_or_default())])
    }
    fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        data.set(Declared::NAME, data.id().unwrap_or_default().to_owned());
        data.set(Declared::TEXT, text(of, "text"));
        data.set(Declared::LENGTH, of["text"].len() as i64);
    }
}

// Read stores another spelling of the string if the state has none.

thing!(Odd = "kit_odd",
    /// A string.
    #[field(optional)]
    text: Option<String>
);

impl Model for Odd {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        props([("text", data.get(Odd::TEXT).unwrap_or_default())])
    }
    fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        data.set(Odd::NAME, data.id().unwrap_or_default().to_owned());
        let found = text(of, "text");
        let known = data.get(Odd::TEXT).is_some();
        data.set(
            Odd::TEXT,
            found.map(|text| if known { text } else { text.to_uppercase() }),
        );
    }
}

// The plan hook sets another number every time; its twin sets one that follows from the string.

thing!(Dicey = "kit_dicey",
    /// A string.
    #[field(optional)]
    text: Option<String>,
    /// A number.
    #[field(computed)]
    number: i64
);

thing!(Rash = "kit_rash",
    /// A string.
    #[field(optional)]
    text: Option<String>,
    /// A number.
    #[field(computed)]
    number: i64
);

thing!(Steady = "kit_steady",
    /// A string.
    #[field(optional)]
    text: Option<String>,
    /// A number.
    #[field(computed)]
    number: i64
);

macro_rules! numbered {
    ($model:ident, $number:expr, $unknown:expr) => {
        impl Model for $model {
            named!();
            fn plan(plan: &mut PlanData<Self>) -> Result {
                if plan.has_change(Self::TEXT) || plan.kind() == PlanKind::Create {
                    let text = plan.value(Self::TEXT);
                    if text.is_unknown() {
                        let unknown: fn(&mut PlanData<Self>) = $unknown;
                        unknown(plan);
                        return Ok(());
                    }
                    let number: fn(&str) -> i64 = $number;
                    plan.set_new(Self::NUMBER, number(&text.known().unwrap_or_default()));
                }
                Ok(())
            }
            fn send(data: &ResourceData<Self>) -> Props {
                props([
                    ("text", data.get(Self::TEXT).unwrap_or_default()),
                    ("number", data.get(Self::NUMBER).to_string()),
                ])
            }
            fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
                data.set(Self::NAME, data.id().unwrap_or_default().to_owned());
                data.set(Self::TEXT, text(of, "text"));
                data.set(Self::NUMBER, of["number"].parse::<i64>().unwrap());
            }
        }
    };
}

numbered!(
    Dicey,
    |_| {
        static NEXT: AtomicI64 = AtomicI64::new(0);
        NEXT.fetch_add(1, Ordering::SeqCst)
    },
    |plan| plan.set_unknown(Dicey::NUMBER)
);
numbered!(Steady, |text| text.len() as i64, |plan| plan
    .set_unknown(Steady::NUMBER));
// It takes an unknown value for empty, and plans a number and an update.
numbered!(Rash, |text| text.len() as i64, |plan| plan
    .set_new(Rash::NUMBER, 0));

// A field without documentation.

thing!(Silent = "kit_silent",
    #[field(optional)]
    text: Option<String>
);

impl Model for Silent {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        props([("text", data.get(Silent::TEXT).unwrap_or_default())])
    }
    fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        data.set(Silent::NAME, data.id().unwrap_or_default().to_owned());
        data.set(Silent::TEXT, text(of, "text"));
    }
}

resource!(Kit: Loud, Calm, Exact, Floating, Hasty, Patient, Forgetful, Blind, Plain, Gappy, Usual, Explicit, Restless,
    Counted, Revised, Declared, Silent, Odd, Dicey, Rash, Steady);
