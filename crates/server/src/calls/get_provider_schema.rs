//! The schemas of everything the provider has.

use std::cmp::Reverse;

use prost::Message as _;
use schema_runtime::diagnostics::Diagnostic;
use schema_transport::Bytes;
use schema_transport::proto::v6::get_provider_schema::{Request, Response};

use crate::convert::diagnostics_to_wire;
use crate::provider::{ProviderServer, capabilities, functions};
use crate::{schema, size};

/// The largest answer to this call that Terraform accepts; for other calls its limit is out of
/// reach.
const LARGEST: usize = 64 << 20;

/// How many of the largest schemas an error names if all schemas together are too large.
const NAMED: usize = 5;

/// The answer, encoded.
// Encoded again for each call: Terraform asks once per run, and a large provider's schemas take
// megabytes.
pub(crate) async fn encoded_provider_schema(provider: &ProviderServer) -> Bytes {
    let wrong_defaults = provider.instance.wrong_defaults().await;
    let mut rest = Response {
        server_capabilities: Some(capabilities(provider)),
        functions: functions(provider),
        diagnostics: diagnostics_to_wire(wrong_defaults),
        ..Default::default()
    };
    let schemas = provider.instance.schemas();
    let largest = provider.largest.min(LARGEST);
    let mut bytes = schema::encode(schemas);
    let mut total = bytes.len().saturating_add(rest.encoded_len());
    if total > largest {
        size::cut(&mut rest.diagnostics, largest);
        total = bytes.len().saturating_add(rest.encoded_len());
    }
    if total > largest {
        return too_large(provider, rest, total, largest)
            .encode_to_vec()
            .into();
    }
    // Later parts of a message add to earlier ones. A vector never lacks room.
    let _ = rest.encode(&mut bytes);
    bytes.into()
}

/// The answer if the schemas do not fit; `rest` is what would come with them.
fn too_large(
    provider: &ProviderServer,
    mut rest: Response,
    total: usize,
    largest: usize,
) -> Response {
    let mut sizes = schema::sizes(provider.instance.schemas());
    let functions = std::mem::take(&mut rest.functions);
    sizes.extend(
        functions
            .iter()
            .map(|(name, function)| (format!("the function {name}"), function.encoded_len())),
    );
    sizes.sort_by_key(|(_, size)| Reverse(*size));
    let left = sizes.len().saturating_sub(NAMED);
    sizes.truncate(NAMED);
    let mut named: Vec<String> = sizes
        .into_iter()
        .map(|(what, size)| format!("{what} ({})", size::bytes(size)))
        .collect();
    if left > 0 {
        named.push(format!("and {left} smaller ones"));
    }
    let error = Diagnostic::error("The provider's schemas are too large for Terraform").with_detail(
        format!(
            "All together they take {}, and Terraform takes at most {}. The largest first: {}. This is a bug in \
             the provider: shorten the descriptions of the largest, have fewer blocks inside one another, which \
             are sent again wherever they are used, or make more than one provider of it.",
            size::bytes(total),
            size::bytes(largest),
            named.join(", "),
        ),
    );
    // It comes first, so that it is never cut.
    let mut diagnostics = diagnostics_to_wire(error.into());
    diagnostics.append(&mut rest.diagnostics);
    rest.diagnostics = diagnostics;
    rest
}

/// The same as a message, for callers that inspect it and for protocol 5, which converts it to a
/// message that is no larger.
pub(crate) async fn get_provider_schema(provider: &ProviderServer, _request: Request) -> Response {
    Response::decode(encoded_provider_schema(provider).await).unwrap_or_else(|error| {
        let error = Diagnostic::error("The provider's schemas cannot be read")
            .with_detail(format!("{error}. This is a bug in the provider's SDK."));
        Response {
            diagnostics: diagnostics_to_wire(error.into()),
            ..Default::default()
        }
    })
}
