//! Errors and panics on demand.

use schema_provider::Path;
use schema_provider::prelude::*;

use super::provider::Kitchen;

/// Goes wrong as `flaw` says (`tests/providers/README.md`).
#[derive(Schema)]
#[schema(resource = "kitchen_trouble", version = 1)]
pub(crate) struct Trouble {
    #[field(required, force_new)]
    name: String,
    #[field(optional, validate = custom = sane)]
    flaw: Option<String>,
    #[field(optional)]
    size: Option<i64>,
    #[field(optional, diff_suppress = suppress)]
    note: Option<String>,
    #[field(optional, canonical = canonical)]
    title: Option<String>,
    #[field(optional, default_fn = fallback)]
    fallback: Option<String>,
    #[field(computed)]
    made: Option<String>,
    /// What the create came to before it failed.
    #[field(computed)]
    half: Option<String>,
}

fn sane(_: &Path, flaw: &str) -> Diagnostics {
    assert!(flaw != "validator=panic", "the validator panics");
    Diagnostics::new()
}

fn suppress(_: &Suppress<'_, Trouble>, _: &str, new: &str) -> bool {
    assert!(new != "panic", "the suppress function panics");
    false
}

fn canonical(text: &str) -> Canonical {
    assert!(text != "panic", "the canonical function panics");
    text.to_lowercase().into()
}

fn fallback(environment: &Environment) -> Result<Option<String>> {
    assert!(
        environment.get("KITCHEN_PANIC").is_none(),
        "the default function panics"
    );
    Ok(None)
}

fn flaw(flaw: Option<&str>, step: &str) -> Result {
    match flaw.and_then(|flaw| flaw.split_once('=')) {
        Some((at, "panic")) if at == step => panic!("{step} panics"),
        Some((at, "error")) if at == step => {
            let text = format!("{step} fails");
            Err(Diagnostic::error(text)
                .with_detail("As asked.")
                .at(Path::new("flaw"))
                .into())
        }
        _ => Ok(()),
    }
}

/// A message of the plugin protocol holds 256 MiB.
fn more_than_a_message() -> String {
    "x".repeat(257 << 20)
}

impl Resource for Trouble {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let wanted = data.get(Trouble::FLAW);
        flaw(wanted.as_deref(), "before")?;
        data.set(Trouble::HALF, "done");
        if wanted.as_deref() == Some("create=contradict") {
            data.set(Trouble::SIZE, 4711);
        }
        cx.client()?.store.create(data.dynamic_mut())?;
        if wanted.as_deref() == Some("create=large") {
            data.set(Trouble::HALF, more_than_a_message());
        }
        if wanted.as_deref() == Some("create=abort") {
            std::process::abort();
        }
        if wanted.as_deref() == Some("create=exit") {
            std::process::exit(0);
        }
        flaw(wanted.as_deref(), "create")
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        flaw(data.get(Trouble::FLAW).as_deref(), "read")?;
        cx.client()?.store.read(data.dynamic_mut())?;
        if data.get(Trouble::FLAW).as_deref() == Some("read=large") {
            data.set(Trouble::HALF, more_than_a_message());
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        flaw(data.get(Trouble::FLAW).as_deref(), "delete")?;
        cx.client()?.store.delete(data.dynamic_mut())
    }

    async fn plan(cx: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        if plan.value(Trouble::FLAW).known().as_deref() == Some("plan=defer") {
            return cx.defer(DeferReason::AbsentPrerequisite);
        }
        if plan.value(Trouble::FLAW).known().as_deref() == Some("plan=exit") {
            std::process::exit(0);
        }
        flaw(plan.value(Trouble::FLAW).known().as_deref(), "plan")
    }

    async fn import(_: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        flaw(Some(id), "import")?;
        data.set_id(id);
        Ok(())
    }

    async fn upgrade(_: &Cx<Self>, _: &OldState, data: &mut ResourceData<Self>) -> Result {
        flaw(data.get(Trouble::FLAW).as_deref(), "upgrade")
    }

    async fn move_from(_: &Cx<Self>, _: &MovedState, _: &mut ResourceData<Self>) -> Result {
        panic!("move panics")
    }

    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        match flaw(config.get_ok(Trouble::FLAW).as_deref(), "validate") {
            Ok(()) => Diagnostics::new(),
            Err(errors) => errors,
        }
    }
}

impl Update for Trouble {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        flaw(data.get(Trouble::FLAW).as_deref(), "update")?;
        cx.client()?.store.update(data.dynamic_mut())
    }
}
