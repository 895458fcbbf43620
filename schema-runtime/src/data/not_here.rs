//! Methods that newcomers look for here, most of which exist on another view of a resource: none
//! compiles, and each says what to write. There are few, because each hides a method of a
//! provider's own trait; other names for existing methods are `doc(alias)`, which the compiler and
//! rustdoc's search know.

use std::fmt;
use std::ops::Index;

use super::{ConfigData, PlanData, ResourceData, Val};
pub use crate::field_type::SameType;
use crate::object::Object;

crate::field_type::__not_here! {
    impl[R: Object] PlanData<R>, "not here" {
        set(F, V) is PlanSet: "a plan has no `set`",
            "help: write `set_new`, which plans a value of a computed field; `set` is for create, read and update";
        force_new(F) is PlanForceNew: "a plan has no `force_new`",
            "help: write `require_replace`, or the key `force_new` at the field";
        get_ok(F) is PlanGetOk: "a plan has no `get_ok`, because a value may be unknown too",
            "help: write `plan.value(…).known()`, an `Option`, or match on `Val::Null`, `Val::Unknown` and `Val::Known(value)`";
        get(F) is PlanGet: "a plan has no `get`, because a value may be unknown",
            "help: write `value`, which returns a `Val`: null, unknown or known";
        require(F) is PlanRequire: "a plan has no `require`, because a value may be unknown",
            "help: write `if let Val::Known(value) = plan.value(…)`; reject an incomplete configuration with `error_at`";
        error(M) is PlanError: "a plan has no `error`",
            "help: write `plan.error_at(Image::NAME, \"summary\", \"detail\")`, which names the field, or `bail!(\"…\")`";
        client() is PlanClient: "a plan has no `client`", "help: write `cx.client()?`, of the first argument";
    }
    impl[R: Object] ResourceData<R>, "not here" {
        client() is DataClient: "the data of a call has no `client`", "help: write `cx.client()?`, of the first argument";
        add_error(S, D) is DataAddError: "the data of a call has no `add_error`",
            "help: return it: `bail!(\"…\")`, or `Err(Diagnostic::error(\"…\").with_detail(\"…\").into())`";
        set_unknown(F) is DataSetUnknown: "`set_unknown` is for plans; values that a call stores are known",
            "help: write `set` with the value, or `set_unknown` in `plan`, with `PlanData`";
        force_new(F) is DataForceNew: "`force_new` is not a method of the data of a call",
            "help: write the key `force_new` at the field, or `require_replace` in `plan`, with `PlanData`";
        remove(F) is DataRemove: "there is no `remove`", "help: write `set_null`; `mark_gone()` says that the whole object no longer exists";
        warn(M) is DataWarn: "the data of a call has no `warn`", "help: write `cx.warn(Diagnostic::warning(\"…\").at(Image::NAME.path()))`";
        error(M) is DataError: "the data of a call has no `error`",
            "help: return it: `bail!(\"…\")`, or `Err(Diagnostic::error(\"…\").at(Image::NAME.path()).into())`";
        is_null(F) is DataIsNull: "there is no `is_null`", "help: write `data.value(…).is_null()`";
    }
    impl[R: Object] ConfigData<'_, R>, "not here" {
        client() is ConfigClient: "there is no client yet", "help: make it here and return it; the functions of a `Resource` or `DataSource` get it from `cx.client()?`";
        get(F) is ConfigGet: "a configuration has no `get`, for a value may be null or unknown",
            "help: write `require`, an error without a value, `get_ok`, an `Option`, or `value`, which is null, unknown or known";
        id() is ConfigId: "a configuration has no id", "help: `data.id()` returns the id in read, update and delete";
        set(F, V) is ConfigSet: "a configuration is what the user wrote, and is read-only",
            "help: write `set` in create, read or update (`ResourceData`), or `set_new` in `plan` (`PlanData`)";
    }
}

crate::field_type::__not_here! { impl[T] Val<T>, "a `Val` is null, unknown or known" {
    unwrap() is ValUnwrap: "a `Val` has no `unwrap`, because it may be unknown",
        "help: write `if let Val::Known(value) = …`, or `.known()`, which is an `Option`";
    expect(M) is ValExpect: "a `Val` has no `expect`, because it may be unknown",
        "help: write `if let Val::Known(value) = …`, or `.known()`, which is an `Option`";
}}

/// Has no implementation: an unknown value has no text.
#[diagnostic::on_unimplemented(
    message = "a `Val` is not shown as text, because it may be null or unknown",
    label = "a `Val`",
    note = "help: write `if let Val::Known(value) = …`, or `.known()`, which is an `Option`; `{{:?}}` prints it for a log"
)]
pub trait ShownVal {}

/// Only for its message. The compiler must not propose it where a string is expected, as it would
/// `to_string` of `Val` itself.
#[doc(hidden)]
impl<T: fmt::Debug> fmt::Display for Val<T>
where
    for<'a> &'a Self: ShownVal,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// Has no implementation: unknown values have no arithmetic.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a `Val` is not a number, because it may be null or unknown",
    label = "a `Val` on its left side",
    note = "help: write `if let Val::Known(number) = …`, or `.known().unwrap_or_default()` if null and unknown are the same to you"
)]
pub trait CountedWithVal<T> {
    /// An unknown type to the compiler.
    type Output;
    /// Never called.
    fn never(self) -> Self::Output;
}

macro_rules! not_a_number {
    ($($operator:ident $method:ident),*) => {$(
        /// Only for its message.
        #[doc(hidden)]
        impl<T, O: CountedWithVal<T>> std::ops::$operator<O> for Val<T> {
            type Output = O::Output;

            fn $method(self, other: O) -> O::Output {
                other.never()
            }
        }
    )*};
}

not_a_number!(Add add, Sub sub, Mul mul, Div div);

/// Has no implementation: data are not a map of their fields.
#[diagnostic::on_unimplemented(
    message = "fields are not indexed",
    label = "its fields are named by constants",
    note = "help: write `get` with the constant of the field, as in `data.get(Image::NAME)`; write a computed value with `data.set(Image::SHA256, …)`"
)]
pub trait IndexedByName<I> {
    /// An unknown type to the compiler, which then reports nothing about its uses.
    type Field;
    /// Never called.
    fn never(&self) -> &Self::Field;
}

macro_rules! not_indexed {
    ($($data:ty),*) => {$(
        impl<R, I> Index<I> for $data
        where
            Self: IndexedByName<I>,
        {
            type Output = <Self as IndexedByName<I>>::Field;

            fn index(&self, _: I) -> &Self::Output {
                self.never()
            }
        }
    )*};
}

not_indexed!(PlanData<R>, ResourceData<R>, ConfigData<'_, R>);
