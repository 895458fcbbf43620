//! [`DataSource`]: the trait for the struct of a data source.

use std::future::Future;

use schema_runtime::data::{ConfigData, ResourceData};
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::DataSourceRoot;

use super::provider::IsProvider;
use crate::context::Cx;
use crate::result::Result;
use crate::untyped::default_methods::not_validated;

/// A data source, which reads something without managing it.
///
/// ```
/// use schema_provider::prelude::*;
/// # #[derive(Schema)]
/// # #[schema(provider = "notes")]
/// # pub struct Notes {}
/// # impl Provider for Notes {
/// #     type Client = std::path::PathBuf;
/// #     fn data_sources() -> &'static [DataSourceDef<Self>] { data_sources![NoteLookup] }
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Self::Client> { Ok(".".into()) }
/// # }
///
/// /// A note that is there already.
/// #[derive(Schema)]
/// #[schema(data_source = "notes_note")]
/// pub struct NoteLookup {
///     /// The file's name.
///     #[field(required)]
///     name: String,
///     /// What is in it.
///     #[field(computed)]
///     text: String,
/// }
///
/// impl DataSource for NoteLookup {
///     type Provider = Notes;
///
///     async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
///         let name = data.get(NoteLookup::NAME);
///         // One that is not there is an error.
///         data.set(NoteLookup::TEXT, std::fs::read_to_string(cx.client()?.join(&name))?);
///         data.set_id(name);
///         Ok(())
///     }
/// }
/// # let directory = std::env::temp_dir();
/// # let name = schema_provider::id::prefixed("notes-lookup-");
/// # std::fs::write(directory.join(&name), "hello")?;
/// # let config = format!(r#"{{"name": "{name}"}}"#);
/// # let mut data = schema_provider::__private::example::applying::<NoteLookup>("null", &config);
/// # Cx::<NoteLookup>::__example(directory.clone(), async |cx, _| NoteLookup::read(cx, &mut data).await)
/// #     .unwrap();
/// # std::fs::remove_file(directory.join(&name))?;
/// # assert_eq!(data.get(NoteLookup::TEXT), "hello");
/// # Ok::<(), std::io::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a data source",
    label = "needs `impl DataSource for {Self}`",
    note = "help: list a resource in `resources![…]`, a function in `functions![…]`, and a block only as the type of a field"
)]
pub trait DataSource: DataSourceRoot {
    /// The provider, whose client the functions get.
    type Provider: IsProvider;

    /// Reads the data source: the configuration is in `data`, and what you set there is the result.
    /// It is an error if nothing is found.
    fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> impl Future<Output = Result> + Send; // write `async fn read(…) -> Result`

    /// Validates a configuration beyond what the schema can express. Values may be unknown.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # #[derive(Schema)]
    /// # #[schema(provider = "disk")]
    /// # pub struct Disk {}
    /// # impl Provider for Disk {
    /// #     type Client = ();
    /// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
    /// # }
    /// # #[derive(Schema)]
    /// # #[schema(data_source = "disk_image")]
    /// # pub struct ImageLookup {
    /// #     #[field(optional)]
    /// #     name: Option<String>,
    /// #     #[field(optional)]
    /// #     pattern: Option<String>,
    /// # }
    /// # impl DataSource for ImageLookup {
    /// #     type Provider = Disk;
    /// #     async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    /// fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
    ///     let pattern = config.get_ok(ImageLookup::PATTERN);
    ///     match pattern.filter(|pattern| pattern.matches('*').count() > 1) {
    ///         Some(_) => Diagnostic::error("one * is enough").at(ImageLookup::PATTERN.path()).into(),
    ///         None => Diagnostics::new(),
    ///     }
    /// }
    /// # }
    /// # schema_provider::__private::example::configured::<ImageLookup>(r#"{"pattern": "*a*"}"#, |config| {
    /// #     assert!(ImageLookup::validate(config).has_errors());
    /// # });
    /// ```
    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        not_validated::<Self>(config)
    }
}
