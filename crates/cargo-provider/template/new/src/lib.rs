//! A Terraform provider for Acme.

mod client;
mod note;
mod note_data_source;
mod provider;

pub use client::Client;
pub use note::Note;
pub use note_data_source::NoteDataSource;
pub use provider::Acme;
