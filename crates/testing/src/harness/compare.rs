//! A test that a new program answers like the old one.

use std::path::PathBuf;

use schema_compare::{Comparison, Options, ProgramSide, given};
use serde_json::Value as Json;

/// Compares two programs of a provider, such as the one in Go and its port: both get
/// the same configurations, prior objects, states and ids. These are generated from the schema, the
/// same in every run, and taken from your files. No object is created.
///
/// ```no_run
/// use schema_provider::testing::compare;
///
/// // In a test: #[test] fn the_port_answers_as_the_old_program() { … }
/// // The second is env!("CARGO_BIN_EXE_terraform-provider-notes").
/// compare("old/terraform-provider-notes", "target/debug/terraform-provider-notes")
///     .from("tests/states")
///     .except("notes_note", "import", "")
///     .run();
/// ```
pub fn compare(old: impl Into<PathBuf>, new: impl Into<PathBuf>) -> CompareTest {
    CompareTest {
        programs: [old.into(), new.into()],
        options: Options::default(),
        settings: None,
        files: Vec::new(),
        exceptions: Vec::new(),
    }
}

/// A comparison of two programs; see [`compare`].
#[derive(Clone, Debug)]
#[must_use = "`run` runs the test"]
pub struct CompareTest {
    programs: [PathBuf; 2],
    options: Options,
    settings: Option<Json>,
    files: Vec<PathBuf>,
    exceptions: Vec<[String; 3]>,
}

impl CompareTest {
    /// The seed of random values.
    pub fn seed(mut self, seed: u64) -> Self {
        self.options.seed = seed;
        self
    }

    /// How many configurations are generated for each attribute; 40 by default.
    pub fn cases(mut self, cases: usize) -> Self {
        self.options.cases = cases;
        self
    }

    /// Compares only this type; repeatable.
    pub fn only(mut self, type_name: impl Into<String>) -> Self {
        self.options.types.push(type_name.into());
        self
    }

    /// Sends the configurations (`.tf`) and states (`.tfstate`) of a file or directory too.
    pub fn from(mut self, path: impl Into<PathBuf>) -> Self {
        self.files.push(path.into());
        self
    }

    /// Configures both programs with these settings.
    pub fn settings(mut self, settings: Json) -> Self {
        self.settings = Some(settings);
        self
    }

    /// Expects a difference: at a type, of a class such as `plan`, at an attribute such as
    /// `disk.size`. The test fails if there is none.
    pub fn except(mut self, type_name: &str, class: &str, path: &str) -> Self {
        self.exceptions
            .push([type_name, class, path].map(str::to_owned));
        self
    }

    /// Compares.
    ///
    /// # Panics
    /// There is a difference that is neither expected nor in the book's list of intended ones, an
    /// expected one is missing, or a program cannot be called.
    pub fn run(self) {
        // The test may have its own runtime, in which no other may block.
        let compared = std::thread::spawn(move || self.compared()).join();
        match compared {
            Ok(Ok(())) => {}
            Ok(Err(text)) => panic!("{text}"),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    fn compared(mut self) -> Result<(), String> {
        for path in &self.files {
            self.options.given.extend(given(path)?);
        }
        let start = |path| ProgramSide::start(path, self.settings.as_ref(), None);
        let (mut old, mut new) = (start(&self.programs[0])?, start(&self.programs[1])?);
        let schemas = (old.schemas.clone(), new.schemas.clone());
        let mut found: Comparison = schema_compare::compare(
            (&mut old, &schemas.0),
            (&mut new, &schemas.1),
            &self.options,
            &mut drop,
        )?;
        let mut unmet = self.exceptions.clone();
        found.groups.retain(|group| {
            let this = [group.type_name(), group.class(), group.path()];
            unmet.retain(|exception| *exception != this);
            !self.exceptions.iter().any(|exception| *exception == this)
        });
        match unmet.first() {
            Some(exception) => Err(format!(
                "{}: this difference is expected and is not there any more; remove the exception",
                exception.join(" ").trim_end()
            )),
            None if found.is_equal() => Ok(()),
            None => Err(found.to_string()),
        }
    }
}
