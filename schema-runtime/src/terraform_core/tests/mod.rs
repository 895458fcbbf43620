//! Properties of core's functions, for random schemas and values.

mod join_properties;
mod properties;
