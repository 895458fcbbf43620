//! placeholder

pub mod plugin;
