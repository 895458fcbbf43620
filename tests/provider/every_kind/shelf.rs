//! Books on a shelf: files in a directory.
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use schema_provider::prelude::*;
use schema_provider::{LockInfo, LockOutcome, UnlockOutcome};

/// Books on a shelf.
#[derive(Schema)]
#[schema(provider = "shelf")]
pub struct Shelf {
    /// The directory.
    #[field(optional, default_env("SHELF_DIRECTORY", fallback = "shelf"))]
    directory: String,
    /// Who asks.
    #[field(optional, sensitive)]
    card: Option<Secret>,
}

impl Provider for Shelf {
    type Client = PathBuf;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Book]
    }
    fn functions() -> &'static [FunctionDef] {
        functions![Title, Longest]
    }
    fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
        ephemeral_resources![Card]
    }
    fn list_resources() -> &'static [ListDef<Self>] {
        list_resources![Book]
    }
    fn actions() -> &'static [ActionDef<Self>] {
        actions![Dust]
    }
    fn state_stores() -> &'static [StateStoreDef<Self>] {
        state_stores![Chest]
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<PathBuf> {
        let directory = PathBuf::from(config.require(Shelf::DIRECTORY)?);
        fs::create_dir_all(&directory)?;
        Ok(directory)
    }
}

/// A title with capitals.
#[derive(Function)]
#[function(name = "title", output = String)]
pub struct Title {
    /// The words.
    #[param(validate = not_empty)]
    pub text: String,
}

impl Function for Title {
    fn call(self) -> FunctionResult<String> {
        let mut chars = self.text.chars();
        let first = chars
            .next()
            .ok_or_else(|| FunctionError::new("no words").at(Title::TEXT))?;
        Ok(first.to_uppercase().chain(chars).collect())
    }
}

/// The longest of these.
#[derive(Function)]
#[function(name = "longest", output = Option<String>)]
pub struct Longest {
    /// Words.
    #[param(variadic)]
    pub words: Vec<String>,
}

impl Function for Longest {
    fn call(self) -> FunctionResult<Option<String>> {
        Ok(self.words.into_iter().max_by_key(String::len))
    }
}

/// A book.
#[derive(Schema)]
#[schema(resource = "shelf_book", import = "{name}", identity(name))]
pub struct Book {
    /// What it is called.
    #[field(required, force_new)]
    pub name: String,
    /// How many pages it has.
    #[field(optional, default = 1)]
    pub pages: i64,
    /// What opens it.
    #[field(optional, write_only, required_with(lock_version))]
    pub lock: Option<Secret>,
    /// Raise it to change the lock.
    #[field(optional, required_with(lock))]
    pub lock_version: Option<i64>,
    /// How long the lock is.
    #[field(computed(when_changed(lock_version)))]
    pub lock_length: i64,
}

impl Book {
    fn file(cx: &Cx<Self>, name: &str) -> Result<PathBuf> {
        Ok(cx.client()?.join(format!("{name}.book")))
    }
    fn save(cx: &Cx<Self>, data: &ResourceData<Self>) -> Result {
        let name = data.get(Book::NAME);
        let text = format!("{}\n{}", data.get(Book::PAGES), data.get(Book::LOCK_LENGTH));
        Ok(fs::write(Self::file(cx, &name)?, text)?)
    }
    fn set_lock(data: &mut ResourceData<Self>) -> Result {
        let length = match data.get(Book::LOCK) {
            Some(lock) => lock.require()?.len(),
            None => 0,
        };
        data.set(Book::LOCK_LENGTH, i64::try_from(length)?);
        Ok(())
    }
}

impl Resource for Book {
    type Provider = Shelf;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id(data.get(Book::NAME));
        Self::set_lock(data)?;
        Self::save(cx, data)
    }
    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name = data.require_id()?.to_owned();
        let text = match fs::read_to_string(Self::file(cx, &name)?) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                data.mark_gone();
                return Ok(());
            }
            text => text?,
        };
        let mut lines = text.lines();
        data.set(Book::NAME, name);
        data.set(Book::PAGES, lines.next().unwrap_or("1").parse::<i64>()?);
        data.set(
            Book::LOCK_LENGTH,
            lines.next().unwrap_or("0").parse::<i64>()?,
        );
        Ok(())
    }
    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        if_there(fs::remove_file(Self::file(cx, data.require_id()?)?))?;
        Ok(())
    }
}

impl Update for Book {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        if data.has_change(Book::LOCK_VERSION) {
            Self::set_lock(data)?;
        }
        Self::save(cx, data)
    }
}

/// Which books to list.
#[derive(Schema)]
#[schema(list = "shelf_book", timeouts(list = "1m"))]
pub struct BookFilter {
    /// How their names begin.
    #[field(optional)]
    prefix: Option<String>,
}

impl ListResource for Book {
    type Filter = BookFilter;

