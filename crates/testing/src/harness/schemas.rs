//! [`check_schemas`]: what the compiler cannot see of a provider's schemas.

use schema_runtime::check::check_schema;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::schema;
use schema_runtime::schema::Environment;

use schema_shell::Provider;

/// Everything wrong with the schemas of a provider that only a run shows: a default from a
/// function or an expression which the field's own validators refuse, a regular expression of a
/// type that does not parse. With an empty environment; see
/// [`schema_runtime::check::check_schema`].
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
/// assert!(found.to_string().contains("The default of directory is refused"));
/// ```
pub fn check_schemas<P: Provider>() -> Diagnostics {
    let environment = Environment::default();
    let mut found = check_schema(schema::<P>(), &environment);
    for resource in P::resources() {
        found.extend(check_schema(&resource.__untyped().schema(), &environment));
    }
    for source in P::data_sources() {
        found.extend(check_schema(&source.__untyped().schema(), &environment));
    }
    for ephemeral in P::ephemeral_resources() {
        found.extend(check_schema(&ephemeral.__untyped().schema(), &environment));
    }
    found
}
