//! The state of a resource, made from that of another type.

use std::sync::Arc;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::refs::Ref;
use schema_runtime::schema::SchemaKind;

use super::conversion::data_from;
use super::import_resource_state::Imported;
use super::upgrade_resource_state::readable_fields;
use crate::context::{Cx, ProviderCall, call_timeout};
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::behind::{BehindAnswer, BehindCall, BehindRequest};
use crate::state::MovedState;
use crate::untyped::UntypedResource;

impl Instance {
    /// Makes a resource's state from that of another type, or of the same one under another
    /// address.
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
            let moved = |answer: &mut BehindAnswer| std::mem::take(&mut answer.object).into();
            return answer.into_result(moved);
        }
        let resource: Ref<dyn UntypedResource> = self.resource(type_name)?.clone();
        if from_state.type_name() == type_name && self.is_of_this_name(&from_state) {
            return self.moved_between_addresses(type_name, from_state).await;
        }
        let schema = resource.schema();
        // The id is not taken over by itself: another type's id says nothing here.
        let data = data_from(&schema, schema.block.empty_object());
        let call = self.call(type_name, ProviderCall::Move, call_timeout::DEFAULT);
        let cx = Cx::of(Arc::clone(&call));
        let data = cx.watched(data);
        // What it has under the same names as the new one is as secret there.
        if let Ok(old) = readable_fields(&schema.block, from_state.state().raw()) {
            call.masks.mask_secrets(&schema.block, [&old]);
        }
        let provider_code = async move { resource.move_from(cx, from_state, data).await };
        self.convert(&call, type_name, provider_code).await
    }

    /// Whether a state is of a provider that is called as this one is. The host says nothing:
    /// OpenTofu's registry and Terraform's have the same providers. A plugin does not know in which
    /// namespace it was published.
    fn is_of_this_name(&self, from: &MovedState) -> bool {
        let name = from.provider_address().rsplit('/').next();
        name == Some(self.schemas().provider.type_name.as_str())
    }

    /// A state of the same type is what an upgrade makes of it; all that is kept with it stays.
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
                // Terraform does not say which version it has, and 0, which it sends, is a real one
                // too: it may be the present one. What cannot be brought to that is what the next
                // read says.
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
