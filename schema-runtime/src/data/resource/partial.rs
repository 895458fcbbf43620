//! Partial mode: which changes are saved when `update` fails.

use super::ResourceData;
use crate::attr::{InState, WholeField};
use crate::object::Object;

impl<R: Object> ResourceData<R> {
    /// Begins partial mode: until [`end_partial`](Self::end_partial) only the fields named by
    /// [`set_partial`](Self::set_partial) are saved, whether the call fails or not.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = applying::<Image>(
    /// #     r#"{"id": "1", "name": "a", "note": "old", "size_mb": 8}"#,
    /// #     r#"{"name": "a", "note": "new", "size_mb": 16}"#,
    /// # );
    /// # fn rename(_: &str) -> Result<(), std::io::Error> { Ok(()) }
    /// # fn grow(_: Option<i64>) -> Result<(), std::io::Error> { Err(std::io::Error::other("full")) }
    /// # fn update(data: &mut ResourceData<Image>) -> Result<(), Diagnostics> {
    /// data.begin_partial();
    /// rename(&data.get(Image::NOTE).unwrap_or_default())?;
    /// data.set_partial(Image::NOTE);
    /// // If this fails, the new note is saved and the old size.
    /// grow(data.get(Image::SIZE_MB))?;
    /// data.end_partial();
    /// # Ok(())
    /// # }
    /// # update(&mut data).unwrap_err();
    /// # let saved = data.dynamic().saved(&Outcome::Failed);
    /// # let block = &data.dynamic().schema().block;
    /// # let saved = |name: &str| saved.as_object().unwrap()[block.find(name).unwrap().0].clone();
    /// # assert_eq!((saved("note"), saved("size_mb")), (Value::from("new"), Value::from(8)));
    /// ```
    pub fn begin_partial(&mut self) {
        self.core.set_partial_mode(true);
    }

    /// Ends partial mode: everything is done and is saved.
    pub fn end_partial(&mut self) {
        self.core.set_partial_mode(false);
    }

    /// In partial mode: marks the change of this root field as done, so it is saved.
    pub fn set_partial<A: InState>(&mut self, field: impl WholeField<R, Access = A>) {
        self.core.set_partial_at(field.place());
    }
}
