//! Pairs of a faulty resource and its correct twin: the behaviour of operations. `Plain` is the
//! twin if none is given.

use std::time::Duration;

use schema_provider::Path;
use schema_provider::prelude::*;

use crate::Kit;
use crate::remote::{Model, Props, Remote, log_earlier, props, resource};
use crate::values::{named, thing};

/// The fields of a string, right in everything.
macro_rules! right_text {
    () => {
        named!();
        fn send(data: &ResourceData<Self>) -> Props {
            props([("text", data.get(Self::TEXT).unwrap_or_default())])
        }
        fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
            data.set(Self::NAME, data.id().unwrap_or_default().to_owned());
            data.set(
                Self::TEXT,
                Some(of["text"].clone()).filter(|text| !text.is_empty()),
            );
        }
    };
}

macro_rules! text_thing {
    ($name:ident = $type_name:literal { $($function:item)* }) => {
        thing!($name = $type_name,
            /// A string.
            #[field(optional)]
            text: Option<String>
        );
        impl Model for $name {
            right_text!();
            $($function)*
        }
    };
}

text_thing!(Brusque = "kit_brusque" {
    fn plan(plan: &mut PlanData<Self>) -> Result {
        // The hook claims that an unknown string can change in place.
        if plan.value(Self::TEXT).known().is_some_and(|text| text != "hello") {
            plan.require_replace(Self::TEXT);
        }
        Ok(())
    }
});

text_thing!(Gentle = "kit_gentle" {
    fn plan(plan: &mut PlanData<Self>) -> Result {
        plan.require_replace_if(Self::TEXT, |text| text != "hello");
        Ok(())
    }
});

text_thing!(Sticky = "kit_sticky" {
    fn remove(_: &Remote, _: &str) -> Result {
        Ok(())
    }
});

text_thing!(Once = "kit_once" {
    fn remove(remote: &Remote, id: &str) -> Result {
        if remote.remove(id) {
            Ok(())
        } else {
            Err(Diagnostic::error("404 not found").into())
        }
    }
});

text_thing!(Missing = "kit_missing" {
    fn missing(_: &mut ResourceData<Self>) -> Result {
        Err(Diagnostic::error("404 not found").into())
    }
});

text_thing!(Elsewhere = "kit_elsewhere" {
    fn key(data: &ResourceData<Self>) -> String {
        format!("{}-elsewhere", data.id().unwrap_or_default())
    }
});

text_thing!(Panicky = "kit_panicky" {
    async fn change(cx: &Cx<Self>, remote: &Remote, id: &str, props: Props) -> Result {
        assert!(cx.operation() != CallKind::Update, "an update panic");
        remote.put(id, props);
        Ok(())
    }
});

text_thing!(Endless = "kit_endless" {
    async fn change(cx: &Cx<Self>, remote: &Remote, id: &str, props: Props) -> Result {
        if cx.operation() == CallKind::Update {
            cx.progress("waiting for godot");
            cx.race(std::future::pending::<()>()).await?;
        }
        remote.put(id, props);
        Ok(())
    }
});

// It blocks its thread, so that nobody can stop it.

text_thing!(Blocking = "kit_blocking" {
    async fn change(_: &Cx<Self>, _: &Remote, _: &str, _: Props) -> Result {
        loop {
            std::thread::park();
        }
    }
});

text_thing!(Fragile = "kit_fragile" {
    async fn change(cx: &Cx<Self>, remote: &Remote, id: &str, props: Props) -> Result {
        if cx.operation() == CallKind::Update {
            return Err(Diagnostic::error("500 internal error").into());
        }
        remote.put(id, props);
        Ok(())
    }
});

// An interrupted create forgets what it has created.

text_thing!(Leaky = "kit_leaky" {
    async fn change(cx: &Cx<Self>, remote: &Remote, id: &str, props: Props) -> Result {
        remote.put(id, props);
        Ok(cx.race(tokio::time::sleep(Duration::from_millis(100))).await?)
    }
});

text_thing!(Deaf = "kit_deaf" {
    async fn change(cx: &Cx<Self>, remote: &Remote, id: &str, props: Props) -> Result {
        if cx.operation() == CallKind::Create {
            tokio::time::sleep(Duration::from_secs(3)).await;
        }
        remote.put(id, props);
        Ok(())
    }
});

text_thing!(Listening = "kit_listening" {
    async fn change(cx: &Cx<Self>, remote: &Remote, id: &str, props: Props) -> Result {
        cx.race(tokio::time::sleep(Duration::from_millis(300))).await?;
        remote.put(id, props);
        Ok(())
    }
});

// Update sends what differs from the last request, and does not read.

text_thing!(Lazy = "kit_lazy" {
    async fn change(_: &Cx<Self>, remote: &Remote, id: &str, mut props: Props) -> Result {
        let last = remote.get(id).and_then(|found| found.get("last").cloned());
        if last.as_ref() != Some(&props["text"]) {
            props.insert("last".into(), props["text"].clone());
            remote.put(id, props);
        }
        Ok(())
    }
});

// A part of the object has no field.

text_thing!(Narrow = "kit_narrow" {});

// Secrets in an error, in the log, and in a validator's message.

