//! Everyday tools for provider code: errors of an API, waiting, pages, ids.

mod api_error;
pub mod id;
pub mod import;
pub mod json;
pub mod pages;
pub mod wait;

pub use api_error::{ApiError, OptionalExt};
