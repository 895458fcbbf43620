//! Values with their names, the same from our own values and from Terraform's JSON.

mod differences;
mod shape;
mod value;

pub(crate) use differences::differences;
pub(crate) use shape::TreeShape;
pub(crate) use value::Tree;
