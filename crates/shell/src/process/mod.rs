//! What one process has for all calls: threads, the words that no log may show, the crash log.

pub(crate) mod cancellation;
pub(crate) mod crash_log;
pub mod masks;
pub(crate) mod threads;
pub(crate) mod user_agent;
