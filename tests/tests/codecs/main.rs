//! The codecs and conversions against the reference vectors of Terraform core.
//!
//! `VECTORS=path` runs another file of the same form (recognised by its content) instead;
//! `VECTORS_DIR` says where the reference vectors are, if not in `../shared/data/vectors`.

mod cases;
mod conversion;
mod json_type;
mod msgpack;
mod panics;
