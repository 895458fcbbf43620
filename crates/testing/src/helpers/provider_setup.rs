//! [`ProviderSetup`]: the provider of a test without steps: how it is created, its environment, and
//! its settings.

use std::panic::Location;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::{Environment, Schema};
use schema_runtime::value::Value;

use schema_local::{self as local, Messages, Scope, SourceFile, decode_body, parse};
use schema_shell::Provider;
use schema_shell::lifecycle::Instance;

/// A provider and its settings.
pub(crate) struct ProviderSetup {
    make: fn(Environment) -> Result<Instance, Diagnostics>,
    pub(crate) environment: Environment,
    /// The body of the provider's block, with its location.
    pub(crate) settings: Option<(String, &'static Location<'static>)>,
}

impl ProviderSetup {
    /// A provider with an empty environment and without settings.
    pub(crate) fn of<P: Provider>() -> Self {
        schema_transport::install_cryptography();
        ProviderSetup {
            make: Instance::new::<P>,
            environment: Environment::default(),
            settings: None,
        }
    }

    /// The provider, not configured yet.
    ///
    /// # Errors
    /// Its schemas are wrong.
    pub(crate) fn instance(&self) -> Result<Instance, Diagnostics> {
        (self.make)(self.environment.clone())
    }

    /// The settings as an object of the provider's schema; they may call its functions.
    ///
    /// # Errors
    /// They do not match the schema; the message has file and line.
    pub(crate) fn object(&self, instance: &Instance) -> Result<Value, String> {
        let schema = &instance.schemas().provider;
        match &self.settings {
            Some((body, at)) => {
                let scope = Scope::with_functions(instance);
                object(schema, body, &place(at), &scope)
            }
            None => Ok(schema.block.empty_object()),
        }
    }

    /// Configures the provider, as Terraform does before it does anything else.
    ///
    /// # Errors
    /// The settings are wrong, or the provider rejects them.
    pub(crate) async fn configure(&self, instance: &Instance) -> Result<(), String> {
        let config = self.object(instance)?;
        let mut diagnostics = instance.validate_provider_config(&config).await;
        if !diagnostics.has_errors() {
            diagnostics = instance.configure_provider(config).await;
        }
        if !diagnostics.has_errors() {
            return Ok(());
        }
        Err(match &self.settings {
            Some((_, at)) => format!("{}: {diagnostics}", place(at)),
            None => diagnostics.to_string(),
        })
    }
}

/// A provider as in its own program: with its old program behind it, if it names one.
///
/// # Errors
/// Its schemas are wrong, or the old program cannot be used.
pub(crate) fn whole<P: Provider>(environment: Environment) -> Result<Instance, Diagnostics> {
    let instance = Instance::new::<P>(environment)?;
    #[cfg(feature = "old-program")]
    let instance = schema_old_program::attached(schema_old_program::Declared::by::<P>(), instance)?;
    Ok(instance)
}

/// The object that the body of a block defines.
///
/// # Errors
/// It does not match the schema or is not fully known; the message has file and line.
pub(crate) fn object(
    schema: &Schema,
    body: &str,
    at: &str,
    scope: &Scope,
) -> Result<Value, String> {
    let parsed = parse(at, body.to_owned()).map_err(|messages| messages.to_string())?;
    let start = local::Location::new(&SourceFile::new(at, body), 0..0);
    let mut messages = Messages::new();
    let decoded = decode_body(
        &schema.block,
        schema.kind,
        &parsed,
        &start,
        scope,
        &mut messages,
    );
    if messages.has_errors() {
        return Err(messages.to_string());
    }
    Ok(decoded.value)
}

/// The file and line of a location.
pub(crate) fn place(at: &Location<'_>) -> String {
    format!("{}:{}", at.file(), at.line())
}
