//! [`Ref`]: data that is either static or shared.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

/// A reference to static data, or to shared data with a reference count.
///
/// Schemas from the derive are static data: building one allocates nothing. Schemas built at run
/// time share the same types through the counted form. Both compare, hash and print like the value
/// they point to.
///
/// The static variant has a named field so that the compiler extends nested tables in a `const` to
/// `'static`.
pub enum Ref<T: ?Sized + 'static> {
    /// Data in the program's read-only memory.
    Static {
        /// The data.
        value: &'static T,
    },
    /// Data built at run time.
    Shared(Arc<T>),
}

/// A name or a string in a schema.
pub type Text = Ref<str>;

impl Ref<str> {
    /// A static string.
    #[must_use]
    pub const fn text(value: &'static str) -> Self {
        Ref::Static { value }
    }

    /// The string itself.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self
    }

    /// The string, if it is static; `""` for one built at run time. For use in constants, where
    /// every schema is static.
    #[must_use]
    pub const fn const_str(&self) -> &'static str {
        match self {
            Ref::Static { value } => value,
            Ref::Shared(_) => "",
        }
    }
}

impl<T: 'static> Ref<[T]> {
    /// An empty list.
    #[must_use]
    pub const fn empty() -> Self {
        Ref::Static { value: &[] }
    }

    /// The list, if it is static; an empty one for a list built at run time. For use in constants,
    /// where every schema is static.
    #[must_use]
    pub const fn const_slice(&self) -> &'static [T] {
        match self {
            Ref::Static { value } => value,
            Ref::Shared(_) => &[],
        }
    }
}

impl<T: ?Sized> Deref for Ref<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Ref::Static { value } => value,
            Ref::Shared(shared) => shared,
        }
    }
}

impl<T: ?Sized> AsRef<T> for Ref<T> {
    fn as_ref(&self) -> &T {
        self
    }
}

impl<T: ?Sized> Clone for Ref<T> {
    fn clone(&self) -> Self {
        match self {
            Ref::Static { value } => Ref::Static { value },
            Ref::Shared(shared) => Ref::Shared(Arc::clone(shared)),
        }
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: ?Sized + fmt::Display> fmt::Display for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: ?Sized + PartialEq> PartialEq for Ref<T> {
    fn eq(&self, other: &Self) -> bool {
        // The same table is by far the most frequent case.
        core::ptr::eq::<T>(&**self, &**other) || **self == **other
    }
}

impl<T: ?Sized + Eq> Eq for Ref<T> {}

impl<T: ?Sized + PartialOrd> PartialOrd for Ref<T> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        (**self).partial_cmp(&**other)
    }
}

impl<T: ?Sized + Ord> Ord for Ref<T> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        (**self).cmp(&**other)
    }
}

impl<T: ?Sized + Hash> Hash for Ref<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: ?Sized> From<&'static T> for Ref<T> {
    fn from(value: &'static T) -> Self {
        Ref::Static { value }
    }
}

impl<T: ?Sized> From<Arc<T>> for Ref<T> {
    fn from(value: Arc<T>) -> Self {
        Ref::Shared(value)
    }
}

impl From<String> for Ref<str> {
    fn from(value: String) -> Self {
        Ref::Shared(value.into())
    }
}

impl<T> From<Vec<T>> for Ref<[T]> {
    fn from(value: Vec<T>) -> Self {
        Ref::Shared(value.into())
    }
}

impl<T> FromIterator<T> for Ref<[T]> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Ref::Shared(values.into_iter().collect())
    }
}
