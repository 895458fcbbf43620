//! A complete Terraform provider: its one resource is a text file.

use std::path::PathBuf;
use std::process::ExitCode;
use std::{fs, io};

use schema_provider::prelude::*;

#[cfg(test)]
mod tests;

/// Text files in a directory.
#[derive(Schema)]
#[schema(provider = "minimal")]
struct Minimal {
    /// The directory that paths start from.
    #[field(optional, default_env("MINIMAL_DIRECTORY", fallback = "."))]
    directory: String,
}

impl Provider for Minimal {
    type Client = PathBuf;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![TextFile]
    }

    async fn configure(_cx: &Cx, config: ConfigData<'_, Self>) -> Result<PathBuf> {
        Ok(config.require(Minimal::DIRECTORY)?.into())
    }
}

/// A text file.
#[derive(Schema)]
#[schema(resource = "minimal_file")]
struct TextFile {
    /// The path of the file, which is also the id.
    #[field(required, force_new, validate = not_empty)]
    path: String,
    /// The text in the file.
    #[field(required)]
    content: String,
    /// The size of the file in bytes.
    #[field(computed(when_changed(content)))]
    size: i64,
}

impl Resource for TextFile {
    type Provider = Minimal;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let path = data.get(TextFile::PATH);
        // Another file of this path is not overwritten.
        fs::File::create_new(cx.client()?.join(&path))?;
        data.set_id(path);
        Self::update(cx, data).await
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        match fs::read_to_string(cx.client()?.join(data.require_id()?)) {
            Ok(content) => {
                data.set(TextFile::PATH, data.require_id()?.to_owned());
                data.set(TextFile::SIZE, content.len() as i64);
                data.set(TextFile::CONTENT, content);
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => data.mark_gone(),
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        match fs::remove_file(cx.client()?.join(data.require_id()?)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}

impl Update for TextFile {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let content = data.get(TextFile::CONTENT);
        fs::write(cx.client()?.join(data.require_id()?), &content)?;
        data.set(TextFile::SIZE, content.len() as i64);
        Ok(())
    }
}

fn main() -> ExitCode {
    schema_provider::run::<Minimal>()
}
