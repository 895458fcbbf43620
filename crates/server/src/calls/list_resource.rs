//! The call for list resources.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::path::Path;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Schema, SchemaKind};
use schema_runtime::value::Value;
use schema_shell::lifecycle::{ListEvent, ListRequest};
use schema_transport::StreamSender;
use schema_transport::proto::v6::list_resource::{Event, Request};

use crate::convert::{decode_config, diagnostics_to_wire, encode, is_error, placed, visible};
use crate::identity::Identity;
use crate::provider::{ProviderServer, log_type};
use crate::size;

/// Lists the objects of a type, in a stream.
pub(crate) async fn list_resource(
    provider: &ProviderServer,
    request: Request,
    answer: StreamSender<Event>,
) {
    let name = request.type_name.clone();
    let begun = begin(provider, request);
    let (resource, filter, request) = match begun {
        Ok(begun) => begun,
        Err(errors) => {
            // If the receiver is gone, nobody needs the answer.
            let _ = answer.send(failed(errors)).await;
            return;
        }
    };
    let identity = Identity::of(provider, &name);
    let mut listing = provider.instance.list_resource(request);
    while let Some(mut event) = listing.next().await {
        event.diagnostics = in_config(provider, placed(&filter, event.diagnostics));
        event.display_name = visible(event.display_name);
        let event = to_wire(&resource, &identity, event).unwrap_or_else(failed);
        let event = size::or_else(provider.largest, event, &name, Event::default());
        let error = event.diagnostics.iter().any(is_error);
        let sent = listing.meanwhile(answer.send(event)).await;
        // Terraform has enough, or is gone: ends the list.
        if sent.is_err() || error {
            return;
        }
    }
}

fn begin(
    provider: &ProviderServer,
    request: Request,
) -> Result<(Ref<Schema>, Ref<Schema>, ListRequest), Diagnostics> {
    log_type(&request.type_name);
    let instance = &provider.instance;
    let schema = instance.schema_of(SchemaKind::List, &request.type_name)?;
    let resource = instance.schema_of(SchemaKind::Resource, &request.type_name)?;
    let config = decode_config(&schema, request.config, &Value::Null);
    let config = config.map_err(|errors| in_config(provider, errors))?;
    let request = ListRequest {
        type_name: request.type_name,
        config,
        include_object: request.include_resource_object,
        limit: request.limit,
    };
    Ok((resource, schema, request))
}

fn to_wire(resource: &Schema, identity: &Identity, event: ListEvent) -> Result<Event, Diagnostics> {
    let object = event.object.as_ref();
    let object = object.map(|object| encode(resource, "a listed object", object));
    Ok(Event {
        identity: identity.encode("the identity of a listed object", event.identity.as_ref())?,
        display_name: event.display_name,
        resource_object: object.transpose()?,
        diagnostics: diagnostics_to_wire(event.diagnostics),
    })
}

/// Moves diagnostics on a list's configuration into its `config` block: Terraform 1.14 and 1.15
/// resolve the path from the `list` block. From 1.16 on, Terraform enters `config` itself; while
/// the version is unknown, the older ones are assumed, since the newer one then shows the block.
pub(crate) fn in_config(provider: &ProviderServer, mut diagnostics: Diagnostics) -> Diagnostics {
    let version = provider.instance.terraform_version();
    let version = version.as_deref().unwrap_or_default();
    let mut numbers = version.split('.').map(str::parse);
    if let (Some(Ok(major)), Some(Ok(minor))) = (numbers.next(), numbers.next())
        && (major, minor) >= (1u32, 16u32)
    {
        return diagnostics;
    }
    for diagnostic in diagnostics.iter_mut().filter(|one| !one.path.is_root()) {
        diagnostic.path = Path::new("config").join(&diagnostic.path);
    }
    diagnostics
}

fn failed(errors: Diagnostics) -> Event {
    Event {
        diagnostics: diagnostics_to_wire(errors),
        ..Event::default()
    }
}
