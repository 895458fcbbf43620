//! What the tests share: the cluster, and what runs it.

pub mod certificates;
pub mod cluster;
pub mod programs;
