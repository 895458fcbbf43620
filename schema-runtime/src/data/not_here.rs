//! Methods that authors look for where they are not, by the names of the Go SDK or of another view of a resource:
//! each does not compile, and says what to write.

use std::fmt;
use std::ops::Index;

use super::{ConfigData, PlanData, ResourceData, Val};
pub use crate::field_type::SameType;
use crate::object::Object;

crate::field_type::__not_here! {
    impl[R: Object] PlanData<R>, "not here" {
        set(F, V) is PlanSet: "a plan has no `set`",
            "help: write `set_new`, which plans a value of a computed field; `set` is for what create, read and update find";
        force_new(F) is PlanForceNew: "a plan has no `force_new`",
            "help: write `force_replacement`, or the key `force_new` at the field";
        ForceNew(F) is PlanForceNewGo: "a plan has no `ForceNew`", "help: write `force_replacement`";
        SetNew(F, V) is PlanSetNewGo: "a plan has no `SetNew`", "help: write `set_new`";
        SetNewComputed(F) is PlanSetNewComputedGo: "a plan has no `SetNewComputed`", "help: write `set_unknown`";
        set_new_computed(F) is PlanSetNewComputed: "a plan has no `set_new_computed`", "help: write `set_unknown`";
        get_ok(F) is PlanGetOk: "a plan has no `get_ok`, for a value may be unknown too",
            "help: write `plan.get(…).known()`, an `Option`, or match on `Val::Null`, `Val::Unknown` and `Val::Known(value)`";
        require(F) is PlanRequire: "a plan has no `require`, for a value may be unknown",
            "help: write `if let Val::Known(value) = plan.get(…)`; a configuration that lacks something is refused with `refuse`";
        value(F) is PlanValue: "a plan has no `value`", "help: write `get`, which answers a `Val`: null, unknown or known";
        remove(F) is PlanRemove: "a plan has no `remove`", "help: write `set_null`, which plans null for a computed field";
        set_computed(F) is PlanSetComputed: "a plan has no `set_computed`", "help: write `set_unknown`";
        requires_replace(F) is PlanRequiresReplace: "a plan has no `requires_replace`",
            "help: write `force_replacement`, or the key `force_new` at the field";
        is_create() is PlanIsCreate: "a plan has no `is_create`", "help: write `plan.action() == PlanAction::Create`";
        is_update() is PlanIsUpdate: "a plan has no `is_update`", "help: write `plan.action() == PlanAction::Update`";
        is_new() is PlanIsNew: "a plan has no `is_new`", "help: write `plan.action() == PlanAction::Create`";
        error(M) is PlanError: "a plan has no `error`",
            "help: write `plan.refuse(Image::NAME, \"summary\", \"detail\")`, which names the field, or `bail!(\"…\")`";
        gone() is PlanGone: "a plan has no `gone`", "help: write `data.gone()` in `read`, which finds that the object no longer exists";
        GetOk(F) is PlanGetOkGo: "a plan has no `GetOk`", "help: write `plan.get(…).known()`, an `Option`";
        HasChange(F) is PlanHasChangeGo: "a plan has no `HasChange`", "help: write `has_change`";
        GetChange(F) is PlanGetChangeGo: "a plan has no `GetChange`", "help: write `get_change`";
        replace(F) is PlanReplace: "a plan has no `replace`", "help: write `force_replacement`, or the key `force_new` at the field";
        is_null(F) is PlanIsNull: "a plan has no `is_null`", "help: write `plan.get(…).is_null()`";
        is_unknown(F) is PlanIsUnknown: "a plan has no `is_unknown`", "help: write `plan.get(…).is_unknown()`";
        is_known(F) is PlanIsKnown: "a plan has no `is_known`", "help: write `matches!(plan.get(…), Val::Known(_))`";
        old(F) is PlanOld: "a plan has no `old`", "help: write `prior`, which answers the value before, if there is one";
        state(F) is PlanState: "a plan has no `state`", "help: write `prior`, which answers the value before, if there is one";
        is_destroy() is PlanIsDestroy: "a plan has no `is_destroy`: `plan` is not called where an object is only deleted",
            "help: what is to be refused or warned of then has no place in a plan; take it out";
    }
    impl[R: Object] PlanData<R>, "not here" {
        client() is PlanClient: "a plan has no `client`", "help: write `cx.client()?`, of the first argument";
        is_destroying() is PlanIsDestroying: "a plan has no `is_destroying`: `plan` is not called where an object is only deleted",
            "help: what is to be refused or warned of then has no place in a plan; take it out";
        is_delete() is PlanIsDelete: "a plan has no `is_delete`: `plan` is not called where an object is only deleted",
            "help: what is to be refused or warned of then has no place in a plan; take it out";
        diff() is PlanDiff: "a plan has no `diff`", "help: write `plan.has_change(…)` and `plan.get_change(…)` of a field, or compare with `plan.prior()`";
        is_replace() is PlanIsReplace: "a plan has no `is_replace`", "help: write `plan.has_change(…)` of the fields that replace it";
        has_changed(F) is PlanHasChanged: "a plan has no `has_changed`", "help: write `has_change`";
        old_value(F) is PlanOldValue: "a plan has no `old_value`", "help: write `prior`, which answers the value before, if there is one";
        new_value(F) is PlanNewValue: "a plan has no `new_value`", "help: write `get`, which answers a `Val`: null, unknown or known";
        add_error(S, D) is PlanAddError: "a plan has no `add_error`", "help: write `plan.refuse(Image::NAME, \"summary\", \"detail\")`";
    }
    impl[R: Object] ResourceData<R>, "not here" {
        client() is DataClient: "the data of a call have no `client`", "help: write `cx.client()?`, of the first argument";
        has_changed(F) is DataHasChanged: "there is no `has_changed`", "help: write `has_change`";
        is_changed(F) is DataIsChanged: "there is no `is_changed`", "help: write `has_change`";
        changed(F) is DataChanged: "there is no `changed`", "help: write `has_change`, or `changes` for what a collection gained and lost";
        save() is DataSave: "there is no `save`", "help: take it out: what is set is stored when the function returns, also with an error";
        delete() is DataDelete: "there is no `delete`", "help: write `gone`, which says that the object no longer exists; after `delete` nothing has to be said";
        destroy() is DataDestroy: "there is no `destroy`", "help: write `gone`, which says that the object no longer exists; after `delete` nothing has to be said";
        old_value(F) is DataOldValue: "there is no `old_value`", "help: write `get_change`, which answers the value before and the one that is planned";
        add_error(S, D) is DataAddError: "the data of a call have no `add_error`",
            "help: return it: `bail!(\"…\")`, or `Err(Diagnostic::error(\"…\").with_detail(\"…\").into())`";
    }
    impl[R: Object] ResourceData<R>, "not here" {
        set_new(F, V) is DataSetNew: "`set_new` is for plans, and these are the data of a call",
            "help: write `set`, or plan the value in `plan`, with `PlanData`";
        set_unknown(F) is DataSetUnknown: "`set_unknown` is for plans, and what a call stores is known",
            "help: write `set` with the value, or `set_unknown` in `plan`, with `PlanData`";
        force_new(F) is DataForceNew: "`force_new` is no method of the data of a call",
            "help: write the key `force_new` at the field, or `force_replacement` in `plan`, with `PlanData`";
        SetId(I) is DataSetId: "there is no `SetId`", "help: write `set_id`; `gone()` says that the object no longer exists";
        GetOk(F) is DataGetOk: "there is no `GetOk`", "help: write `get_ok`, which is an `Option`: `if let Some(name) = data.get_ok(Image::NAME)`";
        HasChange(F) is DataHasChange: "there is no `HasChange`", "help: write `has_change`";
        GetChange(F) is DataGetChange: "there is no `GetChange`", "help: write `get_change`";
        remove(F) is DataRemove: "there is no `remove`", "help: write `set_null`; `gone()` says that the whole object no longer exists";
        unset(F) is DataUnset: "there is no `unset`", "help: write `set_null`";
        clear(F) is DataClear: "there is no `clear`", "help: write `set_null`, or `set` with an empty collection";
        get_id() is DataGetId: "there is no `get_id`", "help: write `id`";
        is_new_resource() is DataIsNewResource: "there is no `is_new_resource`", "help: write `is_new`";
        HasChanges(F) is DataHasChanges: "there is no `HasChanges`", "help: write `has_changes((Image::NAME, Image::LABELS))`";
        force_replacement(F) is DataForceReplacement: "`force_replacement` is for plans, and these are the data of a call",
            "help: write it in `plan`, with `PlanData`";
        refuse(F, S, D) is DataRefuse: "`refuse` is for plans, and these are the data of a call",
            "help: return an error: `bail!(\"…\")`, or `Diagnostic::error(…).at(Image::NAME.path())`";
        known(F) is DataKnown: "there is no `known`: what a call gets is known",
            "help: write `get`, `get_ok` (an `Option`) or `require`";
        plan(F) is DataPlan: "the data of a call have no `plan`", "help: write `get`: what is planned is what it answers in create and update";
        state(F) is DataState: "the data of a call have no `state`",
            "help: write `get_change`, which answers the value before and the one that is planned; in read and delete `get` is what the state holds";
        IsNewResource() is DataIsNew: "there is no `IsNewResource`", "help: write `is_new`";
        is_create() is DataIsCreate: "there is no `is_create`", "help: write `is_new`";
        remove_from_state() is DataRemoveFromState: "there is no `remove_from_state`", "help: write `gone`, which says that the object no longer exists";
        remove_resource() is DataRemoveResource: "there is no `remove_resource`", "help: write `gone`, which says that the object no longer exists";
        RemoveResource() is DataRemoveResourceGo: "there is no `RemoveResource`", "help: write `gone`, which says that the object no longer exists";
        mark_gone() is DataMarkGone: "there is no `mark_gone`", "help: write `gone`, which says that the object no longer exists";
        set_gone() is DataSetGone: "there is no `set_gone`", "help: write `gone`, which says that the object no longer exists";
        not_found() is DataNotFound: "there is no `not_found`", "help: write `gone`, which says that the object no longer exists";
        warn(M) is DataWarn: "the data of a call have no `warn`", "help: write `cx.warn(Diagnostic::warning(\"…\").at(Image::NAME.path()))`";
        warning(M) is DataWarning: "the data of a call have no `warning`", "help: write `cx.warn(Diagnostic::warning(\"…\").at(Image::NAME.path()))`";
        error(M) is DataError: "the data of a call have no `error`",
            "help: return it: `bail!(\"…\")`, or `Err(Diagnostic::error(\"…\").at(Image::NAME.path()).into())`";
        is_null(F) is DataIsNull: "there is no `is_null`", "help: write `data.value(…).is_null()`";
        is_set(F) is DataIsSet: "there is no `is_set`", "help: write `data.get_ok(…).is_some()`, or `!data.value(…).is_null()` if zero counts too";
        has(F) is DataHas: "there is no `has`", "help: write `data.get_ok(…).is_some()`, or `!data.value(…).is_null()` if zero counts too";
        old(F) is DataOld: "there is no `old`", "help: write `get_change`, which answers the value before and the one that is planned";
        get_raw(F) is DataGetRaw: "there is no `get_raw`", "help: write `get_ref`, or `value`, which tells null from zero";
        get_opt(F) is DataGetOpt: "there is no `get_opt`", "help: write `get_ok`, which is an `Option`";
        set_state(S) is DataSetState: "there is no `set_state`",
            "help: write each field with `set`, `data.set(Image::SHA256, …)`, or all of them with `set_all`";
        is_gone() is DataIsGone: "there is no `is_gone`", "help: write `data.id().is_empty()` for what `gone()` was said of";
        exists() is DataExists: "there is no `exists`", "help: ask the remote system, and write `gone` where it has no such object; `is_new` says whether this is a create";
        timeout(O) is DataTimeout: "the data of a call have no `timeout`", "help: write `cx.remaining()`: how long the call may still take";
        timeouts() is DataTimeouts: "the data of a call have no `timeouts`", "help: write `cx.remaining()`: how long the call may still take";
        get_string(F) is DataGetString: "there is no `get_string`", "help: write `get`, which answers the field's own type: `data.get(Image::NAME)`";
        get_str(F) is DataGetStr: "there is no `get_str`", "help: write `get`, which answers the field's own type: `data.get(Image::NAME)`";
        get_i64(F) is DataGetI64: "there is no `get_i64`", "help: write `get`, which answers the field's own type: `data.get(Image::SIZE_MB)`";
        get_int(F) is DataGetInt: "there is no `get_int`", "help: write `get`, which answers the field's own type: `data.get(Image::SIZE_MB)`";
        get_bool(F) is DataGetBool: "there is no `get_bool`", "help: write `get`, which answers the field's own type: `data.get(Image::PUBLIC)`";
        get_attribute(F) is DataGetAttribute: "there is no `get_attribute`", "help: write `get` with the field's constant: `data.get(Image::NAME)`";
        set_attribute(F, V) is DataSetAttribute: "there is no `set_attribute`", "help: write `set` with the field's constant: `data.set(Image::SHA256, …)`";
        get_mut(F) is DataGetMut: "there is no `get_mut`", "help: change what `get` answers, and write it back with `set`";
    }
    impl[R: Object] ConfigData<'_, R>, "not here" {
        get_or_env(F, E) is ConfigGetOrEnv: "a configuration has no `get_or_env`", "help: write `default_env(\"…\")` at the field, and `get` or `require` here";
        get_or(F, D) is ConfigGetOr: "a configuration has no `get_or`", "help: write `default = …` at the field and `require(…)?` here, or `get_ok(…).unwrap_or(…)`";
        get_opt(F) is ConfigGetOpt: "a configuration has no `get_opt`", "help: write `get_ok`, which is an `Option`";
        GetOk(F) is ConfigGetOkGo: "a configuration has no `GetOk`", "help: write `get_ok`, which is an `Option`";
        client() is ConfigClient: "there is no client yet", "help: make it here and return it; the functions of a `Resource` or `DataSource` get it from `cx.client()?`";
        is_null(F) is ConfigIsNull: "a configuration has no `is_null`", "help: write `config.get(…).is_null()`";
        is_unknown(F) is ConfigIsUnknown: "a configuration has no `is_unknown`", "help: write `config.get(…).is_unknown()`";
        is_set(F) is ConfigIsSet: "a configuration has no `is_set`", "help: write `config.get_ok(…).is_some()`, or `!config.get(…).is_null()`";
        id() is ConfigId: "a configuration has no id", "help: the id is what `data.id()` answers in read, update and delete";
        known(F) is ConfigKnown: "a configuration has no `known`", "help: write `get(…).known()`, or `get_ok`";
        value(F) is ConfigValue: "a configuration has no `value`", "help: write `get`, which answers a `Val`: null, unknown or known";
        set(F, V) is ConfigSet: "a configuration is what the user wrote, and is only read",
            "help: write `set` in create, read or update (`ResourceData`), or `set_new` in `plan` (`PlanData`)";
    }
}

