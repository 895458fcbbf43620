//! DeleteState: a state is deleted.

use schema_transport::proto::v6::delete_state::{Request, Response};

use crate::convert::diagnostics_to_wire;
use crate::provider::{ProviderServer, log_type};
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let name = &request.type_name;
    // What the type is not is said by the call itself.
    log_type(name);
    let instance = &provider.instance;
    let diagnostics = instance.delete_state(name, &request.state_id).await;
    let answer = Response {
        diagnostics: diagnostics_to_wire(diagnostics),
    };
    size::or_else(provider.largest, answer, name, Response::default)
}
