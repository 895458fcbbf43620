//! LockState: a state is locked, unless somebody else has it.

use schema_transport::proto::v6::lock_state::{Request, Response};

use crate::convert::diagnostics_to_wire;
use crate::provider::{ProviderServer, log_type};
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let name = &request.type_name;
    // What the type is not is said by the call itself.
    log_type(name);
    let instance = &provider.instance;
    let locked = instance
        .lock_state(name, &request.state_id, &request.operation)
        .await;
    let lock_id = locked.lock_id;
    let answer = Response {
        lock_id: lock_id.clone(),
        diagnostics: diagnostics_to_wire(locked.diagnostics),
    };
    size::or_else(provider.largest, answer, name, || Response {
        lock_id,
        ..Response::default()
    })
}
