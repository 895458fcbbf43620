//! GetFunctions: the signatures of the provider's functions.

use std::future::{Future, ready};

use schema_transport::proto::v6::get_functions::{Request, Response};

use crate::provider::{ProviderServer, functions};

pub(crate) fn answer(
    provider: &ProviderServer,
    _request: Request,
) -> impl Future<Output = Response> + Send {
    ready(Response {
        functions: functions(provider),
        ..Default::default()
    })
}
