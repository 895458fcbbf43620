//! Written from the documentation alone.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use schema_provider::prelude::*;
use serde_json::json;
use schema_provider::testing::conformance::{Conformance, Example};
use schema_provider::testing::{
    ProviderTest, Step, changes_nothing, creates, listed, object, opened, updates,
};
use schema_provider::{LockInfo, LockOutcome, UnlockOutcome};

#[derive(Default)]
pub struct Shop {
    books: Mutex<BTreeMap<String, (String, i64)>>,
    states: Mutex<BTreeMap<String, Bytes>>,
    locks: Mutex<BTreeMap<String, LockInfo>>,
    keys: Mutex<i64>,
}

static SHOPS: Mutex<BTreeMap<String, Arc<Shop>>> = Mutex::new(BTreeMap::new());

fn shop(name: &str) -> Arc<Shop> {
    Arc::clone(SHOPS.lock().unwrap().entry(name.to_owned()).or_default())
}

/// A book shop.
#[derive(Schema)]
#[schema(provider = "books")]
pub struct Books {
    /// Which shop.
    #[field(optional, default_env("BOOKS_SHOP", fallback = "main"))]
    shop: String,
    /// What opens it.
    #[field(optional, sensitive)]
    key: Option<String>,
}

impl Provider for Books {
    type Client = Arc<Shop>;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Book]
    }
    fn functions() -> &'static [FunctionDef] {
        functions![Slug, Join]
    }
    fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
        ephemeral_resources![Key]
    }
    fn list_resources() -> &'static [ListDef<Self>] {
        list_resources![Book]
    }
    fn actions() -> &'static [ActionDef<Self>] {
        actions![Dust]
    }
    fn state_stores() -> &'static [StateStoreDef<Self>] {
        state_stores![Cellar]
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<Arc<Shop>> {
        Ok(shop(&config.require(Books::SHOP)?))
    }
}

/// A name for addresses.
#[derive(Function)]
#[function(name = "slug", output = String)]
pub struct Slug {
    /// Any text.
    #[param(validate = length(1..=100))]
    text: String,
    /// What stands between words.
    separator: Option<String>,
}

impl Function for Slug {
    fn call(self) -> FunctionResult<String> {
        let separator = self.separator.unwrap_or_else(|| "-".to_owned());
        if separator.contains(' ') {
            return Err(FunctionError::new("a separator is no space").at(Slug::SEPARATOR));
        }
        let words: Vec<String> = self.text.split_whitespace().map(str::to_lowercase).collect();
        Ok(words.join(&separator))
    }
}

/// All together.
#[derive(Function)]
#[function(name = "total", output = f64)]
pub struct Join {
    #[param(variadic)]
    numbers: Vec<f64>,
}

impl Function for Join {
    fn call(self) -> FunctionResult<f64> {
        Ok(self.numbers.iter().sum())
    }
}

/// A book.
#[derive(Schema)]
#[schema(
    resource = "books_book",
    import = "{shelf}/{title}",
    identity(shelf, title)
)]
pub struct Book {
    #[field(required, force_new)]
    shelf: String,
    #[field(required, force_new)]
    title: String,
    #[field(optional, default = 1)]
    copies: i64,
    #[field(optional, write_only, required_with(code_version))]
    code: Option<Secret>,
    #[field(optional, required_with(code))]
    code_version: Option<i64>,
    #[field(computed(when_changed(code_version)))]
    code_length: i64,
}

impl Book {
    fn put(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let length = match data.get(Book::CODE) {
            Some(code) => i64::try_from(code.require()?.len())?,
            None => 0,
        };
        data.set(Book::CODE_LENGTH, length);
        let copies = data.get(Book::COPIES);
        let shelf = data.get(Book::SHELF);
        let mut books = cx.client()?.books.lock().unwrap();
        books.insert(data.id().to_owned(), (shelf, copies));
        Ok(())
    }
}

impl Resource for Book {
    type Provider = Books;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let id = format!("{}/{}", data.get(Book::SHELF), data.get(Book::TITLE));
        data.set_id(id);
        Self::put(cx, data)
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let books = cx.client()?.books.lock().unwrap();
        match books.get(data.id()) {
            Some((_, copies)) => data.set(Book::COPIES, *copies),
            None => data.gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.books.lock().unwrap().remove(data.id());
        Ok(())
    }
}

