//! Protocol 5: the messages that differ from [protocol 6](super::v6), and their conversion from
//! protocol-6 answers.
//!
//! All other calls use protocol 6's messages unchanged, several under a different name on the wire:
//! see the table of calls.

mod attribute;
mod from_v6;
pub mod prepare_provider_config;

use super::schema;

pub use attribute::Attribute;
pub use from_v6::ConversionError;

/// The schema of a provider, a resource, a data source or an ephemeral resource.
pub type Schema = schema::Schema<Attribute>;
/// A block: attributes and nested blocks.
pub type Block = schema::Block<Attribute>;
/// A block within a block.
pub type NestedBlock = schema::NestedBlock<Attribute>;
/// The schema of an action.
pub type ActionSchema = schema::ActionSchema<Attribute>;

/// All schemas of the provider.
pub mod get_provider_schema {
    use super::Attribute;
    use crate::proto::v6::get_provider_schema::ResponseOf;

    pub use crate::proto::v6::get_provider_schema::Request;

    /// The schemas, with the attributes of protocol 5.
    pub type Response = ResponseOf<Attribute>;
}