crate::field_type::__not_here! { impl[T] Val<T>, "a `Val` is null, unknown or known" {
    unwrap() is ValUnwrap: "a `Val` has no `unwrap`, for it may be unknown",
        "help: write `if let Val::Known(value) = …`, or `.known()`, which is an `Option`";
    expect(M) is ValExpect: "a `Val` has no `expect`, for it may be unknown",
        "help: write `if let Val::Known(value) = …`, or `.known()`, which is an `Option`";
    unwrap_or(D) is ValUnwrapOr: "a `Val` has no `unwrap_or`", "help: write `.known().unwrap_or(…)`, if null and unknown are the same here";
    unwrap_or_default() is ValUnwrapOrDefault: "a `Val` has no `unwrap_or_default`",
        "help: write `.known().unwrap_or_default()`, if null and unknown are the same here";
    unwrap_or_else(D) is ValUnwrapOrElse: "a `Val` has no `unwrap_or_else`", "help: write `.known().unwrap_or_else(…)`, if null and unknown are the same here";
    or(O) is ValOr: "a `Val` has no `or`", "help: write `.known().or(…)`, if null and unknown are the same here";
    map(F) is ValMap: "a `Val` has no `map`", "help: write `.known().map(…)`, an `Option`, if null and unknown are the same here";
    and_then(F) is ValAndThen: "a `Val` has no `and_then`", "help: write `.known().and_then(…)`, if null and unknown are the same here";
    ok_or(E) is ValOkOr: "a `Val` has no `ok_or`", "help: write `.known().ok_or(…)`, if null and unknown are the same here";
    ok_or_else(E) is ValOkOrElse: "a `Val` has no `ok_or_else`", "help: write `.known().ok_or_else(…)`, if null and unknown are the same here";
    as_deref() is ValAsDeref: "a `Val` has no `as_deref`", "help: write `.known().as_deref()`, if null and unknown are the same here";
    as_ref() is ValAsRef: "a `Val` has no `as_ref`", "help: write `.known().as_ref()`, if null and unknown are the same here";
    is_known() is ValIsKnown: "a `Val` has no `is_known`", "help: write `matches!(…, Val::Known(_))`, or `.known().is_some()`";
    value() is ValValue: "a `Val` has no `value`", "help: write `if let Val::Known(value) = …`, or `.known()`, which is an `Option`";
    as_str() is ValAsStr: "a `Val` is no text, for it may be null or unknown", "help: write `if let Val::Known(text) = …`, or `.known()`, which is an `Option`";
    starts_with(P) is ValStartsWith: "a `Val` is no text, for it may be null or unknown", "help: write `if let Val::Known(text) = …`, or `.known()`, which is an `Option`";
    len() is ValLen: "a `Val` has no `len`, for it may be null or unknown", "help: write `if let Val::Known(value) = …`, or `.known()`, which is an `Option`";
    is_empty() is ValIsEmpty: "a `Val` has no `is_empty`, for it may be null or unknown", "help: write `if let Val::Known(value) = …`, or `is_null` for what is not set";
    contains(E) is ValContains: "a `Val` has no `contains`, for it may be null or unknown", "help: write `if let Val::Known(value) = …`, or `.known()`, which is an `Option`";
    iter() is ValIter: "a `Val` has no `iter`, for it may be null or unknown", "help: write `if let Val::Known(value) = …`, or `.known()`, which is an `Option`";
    is_some() is ValIsSome: "a `Val` has no `is_some`", "help: write `matches!(…, Val::Known(_))`, or `.known().is_some()`";
    is_none() is ValIsNone: "a `Val` has no `is_none`", "help: write `is_null`, or `is_unknown` for what is not known before apply";
}}

