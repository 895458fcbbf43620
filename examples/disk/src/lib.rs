//! The example provider `disk`: disk image files in a directory.
//!
//! [`store`] is the provider's "API client": it knows files and partition tables and nothing of
//! Terraform.

pub mod store;
