//! Protocol 6 up to 6.8 (Terraform 1.11), for providers, resources, data sources, functions and ephemeral resources.
//!
//! One module for each call, with its `Request` and `Response`.

mod ephemeral;
mod functions;
mod provider;
mod resource;
mod schema;

pub use super::common::*;
pub use ephemeral::*;
pub use functions::*;
pub use provider::*;
pub use resource::*;
pub use schema::{Attribute, Block, NestedBlock, Object, ObjectNesting, Schema};