impl Update for Book {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Self::put(cx, data)
    }
}

/// Which books.
#[derive(Schema)]
#[schema(list = "books_book")]
pub struct BookFilter {
    #[field(optional)]
    shelf: Option<String>,
}

impl List for Book {
    type Filter = BookFilter;

    async fn list(
        cx: &Cx<Self>,
        filter: ConfigData<'_, BookFilter>,
        found: &mut Found<Self>,
    ) -> Result {
        let shelf = filter.get_ok(BookFilter::SHELF);
        let books = cx.client()?.books.lock().unwrap().clone();
        for (id, (on, copies)) in books {
            if shelf.as_ref().is_some_and(|shelf| *shelf != on) {
                continue;
            }
            let mut book = found.object();
            let title = id.split_once('/').map_or("", |(_, title)| title);
            book.set(Book::SHELF, &*on);
            book.set(Book::TITLE, title);
            if found.wants_objects() {
                book.set_id(&*id);
                book.set(Book::COPIES, copies);
                Self::read(cx, &mut book).await?;
            }
            found.push(title, book).await?;
        }
        Ok(())
    }
}

/// A key for as long as one is needed.
#[derive(Schema)]
#[schema(ephemeral = "books_key", timeouts(open = "1m"))]
pub struct Key {
    #[field(required)]
    door: String,
    #[field(computed, sensitive)]
    text: String,
}

impl Ephemeral for Key {
    type Provider = Books;

    async fn open(cx: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
        *cx.client()?.keys.lock().unwrap() += 1;
        let door = data.get(Key::DOOR);
        data.set(Key::TEXT, format!("key of {door}"));
        data.renew_in(Duration::from_secs(60));
        Ok(())
    }

    async fn close(cx: &Cx<Self>, _: &EphemeralData<Self>) -> Result {
        *cx.client()?.keys.lock().unwrap() -= 1;
        Ok(())
    }
}

impl Renew for Key {
    async fn renew(_: &Cx<Self>, data: &mut EphemeralData<Self>) -> Result {
        data.renew_in(Duration::from_secs(60));
        Ok(())
    }
}

/// Dusts a shelf.
#[derive(Schema)]
#[schema(action = "books_dust", timeouts(invoke = "5m"))]
pub struct Dust {
    #[field(required)]
    shelf: String,
    #[field(optional, write_only)]
    key: Option<Secret>,
}

impl Action for Dust {
    type Provider = Books;

    async fn invoke(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
        let Dust { shelf, key, .. } = config.all()?;
        let books = cx.client()?.books.lock().unwrap().clone();
        let on: Vec<_> = books.iter().filter(|(_, (on, _))| *on == shelf).collect();
        for (done, (id, _)) in on.iter().enumerate() {
            cx.check()?;
            cx.progress(format!("{} of {}: {id}", done + 1, on.len()));
        }
        if on.is_empty() {
            return Err(Diagnostic::error("nothing stands there").at(Dust::SHELF.path()).into());
        }
        if key.is_some() {
            cx.progress("with a key");
        }
        Ok(())
    }
}

/// States in the cellar.
#[derive(Schema)]
#[schema(state_store = "books_cellar")]
pub struct Cellar {
    #[field(required)]
    corner: String,
}

impl StateStore for Cellar {
    type Provider = Books;
    type Store = Arc<Shop>;

