//! Pairs of a faulty resource and its correct twin: identities.

use schema_provider::prelude::*;

use crate::Kit;
use crate::remote::{Model, Props, Remote, props, resource};
use crate::values::{named, thing};

/// The fields of a string and its length, right in everything.
macro_rules! right_length {
    ($($name:ident),*) => {$(
        impl Model for $name {
            named!();
            fn send(data: &ResourceData<Self>) -> Props {
                props([("text", data.get(Self::TEXT))])
            }
            fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
                data.set(Self::NAME, data.id().unwrap_or_default().to_owned());
                data.set(Self::LENGTH, of["text"].len() as i64);
                data.set(Self::TEXT, of["text"].clone());
            }
        }
    )*};
}

thing!(#[schema(import = "{name}", identity(name, length))] Fickle = "kit_fickle",
    /// A string.
    #[field(required)]
    text: String,
    /// The text's length.
    #[field(computed(when_changed(text)))]
    length: i64
);

thing!(#[schema(import = "{name}", identity(name, length(mutable)))] Flexible = "kit_flexible",
    /// A string.
    #[field(required)]
    text: String,
    /// The text's length.
    #[field(computed(when_changed(text)))]
    length: i64
);

/// The identity of something that never sets it.
#[derive(Schema)]
#[schema(identity)]
pub struct NamelessIdentity {
    /// Its number.
    #[field(required)]
    pub number: i64,
}

thing!(#[schema(identity = NamelessIdentity)] Nameless = "kit_nameless",
    /// A string.
    #[field(required)]
    text: String,
    /// The text's length.
    #[field(computed(when_changed(text)))]
    length: i64
);

right_length!(Fickle, Flexible, Nameless);

/// A name, in a separate identity struct.
#[derive(Schema)]
#[schema(identity)]
pub struct NamedIdentity {
    /// The name.
    #[field(required)]
    pub name: String,
}

thing!(#[schema(identity = NamedIdentity)] Unmarked = "kit_unmarked",
    /// A string.
    #[field(required)]
    text: String
);

thing!(#[schema(identity = NamedIdentity)] Marked = "kit_marked",
    /// A string.
    #[field(required)]
    text: String
);

thing!(#[schema(identity = NamedIdentity)] Sought = "kit_sought",
    /// A string.
    #[field(required)]
    text: String
);

thing!(#[schema(identity = NamedIdentity)] Overlooked = "kit_overlooked",
    /// A string.
    #[field(required)]
    text: String
);

/// The identity is set after a create and an update, and in read if that is correct.
macro_rules! said {
    ($name:ident, $in_read:literal, $key_of_delete:expr) => {
        impl Model for $name {
            named!();
            fn send(data: &ResourceData<Self>) -> Props {
                props([("text", data.get(Self::TEXT))])
            }
            fn made(_: &Remote, data: &mut ResourceData<Self>, _: &Props) {
                let name = data.id().unwrap_or_default().to_owned();
                data.set_identity(NamedIdentity { name });
            }
            fn key_of_delete(data: &ResourceData<Self>) -> String {
                let key: fn(&ResourceData<Self>) -> Option<String> = $key_of_delete;
                key(data).unwrap_or_default()
            }
            fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
                data.set(Self::NAME, data.id().unwrap_or_default().to_owned());
                data.set(Self::TEXT, of["text"].clone());
                if $in_read {
                    let name = data.id().unwrap_or_default().to_owned();
                    data.set_identity(NamedIdentity { name });
                }
            }
        }
    };
}

said!(Unmarked, false, |data| data.id().map(str::to_owned));
said!(Marked, true, |data| data.id().map(str::to_owned));
said!(Sought, true, |data| data
    .identity()
    .map(|identity| identity.name));
// It looks for another one than the object's.
said!(Overlooked, true, |data| data
    .identity()
    .map(|identity| identity.name + "x"));

/// The id has something before the name.
macro_rules! prefixed {
    ($($name:ident),*) => {$(
        impl Model for $name {
            fn new_id(data: &ResourceData<Self>) -> String {
                format!("x-{}", data.get(Self::NAME))
            }
            fn send(data: &ResourceData<Self>) -> Props {
                props([("text", data.get(Self::TEXT))])
            }
            fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
                data.set(Self::NAME, data.id().unwrap_or_default().trim_start_matches("x-").to_owned());
                data.set(Self::TEXT, of["text"].clone());
            }
        }
    )*};
}

thing!(#[schema(identity(name))] Untraced = "kit_untraced",
    /// A string.
    #[field(required)]
    text: String
);

thing!(#[schema(import = "x-{name}", identity(name))] Traced = "kit_traced",
    /// A string.
    #[field(required)]
    text: String
);

prefixed!(Untraced, Traced);

resource!(
    Kit: Fickle, Flexible, Nameless, Unmarked, Marked, Sought, Overlooked, Untraced, Traced
);
