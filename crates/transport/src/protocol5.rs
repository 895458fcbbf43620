//! The calls that protocol 5 answers with a different message.

use crate::handler::Handler;
use crate::proto::{v5, v6};

/// A provider whose schema does not fit answers with an error about itself.
pub(super) async fn get_provider_schema<H: Handler>(
    handler: &H,
    request: v6::get_provider_schema::Request,
) -> v5::get_provider_schema::Response {
    let schemas = handler.get_provider_schema(request).await;
    schemas.try_into().unwrap_or_else(|error: v5::ConversionError| {
        let detail = format!(
            "The host speaks protocol 5, and a schema of this provider does not fit it: {error}."
        );
        let diagnostics = vec![v6::Diagnostic::error(
            "Provider schema does not fit protocol 5",
            detail,
        )];
        v5::get_provider_schema::Response {
            diagnostics,
            ..Default::default()
        }
    })
}

/// The configuration is returned unchanged.
pub(super) async fn validate_provider_config<H: Handler>(
    handler: &H,
    request: v6::validate_provider_config::Request,
) -> v5::prepare_provider_config::Response {
    let prepared_config = request.config.clone();
    let diagnostics = handler.validate_provider_config(request).await.diagnostics;
    v5::prepare_provider_config::Response {
        prepared_config,
        diagnostics,
    }
}
