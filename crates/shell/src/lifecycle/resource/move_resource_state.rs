//! Converting the state of another type to the state of a resource.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::refs::Ref;
use schema_runtime::schema::SchemaKind;

use super::conversion::data_from;
use super::upgrade_resource_state::readable_fields;
use crate::context::{CallKind, call_timeout};
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::behind::{BehindAnswer, BehindCall, BehindRequest, Imported};
use crate::state::MovedState;
use crate::untyped::UntypedResource;

impl Instance {
    /// Makes a resource's state from the state of another type, or of the same type from another
    /// provider address.
    ///
    /// # Errors
    /// The type is unknown, the provider does not know such a move, or provider code failed.
    pub async fn move_resource_state(
        &self,
        type_name: &str,
        from_state: MovedState,
    ) -> Result<(Imported, Diagnostics), Diagnostics> {
        if let Some(behind) = self.behind(SchemaKind::Resource, type_name) {
            let call = BehindCall::Move(Box::new(from_state));
            let answer = behind.ask(BehindRequest::new(call, type_name)).await;
            let moved = |answer: &mut BehindAnswer| std::mem::take(&mut answer.object);
            return answer.into_result(moved);
        }
        let resource: Ref<dyn UntypedResource> = self.resource(type_name)?.clone();
        // The host is ignored: the registries of OpenTofu and Terraform have the same providers. A
        // plugin does not know the namespace in which it was published.
        let provider = from_state.provider_address().rsplit('/').next();
        let is_ours = provider == Some(self.schemas().provider.type_name.as_str());
        if from_state.type_name() == type_name && is_ours {
            return self.moved_between_addresses(type_name, from_state).await;
        }
        let schema = resource.schema();
        // The id is not copied automatically: another type's id means nothing here.
        let data = data_from(&schema, schema.block.empty_object());
        let call = self.call(type_name, CallKind::Move, call_timeout::DEFAULT);
        // Its fields with the same names as the new type's are equally secret.
        if let Ok(old) = readable_fields(&schema.block, from_state.state().raw()) {
            call.masks.mask_secrets(&schema.block, [&old]);
        }
        let code = move |cx, data| resource.move_from(cx, from_state, data);
        self.convert(&call, data, None, code).await
    }

    /// A state of the same type is upgraded; all data kept with it stay.
    async fn moved_between_addresses(
        &self,
        type_name: &str,
        from: MovedState,
    ) -> Result<(Imported, Diagnostics), Diagnostics> {
        let raw = from.state().raw().clone();
        let upgrade = self.upgrade_resource_state(type_name, from.state().version(), raw);
        let (state, mut diagnostics) = upgrade.await?;
        let schema = self.resource_entry(type_name)?.identity.clone();
        let identity = match (schema, from.identity()) {
            (Some(schema), Some(old)) => {
                // Terraform does not send its version, and the 0 that it sends is also a real
                // version: it may be the present one. The next read sets whatever cannot be
                // upgraded.
                let unsaid = old.version() == 0;
                let stored = old.raw().and_then(|raw| raw.decode(schema.block()).ok());
                match stored.filter(|identity| unsaid && schema.is_complete(identity)) {
                    Some(identity) => Some(identity),
                    None => {
                        let raw = old.raw().cloned();
                        let upgrade = self.upgrade_resource_identity(type_name, old.version(), raw);
                        match upgrade.await {
                            Ok((identity, warnings)) => {
                                diagnostics.extend(warnings);
                                identity
                            }
                            Err(unsuitable) if unsaid => {
                                tracing::debug!(%unsuitable, "the identity of a moved object is left to its next read");
                                None
                            }
                            Err(wrong) => return Err(wrong),
                        }
                    }
                }
            }
            _ => None,
        };
        let moved = Imported {
            type_name: type_name.to_owned(),
            state,
            private: self.stored(from.private().to_bytes()),
            identity,
        };
        Ok((moved, diagnostics))
    }
}
