//! Values with their names, the same whether they come from our own or from the JSON that Terraform
//! prints.

mod differences;
mod shape;
mod value;

pub(crate) use differences::{Difference, differences};
pub(crate) use shape::TreeShape;
pub(crate) use value::Tree;
