//! The state of a resource, made from that of another type.

use std::sync::Arc;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::refs::Ref;

use super::conversion::data_from;
use super::import_resource_state::Imported;
use super::upgrade_resource_state::readable_fields;
use crate::context::{AuthorCall, Cx, call_timeout};
use crate::lifecycle::instance::Instance;
use crate::state::MovedState;
use crate::untyped::UntypedResource;

impl Instance {
    /// Makes a resource's state from that of another type.
    ///
    /// # Errors
    /// The type is unknown, the provider does not know such a move, or author code failed.
    pub async fn move_resource_state(
        &self,
        type_name: &str,
        from_state: MovedState,
    ) -> Result<(Imported, Diagnostics), Diagnostics> {
        let resource: Ref<dyn UntypedResource> = self.resource(type_name)?.clone();
        let schema = resource.schema();
        // The id is not taken over by itself: another type's id says nothing here.
        let data = data_from(&schema, schema.block.empty_object());
        let call = self.call(type_name, AuthorCall::Move, call_timeout::DEFAULT);
        let cx = Cx::of(Arc::clone(&call));
        let data = cx.watched(data);
        // What it has under the same names as the new one is as secret there.
        if let Ok(old) = readable_fields(&schema.block, from_state.state().raw()) {
            call.masks.mask_secrets(&schema.block, [&old]);
        }
        let author = async move { resource.move_from(cx, from_state, data).await };
        self.convert(&call, type_name, author).await
    }
}
