//! Private data in the plan hook.

use super::PlanData;
use crate::data::Private;
use crate::object::Object;

/// Private data.
impl<R: Object> PlanData<R> {
    /// The provider's private data stored with the prior object, plus what this hook wrote. It
    /// allows comparing what create or update stored about a write-only value with the
    /// configuration.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # fn salted_hash(_: &str) -> Vec<u8> { vec![1] }
    /// # let mut plan = planning::<Image>(OLD, r#"{"name": "a", "note": "secret"}"#);
    /// # plan.set_private("hash", [1]);
    /// if let Val::Known(note) = plan.config(Image::NOTE)
    ///     && plan.private().get("hash") != Some(&salted_hash(&note)[..])
    /// {
    ///     plan.set_unknown(Image::SHA256);
    /// }
    /// # assert!(!plan.value(Image::SHA256).is_unknown());
    /// ```
    #[must_use]
    pub fn private(&self) -> &Private {
        self.core.private()
    }

    /// The private data that the first plan left, when Terraform plans again before the apply.
    ///
    /// Only Terraform 1.16 and later and the local runner send it; otherwise, and in the first
    /// plan, `None`.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # fn new_token() -> Vec<u8> { vec![7] }
    /// # let mut plan = planning::<Image>("null", r#"{"name": "a"}"#);
    /// // One token for the whole change, where Terraform keeps it.
    /// let earlier = plan.earlier_private().and_then(|earlier| earlier.get("token"));
    /// let token = earlier.map_or_else(new_token, <[u8]>::to_vec);
    /// plan.set_private("token", token);
    /// # assert_eq!(plan.private().get("token"), Some(&[7][..]));
    /// ```
    #[must_use]
    pub fn earlier_private(&self) -> Option<&Private> {
        self.core.earlier_private()
    }

    /// Writes private data under a key: create or update finds it there, and it is kept with the
    /// object. Terraform keeps nothing from a plan without changes.
    ///
    /// Terraform before 1.16 drops what the first plan wrote: write the same in every plan.
    ///
    /// Keys that start with a dot are reserved for the SDK: writing one fails the plan.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>("null", r#"{"name": "a"}"#);
    /// plan.set_private("planned_by", *b"v2");
    /// assert_eq!(plan.private().get("planned_by"), Some(&b"v2"[..]));
    /// ```
    pub fn set_private(&mut self, key: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        let key = key.into();
        if key.starts_with('.') {
            let error = crate::data::reserved_private_key(&key);
            self.core.diagnostics.push(error);
            return;
        }
        let bytes = bytes.into();
        self.core
            .change_private(|private| private.set(key.as_str(), bytes.as_slice()));
    }

    /// Removes the private data under a key, for create or update.
    pub fn remove_private(&mut self, key: &str) {
        self.core.change_private(|private| private.remove(key));
    }
}
