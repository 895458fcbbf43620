//! Schemas, values, plans and state of Terraform providers: the pure core.

pub mod number;
