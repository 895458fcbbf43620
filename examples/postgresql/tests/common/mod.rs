//! What the tests share: the cluster, and what runs it.

pub mod certificates;
pub mod cluster;
pub mod go_state;
pub mod programs;
pub mod proxy;
