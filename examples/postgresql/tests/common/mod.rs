//! What the tests share: the cluster, and what runs it.

pub mod certificates;
pub mod cluster;
pub mod programs;
pub mod proxy;
pub mod session;
pub mod socks;
pub mod terraform;
