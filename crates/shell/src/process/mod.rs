//! What the calls of a process share: threads, masked words, the crash log.

pub(crate) mod cancellation;
pub(crate) mod crash_log;
pub mod masks;
pub(crate) mod threads;
pub(crate) mod user_agent;
