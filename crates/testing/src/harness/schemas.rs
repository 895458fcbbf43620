//! [`check_schemas`]: errors in a provider's schemas that the compiler cannot find;
//! [`check_pages`]: whether its pages match its schemas.

use std::path::PathBuf;

use schema_runtime::check::check_schema;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::object::schema;
use schema_runtime::schema::Environment;

use crate::helpers::deadline::{DEADLINE, seconds};
use crate::helpers::thread::{WorkThread, remaining};
use schema_local::{Io, run};
use schema_shell::Provider;
use schema_shell::lifecycle::Instance;

/// All errors in the schemas of a provider that the compiler cannot find: a default from a function
/// or an expression that the field's own validators reject, an invalid regular expression of a
/// type. It uses an empty environment; see [`schema_runtime::check::check_schema`].
///
/// ```
/// use schema_provider::prelude::*;
/// use schema_provider::testing::check_schemas;
///
/// #[derive(Schema)]
/// #[schema(provider = "notes")]
/// pub struct Notes {
///     #[field(optional, default_fn = directory, validate = length(..=8))]
///     directory: String,
/// }
///
/// fn directory(_: &Environment) -> Result<String> {
///     Ok("a/long/way/down".to_owned())
/// }
///
/// impl Provider for Notes {
///     type Client = ();
///     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
/// }
///
/// let found = check_schemas::<Notes>();
/// assert!(found.to_string().contains("The default of directory is rejected"));
/// ```
pub fn check_schemas<P: Provider>() -> Diagnostics {
    let environment = Environment::default();
    let mut found = check_schema(schema::<P>(), &environment);
    let resources = P::resources().iter().map(|it| it.__untyped().schema());
    let sources = P::data_sources().iter().map(|it| it.__untyped().schema());
    let ephemeral = P::ephemeral_resources().iter();
    let ephemeral = ephemeral.map(|it| it.__untyped().schema());
    for schema in resources.chain(sources).chain(ephemeral) {
        found.extend(check_schema(&schema, &environment));
    }
    found
}

/// Whether the pages in a provider's folder are up to date and its examples
/// valid, as `docs -check` reports.
///
/// ```no_run
/// # use schema_provider::prelude::*;
/// # #[derive(Schema)]
/// # #[schema(provider = "disk")]
/// # pub struct Disk {}
/// # impl Provider for Disk {
/// #     type Client = ();
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
/// # }
/// use schema_provider::testing::check_pages;
///
/// // In a test: #[test] fn the_pages_are_up_to_date() { … }
/// let wrong = check_pages::<Disk>(env!("CARGO_MANIFEST_DIR"));
/// assert!(wrong.is_empty(), "{wrong}");
/// ```
pub fn check_pages<P: Provider>(folder: impl Into<PathBuf>) -> Diagnostics {
    let failed = |text: String| Diagnostic::error("The pages cannot be checked").with_detail(text);
    let folder = folder.into();
    let work = move || async move {
        let instance = Instance::new::<P>(Environment::default())?;
        let (io, told) = Io::captured(folder, "");
        let status = run(["docs", "-check"], instance, io).await;
        let text = format!("{}{}", told.output(), told.errors());
        match status.code() {
            0 => Ok(()),
            _ => Err(Diagnostics::from(
                Diagnostic::error("The pages are not as `docs` writes them").with_detail(text),
            )),
        }
    };
    let mut thread = match WorkThread::start(|| (), work) {
        Ok(thread) => thread,
        Err(error) => return failed(error).into(),
    };
    match thread.wait(remaining(DEADLINE)) {
        Some(Ok(checked)) => checked.err().unwrap_or_default(),
        Some(Err(panic)) => std::panic::resume_unwind(panic),
        None => failed(format!("It took longer than {}.", seconds(DEADLINE))).into(),
    }
}
