//! What the provider in Go left in a state: a provider of the same types whose objects are whatever is configured, so
//! that the next step finds that state.

/// A resource `$name` with these fields for [`GoProvider`], all of which a configuration gives.
#[macro_export]
macro_rules! go_resource {
    ($struct:ident, $name:literal, { $($(#[$more:meta])* $field:ident: $type:ty),* $(,)? }) => {
        #[derive(schema_provider::prelude::Schema)]
        #[schema(resource = $name)]
        pub struct $struct {
            $($(#[$more])* #[field(optional)] pub $field: Option<$type>,)*
            #[field(optional)]
            pub object_id: Option<String>,
        }

        impl schema_provider::prelude::Resource for $struct {
            type Provider = GoProvider;

            async fn create(
                _: &schema_provider::prelude::Cx<Self>,
                data: &mut schema_provider::prelude::ResourceData<Self>,
            ) -> schema_provider::prelude::Result {
                data.set_id(data.get($struct::OBJECT_ID).unwrap_or_default());
                Ok(())
            }

            schema_provider::prelude::nothing_to_read!();

            async fn delete(
                _: &schema_provider::prelude::Cx<Self>,
                _: &mut schema_provider::prelude::ResourceData<Self>,
            ) -> schema_provider::prelude::Result {
                Ok(())
            }
        }

        impl schema_provider::prelude::Update for $struct {
            async fn update(
                _: &schema_provider::prelude::Cx<Self>,
                _: &mut schema_provider::prelude::ResourceData<Self>,
            ) -> schema_provider::prelude::Result {
                Ok(())
            }
        }
    };
}
