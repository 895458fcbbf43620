//! Values with their names, the same whether they come from our own or from the JSON that Terraform
//! prints.

mod value;

pub(crate) use value::{Difference, Shape, Tree, differences};
