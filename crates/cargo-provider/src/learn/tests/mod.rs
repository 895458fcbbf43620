//! Learning from scripts, from providers in Go, and from our own.

mod ours;
mod peers;
mod scripted;
mod texts;
