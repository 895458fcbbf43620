//! A resource's objects as a whole.

use super::ResourceData;
use crate::attr::{Flat, Positions};
use crate::codec::flatmap;
use crate::data::is_among;
use crate::data::unreadable::unusable;
use crate::diagnostics::{Diagnostics, DiagnosticsError};
use crate::object::{Object, decode, decode_flat, encode, encode_flat};

/// All fields at once.
impl<R: Object> ResourceData<R> {
    /// Reads all fields at once.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = applying::<Image>(
    /// #     "null",
    /// #     r#"{"name": "a", "size_mb": 8, "labels": {"env": "test"}}"#,
    /// # );
    /// data.set(Image::SHA256, "c0ffee");
    /// // Wherever it came from: the configuration, the plan, this call.
    /// let image = data.read_struct()?;
    /// assert_eq!((image.name.as_str(), image.size_mb), ("a", Some(8)));
    /// # Ok::<(), Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// A field is null but its type is not nullable (after an import, for example); all
    /// such fields are named.
    pub fn read_struct(&self) -> Result<R, DiagnosticsError> {
        let object = self.core.merged();
        decode::<R>(&object)
            .map_err(|mismatch| unusable(&self.core.schema().block, &mismatch).into())
    }

    /// Writes all fields at once. A zero keeps a planned null, so reading
    /// everything and writing it back changes nothing.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = reading::<Image>(OLD);
    /// let mut image = data.read_struct()?;
    /// image.size_mb = Some(16);
    /// data.write_struct(&image);
    /// assert_eq!(data.get(Image::SIZE_MB), Some(16));
    /// # Ok::<(), Diagnostics>(())
    /// ```
    pub fn write_struct(&mut self, all: &R) {
        self.core.write_all(encode(all));
    }

    /// Reads a struct that is flattened into this one (`#[field(flatten)]`).
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// #[derive(Schema)]
    /// pub struct Common {
    ///     #[field(required)]
    ///     region: String,
    ///     #[field(computed)]
    ///     arn: String,
    /// }
    ///
    /// #[derive(Schema)]
    /// #[schema(resource = "disk_snapshot")]
    /// pub struct Snapshot {
    ///     #[field(flatten)]
    ///     common: Common,
    /// }
    ///
    /// # let mut data = applying::<Snapshot>("null", r#"{"region": "eu"}"#);
    /// let mut common = data.read_struct_at(Snapshot::COMMON)?;
    /// common.arn = format!("arn:{}", common.region);
    /// data.write_struct_at(Snapshot::COMMON, &common);
    /// assert_eq!(data.get(Snapshot::COMMON.then(Common::ARN)), "arn:eu");
    /// # Ok::<(), Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// One of its fields is null but its type is not nullable; all such fields are named.
    pub fn read_struct_at<O: Object, P: Positions>(
        &self,
        flattened: Flat<R, O, P>,
    ) -> Result<O, DiagnosticsError> {
        decode_flat::<R, O>(&self.core.merged(), &flattened.places())
            .map_err(|mismatch| unusable(&self.core.schema().block, &mismatch).into())
    }

    /// Writes all fields of a struct that is flattened into this one, as
    /// [`write_struct`](Self::write_struct) does.
    pub fn write_struct_at<O: Object, P: Positions>(&mut self, flattened: Flat<R, O, P>, all: &O) {
        let places = flattened.places();
        let object = encode_flat::<R, O>(all, &places);
        let is_meant = |position| is_among(&places, position);
        self.core.write_where(object, true, is_meant);
    }

    /// Writes the default of each root field that has one and is null: in a read, for fields that
    /// no remote system knows (`skip_destroy`, `keep_versions`). After an import such a field is
    /// null, as it may be in a state from another provider, and the next plan would change it to
    /// its default.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = reading::<Image>(r#"{"id": "1", "name": "a"}"#);
    /// data.set(Image::SHA256, "c0ffee");
    /// // At the end: what was read is no default.
    /// data.fill_defaults();
    /// assert_eq!(data.get_ok(Image::FORMAT), Some(Format::Raw));
    /// ```
    ///
    /// Defaults from the environment or a function are omitted: the importer's environment is not
    /// the creator's.
    pub fn fill_defaults(&mut self) {
        self.core.fill_defaults();
    }

    /// Writes the id and every field at once from flatmap attributes (`part.0.size_mb`, with
    /// `part.#` and `labels.%`), the form of states before Terraform 0.12; for upgrades. A field
    /// without a string becomes null, and strings that belong to no field are ignored.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = reading::<Image>(r#"{"id": "1", "name": "a"}"#);
    /// let mut old = BTreeMap::from([
    ///     ("id", "1"), ("name", "a"), ("size_kb", "8192"), ("partition.#", "1"), ("partition.0.label", "p"),
    /// ].map(|(key, text)| (key.to_owned(), text.to_owned())));
    ///
    /// // An early version kept KiB.
    /// if let Some(size) = old.remove("size_kb") {
    ///     old.insert("size_mb".to_owned(), (size.parse::<i64>()? / 1024).to_string());
    /// }
    /// data.set_attributes(&old)?;
    /// assert_eq!(data.get(Image::SIZE_MB), Some(8));
    /// assert_eq!(data.get(Image::PARTITION)[0].label, "p");
    /// # Ok::<(), Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// A string is not a value of its field; the error has the path. Nothing is written in that
    /// case.
    pub fn set_attributes(
        &mut self,
        attributes: &std::collections::BTreeMap<String, String>,
    ) -> Result<(), Diagnostics> {
        let block = self.core.schema().block.clone();
        let object = flatmap::decode_block(&block, attributes)
            .map_err(|error| error.diagnostic("The attributes do not fit the schema"))?;
        self.core.write_where(object, false, |_| true);
        if let (Some(id), Some(_)) = (attributes.get("id"), block.find("id")) {
            self.set_id(id.clone());
        }
        Ok(())
    }

    /// The prior object as its struct; `None` if there is none or it cannot be read.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(OLD, r#"{"name": "a", "size_mb": 16}"#);
    /// let before = data.prior_struct().expect("an update");
    /// assert_eq!(before.size_mb, Some(8));
    /// ```
    #[must_use]
    pub fn prior_struct(&self) -> Option<R> {
        decode::<R>(self.core.prior()).ok()
    }
}
