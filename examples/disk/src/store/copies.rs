//! Copies of images that are there for a while only: files in `copies/`.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::error::{At, Error, Result};
use super::{Store, sparse};

impl Store {
    /// Where a copy of an image is, or would be, by a name that nothing else has.
    ///
    /// # Errors
    /// [`Error::Name`].
    pub fn copy_path(&self, image: &str, name: &str) -> Result<PathBuf> {
        super::check_name(image)?;
        super::check_name(name)?;
        let file = format!("{image}-{name}.img");
        Ok(self.directory().join("copies").join(file))
    }

    /// Copies an image to a path that [`copy_path`](Self::copy_path) gave. `stopped` is called
    /// repeatedly; an incomplete copy is removed like any other.
    ///
    /// # Errors
    /// A bad name, [`Error::NoImage`], [`Error::Cancelled`], I/O.
    pub fn copy_to(&self, image: &str, path: &Path, stopped: &dyn Fn() -> bool) -> Result<()> {
        let from = self.image_place(image)?;
        let Some(source) = from.open(false)? else {
            return Err(Error::NoImage(image.to_owned()));
        };
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).at("create the directory", directory)?;
        }
        let target = File::create_new(path).at("create", path)?;
        let length = source.metadata().at("look at", &from.content())?.len();
        let complete = sparse::copy(&source, &target, length, self.rate, &mut |_| {
            if stopped() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .at("copy", path)?;
        if complete {
            Ok(())
        } else {
            Err(Error::Cancelled)
        }
    }

    /// Removes a copy; one that is not there is removed already.
    ///
    /// # Errors
    /// I/O.
    pub fn remove_copy(&self, path: &Path) -> Result<()> {
        match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error).at("remove", path),
            _ => {
                if let Some(directory) = path.parent() {
                    // Unless there are others.
                    let _ = fs::remove_dir(directory);
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::NewImage;
    use super::*;

    #[test]
    fn a_copy_is_made_and_removed() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path()).unwrap();
        store
            .create(&NewImage {
                name: "root".into(),
                size_mb: Some(8),
                ..NewImage::default()
            })
            .unwrap();
        let path = store.copy_path("root", "one").unwrap();
        store.copy_to("root", &path, &|| false).unwrap();
        let original = fs::read(store.path("root").unwrap()).unwrap();
        assert!(fs::read(&path).unwrap() == original);
        assert!(
            store.copy_to("root", &path, &|| false).is_err(),
            "it is there"
        );
        // The copy is not an image.
        assert_eq!(store.list().unwrap(), ["root"]);
        store.remove_copy(&path).unwrap();
        store.remove_copy(&path).unwrap();
        assert!(!directory.path().join("copies").exists());
        assert!(matches!(
            store.copy_to("root", &path, &|| true),
            Err(Error::Cancelled)
        ));
        store.remove_copy(&path).unwrap();
        assert!(matches!(
            store.copy_to("none", &path, &|| false),
            Err(Error::NoImage(_))
        ));
        assert!(store.copy_path("../root", "1").is_err());
    }
}
