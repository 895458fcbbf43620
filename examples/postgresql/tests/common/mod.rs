//! Shared code of the tests: the cluster, and the programs that run it.

pub mod certificates;
pub mod cluster;
pub mod programs;
pub mod provider_test;
pub mod proxy;
pub mod session;
pub mod socks;
pub mod terraform;
