//! GetStates: the states that a state store has.

use schema_transport::proto::v6::get_states::{Request, Response};

use crate::convert::diagnostics_to_wire;
use crate::provider::{ProviderServer, log_type};
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let name = &request.type_name;
    // What the type is not is said by the call itself.
    log_type(name);
    let states = provider.instance.get_states(name).await;
    let answer = Response {
        state_ids: states.state_ids,
        diagnostics: diagnostics_to_wire(states.diagnostics),
    };
    size::or_else(provider.largest, answer, name, Response::default)
}