    async fn list(
        cx: &Cx<Self>,
        filter: ConfigData<'_, BookFilter>,
        found: &mut ListSink<Self>,
    ) -> Result {
        let prefix = filter.get_ok(BookFilter::PREFIX).unwrap_or_default();
        let mut names = Vec::new();
        for file in fs::read_dir(cx.client()?)? {
            let name = file?.file_name();
            names.extend(
                name.to_str()
                    .and_then(|name| name.strip_suffix(".book"))
                    .map(str::to_owned),
            );
        }
        names.sort();
        for name in names.into_iter().filter(|name| name.starts_with(&prefix)) {
            let mut book = found.object();
            book.set(Book::NAME, &*name);
            if found.wants_objects() {
                book.set_id(&*name);
                Self::read(cx, &mut book).await?;
            }
            found.push(&*name, book).await?;
        }
        Ok(())
    }
}

/// A card for one visit.
#[derive(Schema)]
#[schema(ephemeral = "shelf_card")]
pub struct Card {
    /// Whose.
    #[field(required)]
    holder: String,
    /// What is on it.
    #[field(computed, sensitive)]
    number: Secret,
}

impl EphemeralResource for Card {
    type Provider = Shelf;

    async fn open(cx: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
        let holder = data.get(Card::HOLDER);
        let path = cx.client()?.join(format!("{holder}.card"));
        data.set(Card::NUMBER, Secret::from(format!("4711-{holder}")));
        fs::write(path, "open")?;
        data.renew_in(Duration::from_secs(60));
        Ok(())
    }
    async fn close(cx: &Cx<Self>, data: &EphemeralData<Self>) -> Result {
        let card = format!("{}.card", data.get(Card::HOLDER));
        if_there(fs::remove_file(cx.client()?.join(card)))?;
        Ok(())
    }
}

impl Renew for Card {
    async fn renew(_: &Cx<Self>, data: &mut EphemeralData<Self>) -> Result {
        data.renew_in(Duration::from_secs(60));
        Ok(())
    }
}

/// Dusts a book.
#[derive(Schema)]
#[schema(action = "shelf_dust", timeouts(invoke = "1m"))]
pub struct Dust {
    /// Which book.
    #[field(required)]
    book: String,
    /// How often.
    #[field(optional, default = 2, validate = range(1..=5))]
    times: i64,
}

impl Action for Dust {
    type Provider = Shelf;

    async fn invoke(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
        let Dust { book, times } = config.read_struct()?;
        let path: &Path = cx.client()?;
        if !path.join(format!("{book}.book")).exists() {
            return Err(Diagnostic::error("no such book")
                .at(Dust::BOOK.path())
                .into());
        }
        for time in 1..=times {
            cx.check()?;
            cx.progress(format!("{time} of {times}"));
        }
        fs::write(path.join(format!("{book}.dusted")), times.to_string())?;
        Ok(())
    }
}

/// States in a chest.
#[derive(Schema)]
#[schema(state_store = "shelf_chest")]
pub struct Chest {
    /// Where.
    #[field(required, default_env("SHELF_CHEST"))]
    directory: String,
}

fn if_there<T>(done: std::io::Result<T>) -> std::io::Result<Option<T>> {
    match done {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        done => done.map(Some),
    }
}

impl StateStore for Chest {
    type Provider = Shelf;
    type Store = PathBuf;

    async fn configure(_: &Cx<Self>, config: ConfigData<'_, Self>) -> Result<PathBuf> {
        let directory = PathBuf::from(config.require(Chest::DIRECTORY)?);
        fs::create_dir_all(&directory)?;
        Ok(directory)
    }
    async fn read(_: &Cx<Self>, store: &PathBuf, id: &str) -> Result<Option<Bytes>> {
        Ok(if_there(fs::read(store.join(id)))?.map(Bytes::from))
    }
    async fn write(_: &Cx<Self>, store: &PathBuf, id: &str, state: Bytes) -> Result {
        Ok(fs::write(store.join(id), &state)?)
    }
    async fn lock(_: &Cx<Self>, store: &PathBuf, id: &str, lock: &LockInfo) -> Result<LockOutcome> {
        let path = store.join(format!("{id}.lock"));
        Ok(match fs::File::create_new(&path) {
            Ok(mut file) => {
                use std::io::Write as _;
                file.write_all(&lock.to_json())?;
                LockOutcome::Taken(lock.id.clone())
            }
            Err(_) => LockOutcome::HeldBy(LockInfo::from_json(&fs::read(path)?)?),
        })
    }
    async fn unlock(
        _: &Cx<Self>,
        store: &PathBuf,
        id: &str,
        lock_id: &str,
    ) -> Result<UnlockOutcome> {
        let path = store.join(format!("{id}.lock"));
        let Some(holder) = if_there(fs::read(&path))? else {
            return Ok(UnlockOutcome::NotLocked);
        };
        let holder = LockInfo::from_json(&holder)?;
        if holder.id != lock_id {
            return Ok(UnlockOutcome::HeldBy(holder));
        }
        fs::remove_file(path)?;
        Ok(UnlockOutcome::Released)
    }
    async fn list(_: &Cx<Self>, store: &PathBuf) -> Result<Vec<String>> {
        let mut ids = Vec::new();
        for file in fs::read_dir(store)? {
            let name = file?.file_name().to_string_lossy().into_owned();
            if !name.ends_with(".lock") {
                ids.push(name);
            }
        }
        Ok(ids)
    }
    async fn delete(_: &Cx<Self>, store: &PathBuf, id: &str) -> Result<bool> {
        Ok(if_there(fs::remove_file(store.join(id)))?.is_some())
    }
}
