//! GetFunctions: the signatures of the provider's functions.

use std::future::{Future, ready};

use schema_transport::proto::v6::get_functions::{Request, Response};

use crate::provider::Provider;

pub(crate) fn answer(
    _provider: &Provider,
    _request: Request,
) -> impl Future<Output = Response> + Send {
    ready(Response::default())
}