/// What nothing implements: there is no text for what is not known.
#[diagnostic::on_unimplemented(
    message = "a `Val` is not shown as text, for it may be null or unknown",
    label = "a `Val`",
    note = "help: write `if let Val::Known(value) = …`, or `.known()`, which is an `Option`; `{{:?}}` prints it for a log"
)]
pub trait ShownVal {}

/// Only for its words. What asks for it must not take it for there, as `to_string` of `Val` itself would be: the compiler
/// proposes that where a text is expected.
#[doc(hidden)]
impl<T: fmt::Debug> fmt::Display for Val<T>
where
    for<'a> &'a Self: ShownVal,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// What nothing implements: nobody counts with what is not known.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a `Val` is no number to count with, for it may be null or unknown",
    label = "a `Val` on its left side",
    note = "help: write `if let Val::Known(number) = …`, or `.known().unwrap_or_default()` if null and unknown are the same here"
)]
pub trait CountedWithVal<T> {
    /// What the compiler takes for unknown.
    type Output;
    /// Never called.
    fn never(self) -> Self::Output;
}

macro_rules! not_a_number {
    ($($operator:ident $method:ident),*) => {$(
        /// Only for its words.
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

/// What nothing implements: data are no map of their fields.
#[diagnostic::on_unimplemented(
    message = "fields are not indexed",
    label = "what knows its fields by their constants",
    note = "help: write `get` with the constant of the field, as in `data.get(Image::NAME)`; what is computed is written with `data.set(Image::SHA256, …)`"
)]
pub trait IndexedByName<I> {
    /// What the compiler takes for unknown, so that it says nothing more of what is done with it.
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