    async fn configure(_: &Cx<Self>, config: ConfigData<'_, Self>) -> Result<Arc<Shop>> {
        Ok(shop(&format!("cellar {}", config.require(Cellar::CORNER)?)))
    }
    async fn read(_: &Cx<Self>, store: &Arc<Shop>, id: &str) -> Result<Option<Bytes>> {
        Ok(store.states.lock().unwrap().get(id).cloned())
    }
    async fn write(_: &Cx<Self>, store: &Arc<Shop>, id: &str, state: Bytes) -> Result {
        store.states.lock().unwrap().insert(id.to_owned(), state);
        Ok(())
    }
    async fn lock(_: &Cx<Self>, store: &Arc<Shop>, id: &str, lock: &LockInfo) -> Result<LockOutcome> {
        let mut locks = store.locks.lock().unwrap();
        if let Some(holder) = locks.get(id) {
            return Ok(LockOutcome::HeldBy(holder.clone()));
        }
        locks.insert(id.to_owned(), lock.clone());
        Ok(LockOutcome::Taken(lock.id.clone()))
    }
    async fn unlock(_: &Cx<Self>, store: &Arc<Shop>, id: &str, lock: &str) -> Result<UnlockOutcome> {
        let mut locks = store.locks.lock().unwrap();
        match locks.get(id) {
            None => Ok(UnlockOutcome::NotLocked),
            Some(holder) if holder.id != lock => Ok(UnlockOutcome::HeldBy(holder.clone())),
            Some(_) => {
                locks.remove(id);
                Ok(UnlockOutcome::Released)
            }
        }
    }
    async fn list(_: &Cx<Self>, store: &Arc<Shop>) -> Result<Vec<String>> {
        Ok(store.states.lock().unwrap().keys().cloned().collect())
    }
    async fn delete(_: &Cx<Self>, store: &Arc<Shop>, id: &str) -> Result<bool> {
        Ok(store.states.lock().unwrap().remove(id).is_some())
    }
}

const CONFIG: &str = r#"
ephemeral "books_key" "k" {
  door = "cellar"
}
resource "books_book" "a" {
  shelf        = "poetry"
  title        = provider::books::slug("Odes And Epodes", null)
  copies       = provider::books::total(1, 2)
  code         = ephemeral.books_key.k.text
  code_version = 1
}
"#;

#[test]
fn all_of_it() {
    let a = "books_book.a";
    ProviderTest::of::<Books>()
        .env("BOOKS_SHOP", "all")
        .step(
            Step::apply(CONFIG)
                .plans(creates(a))
                .opens(opened("books_key").attr(Key::TEXT).is("key of cellar"))
                .saves(
                    object(a)
                        .attr(Book::TITLE).is("odes-and-epodes")
                        .attr(Book::COPIES).is(3)
                        .attr(Book::CODE_LENGTH).is(13)
                        .attr(Book::CODE).is_null(),
                ),
        )
        .step(Step::plan(CONFIG).plans(changes_nothing(a)))
        .step(Step::apply(CONFIG.replace("code_version = 1", "code_version = 2")).plans(updates(a)))
        .step(Step::import(a))
        .run();
}

#[test]
fn lists_and_actions() {
    let action = "action \"books_dust\" \"d\" {\n  config {\n    shelf = books_book.a.shelf\n    key = ephemeral.books_key.k.text\n  }\n}\n";
    ProviderTest::of::<Books>()
        .env("BOOKS_SHOP", "lists")
        .needs_terraform("1.14", "lists and actions")
        .step(Step::apply(format!("{CONFIG}{action}")))
        .step(Step::invoke("action.books_dust.d").shows_progress("1 of 1: poetry/odes-and-epodes").shows_progress("with a key"))
        .step(
            Step::query("list \"books_book\" \"all\" {\n  provider = books\n  include_resource = true\n  config {\n    shelf = books_book.a.shelf\n  }\n}\n")
                .lists(listed("list.books_book.all").count(1).identity(json!({"shelf": "poetry", "title": "odes-and-epodes"})).attr(Book::COPIES).is(3)),
        )
        .run();
}

#[test]
fn conforms() {
    let report = Conformance::of::<Books>()
        .env("BOOKS_SHOP", "conformance")
          .example(Example::<Book>::hcl("shelf = \"a\"\ntitle = \"b\"\ncode = \"x\"\ncode_version = 1"))
          .open(Example::<Key>::hcl("door = \"d\""))
        .state_store(Example::<Cellar>::hcl("corner = \"c\""))
        .call(Slug { text: "A B".into(), separator: None })
        .call(Join { numbers: vec![1.0, 2.5] })
        .run();
    assert_eq!(report.findings().count(), 0, "{report}");
}

#[test]
fn states_in_the_cellar() {
    let a = "books_book.a";
    ProviderTest::of::<Books>()
        .env("BOOKS_SHOP", "states")
        .state_store("  state_store \"books_cellar\" {\n    provider \"books\" {}\n    corner = \"left\"\n  }\n")
        .step(Step::apply(CONFIG).plans(creates(a)))
        .step(Step::plan(CONFIG).plans(changes_nothing(a)))
        .run();
    assert!(shop("cellar left").locks.lock().unwrap().is_empty());
}
