//! A provider developer's own traits give methods and names to the SDK's types, and nothing of the
//! SDK is in their way.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use schema_provider::data::Val;
use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step};

trait ValExt<T> {
    fn is_known(&self) -> bool;
    fn is_some(&self) -> bool;
    fn or(self, other: T) -> T;
}

impl<T> ValExt<T> for Val<T> {
    fn is_known(&self) -> bool {
        matches!(self, Val::Known(_))
    }

    fn is_some(&self) -> bool {
        matches!(self, Val::Known(_))
    }

    fn or(self, other: T) -> T {
        match self {
            Val::Known(value) => value,
            Val::Null | Val::Unknown => other,
        }
    }
}

trait DataExt {
    fn exists(&self) -> bool;
    fn get_string(&self) -> String;
}

impl DataExt for ResourceData<Thing> {
    fn exists(&self) -> bool {
        true
    }

    fn get_string(&self) -> String {
        self.get(Thing::NAME)
    }
}

trait PlanExt {
    fn is_create(&self) -> bool;
    fn is_known(&self) -> bool;
}

impl PlanExt for PlanData<Thing> {
    fn is_create(&self) -> bool {
        true
    }

    fn is_known(&self) -> bool {
        self.value(Thing::NAME).is_known()
    }
}

trait CxExt {
    fn info(&self, text: &str) -> usize;
    fn settings(&self) -> &'static str;
}

impl<R> CxExt for Cx<R> {
    fn info(&self, text: &str) -> usize {
        text.len()
    }

    fn settings(&self) -> &'static str {
        "mine"
    }
}

trait SecretExt {
    fn reveal(&self) -> &str;
}

impl SecretExt for Secret {
    fn reveal(&self) -> &str {
        self.expose().unwrap_or_default()
    }
}

trait DiagnosticsExt {
    fn add(&mut self, text: &str);
}

impl DiagnosticsExt for Diagnostics {
    fn add(&mut self, text: &str) {
        self.push(Diagnostic::error(text));
    }
}

/// What the provider developer's own code knows of its types, by names that other SDKs give to
/// functions of resources.
trait Named {
    fn type_name() -> &'static str;
    fn schema() -> &'static str;
    fn metadata() -> &'static str {
        "metadata"
    }
}

/// A provider.
#[derive(Schema)]
#[schema(provider = "own")]
pub struct Own {}

impl Provider for Own {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Thing]
    }

    async fn configure(_cx: &Cx, _config: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// A thing.
#[derive(Schema)]
#[schema(resource = "own_thing")]
pub struct Thing {
    /// Its name.
    #[field(required, force_new)]
    name: String,
}

impl Named for Thing {
    fn type_name() -> &'static str {
        "own_thing"
    }

    fn schema() -> &'static str {
        "own"
    }
}

static PLANNED: AtomicBool = AtomicBool::new(false);

impl Resource for Thing {
    type Provider = Own;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        assert_eq!(
            (Self::type_name(), Self::schema(), Self::metadata()),
            ("own_thing", "own", "metadata")
        );
        assert!(data.exists() && data.get_string() == "a");
        assert_eq!((cx.info("four"), cx.settings()), (4, "mine"));
        data.set_id("a");
        Ok(())
    }

    async fn read(_cx: &Cx<Self>, _data: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_cx: &Cx<Self>, _data: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn plan(_cx: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        assert!(plan.is_create() && plan.is_known());
        PLANNED.store(true, Ordering::SeqCst);
        Ok(())
    }
}

#[test]
fn a_resource_that_uses_them_works() {
    let config = "resource \"own_thing\" \"a\" {\n  name = \"a\"\n}\n";
    ProviderTest::new::<Own>().step(Step::apply(config)).run();
    assert!(PLANNED.load(Ordering::SeqCst));
}

#[test]
fn what_a_val_has_of_its_own_is_what_an_option_has() {
    let known = Val::Known(4_i64);
    assert!(ValExt::is_known(&known));
    assert!(known.is_known() && known.is_some() && !known.is_null());
    assert_eq!(known.map(|n| n + 1).known(), Some(5_i64));
    assert_eq!((known.unwrap_or(1), Val::<i64>::Null.unwrap_or(1)), (4, 1));
    assert_eq!(Val::<i64>::Unknown.unwrap_or_else(|| 2), 2);
    assert_eq!(Val::<i64>::Null.unwrap_or_default(), 0);
    assert_eq!(Val::<i64>::default().or(3), 3);
    assert!(Val::<i64>::from(None).is_null() && Val::<i64>::from(Some(1)).is_known());
    let text = Val::Known("a".to_owned());
    assert_eq!(text.as_ref().map(String::len).known(), Some(1));
    assert_eq!(text.known().as_deref(), Some("a"));
    assert_eq!(Secret::from("x").reveal(), "x");
    let mut errors = Diagnostics::new();
    errors.add("no");
    assert!(errors.has_errors());
}

/// Each method that only says what to write instead hides what a provider developer's trait gives
/// to the type.
#[test]
fn the_sdk_has_few_methods_that_do_not_compile() {
    fn rows(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                rows(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let is_row = |line: &&str| line.contains(") is ") && line.contains(": \"");
                found.extend(text.lines().filter(is_row).map(str::to_owned));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for part in [
        "schema-runtime/src",
        "crates/shell/src",
        "crates/testing/src",
    ] {
        rows(&root.join(part), &mut found);
    }
    assert!((1..=25).contains(&found.len()), "{found:#?}");
}