/// A thing with a password.
#[derive(Schema)]
#[schema(resource = "kit_talkative")]
pub struct Talkative {
    /// Its name, which is its id.
    #[field(required, force_new)]
    name: String,
    /// A password, for logging in.
    #[field(optional, sensitive)]
    password: Option<String>,
    /// A token, which is not saved.
    #[field(optional, write_only)]
    token: Option<String>,
    /// Raise it to send the token again.
    #[field(optional)]
    token_version: Option<i64>,
    /// A key.
    #[field(optional, sensitive, validate = custom = tells)]
    key: Option<String>,
}

fn tells(path: &Path, key: &str) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    if key.contains('§') {
        diagnostics.error_at(path.clone(), "bad key", format!("{key} has a §"));
    }
    diagnostics
}

impl Model for Talkative {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        let token = data.get(Talkative::TOKEN).unwrap_or_default();
        // It is masked.
        tracing::info!(token, password = data.get(Talkative::PASSWORD), "sending");
        log_earlier("talkative", &token);
        props([
            (
                "password",
                data.get(Talkative::PASSWORD).unwrap_or_default(),
            ),
            ("key", data.get(Talkative::KEY).unwrap_or_default()),
        ])
    }
    fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        let set = |key: &str| Some(of[key].clone()).filter(|text| !text.is_empty());
        data.set(Talkative::NAME, data.id().unwrap_or_default().to_owned());
        data.set(Talkative::PASSWORD, set("password"));
        data.set(Talkative::KEY, set("key"));
    }
    async fn check(remote: &Remote, data: &ResourceData<Self>) -> Result {
        if remote.get(&data.get(Talkative::NAME)).is_some() {
            let password = data.get(Talkative::PASSWORD).unwrap_or_default();
            return Err(Diagnostic::error(format!("cannot log in with {password}")).into());
        }
        Ok(())
    }
}

/// A thing with a password.
#[derive(Schema)]
#[schema(resource = "kit_discreet")]
pub struct Discreet {
    /// Its name, which is its id.
    #[field(required, force_new)]
    name: String,
    /// A password, for logging in.
    #[field(optional, sensitive)]
    password: Option<String>,
    /// A token, which nobody keeps.
    #[field(optional, write_only)]
    token: Option<String>,
    /// Raise it to send the token again.
    #[field(optional)]
    token_version: Option<i64>,
    /// A key.
    #[field(optional, sensitive, validate = custom = tells_nothing)]
    key: Option<String>,
}

fn tells_nothing(path: &Path, key: &str) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    if key.contains('§') {
        diagnostics.error_at(path.clone(), "bad key", "the key has a §");
    }
    diagnostics
}

impl Model for Discreet {
    named!();
    fn send(data: &ResourceData<Self>) -> Props {
        tracing::info!(has_token = data.get(Discreet::TOKEN).is_some(), "sending");
        props([
            ("password", data.get(Discreet::PASSWORD).unwrap_or_default()),
            ("key", data.get(Discreet::KEY).unwrap_or_default()),
        ])
    }
    fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
        let set = |key: &str| Some(of[key].clone()).filter(|text| !text.is_empty());
        data.set(Discreet::NAME, data.id().unwrap_or_default().to_owned());
        data.set(Discreet::PASSWORD, set("password"));
        data.set(Discreet::KEY, set("key"));
    }
}

// An object that is identified by two values, and an import that knows one.

/// A thing in a folder.
#[derive(Schema)]
#[schema(resource = "kit_lost")]
pub struct Lost {
    /// The folder.
    #[field(required, force_new)]
    folder: String,
    /// Its name.
    #[field(required, force_new)]
    name: String,
    /// A string.
    #[field(optional)]
    text: Option<String>,
}

/// A thing in a folder.
#[derive(Schema)]
#[schema(resource = "kit_filed", import = "{folder}/{name}")]
pub struct Filed {
    /// The folder.
    #[field(required, force_new)]
    folder: String,
    /// Its name.
    #[field(required, force_new)]
    name: String,
    /// A string.
    #[field(optional)]
    text: Option<String>,
}

macro_rules! in_a_folder {
    ($($model:ident),*) => {$(
        impl Model for $model {
            fn new_id(data: &ResourceData<Self>) -> String {
                let (folder, name) = (data.get(Self::FOLDER), data.get(Self::NAME));
                schema_provider::import::join_id('/', [folder.as_str(), name.as_str()])
            }
            fn key(data: &ResourceData<Self>) -> String {
                Self::new_id(data)
            }
            fn send(data: &ResourceData<Self>) -> Props {
                props([("text", data.get(Self::TEXT).unwrap_or_default())])
            }
            fn describe(_: &Remote, data: &mut ResourceData<Self>, of: &Props) {
                data.set(Self::TEXT, Some(of["text"].clone()).filter(|text| !text.is_empty()));
            }
        }
    )*};
}
in_a_folder!(Lost, Filed);

resource!(Kit: Sticky, Once, Missing, Elsewhere, Panicky, Endless, Blocking, Fragile, Leaky, Deaf, Listening, Lazy, Narrow,
    Talkative, Discreet, Lost, Filed, Brusque, Gentle);
