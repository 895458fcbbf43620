//! A small reader of reference vectors: files with one case a line, each a JSON object that holds
//! what went into a reference implementation and what it answered.
//!
//! [`for_each_case`] finds the files and goes through the cases of a [`Kind`]; [`read_value`],
//! [`read_object`] and [`read_path`] turn the JSON into values, [`write_value`] and
//! [`write_object`] turn values back; [`Summary`] counts and prints.
//!
//! `VECTORS_DIR` names the directory of the files (else it is looked for beside the repository).
//! `VECTORS=path` runs other files of the same form instead, a file or a directory of them; which
//! kind a case is, its members say. `VECTORS_OUT=path` takes our answers ([`write_answer`]).

mod answers;
mod files;
mod paths;
mod read;
mod summary;
mod write;

pub use answers::write_answer;
pub use files::{Kind, directory, for_each_case};
pub use paths::{comparable_path, read_path, read_text_path, write_path};
pub use read::{ReadError, member, read_object, read_type, read_value};
pub use summary::Summary;
pub use write::{write_object, write_value};
