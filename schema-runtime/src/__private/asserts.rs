//! Checks of one field that only constants can make: what its type can hold.

use std::marker::PhantomData;

use schema_rules::format::{DURATION, UNSIGNED_DURATION};
use schema_rules::shared_texts;
use schema_rules::validator::Form;

use super::message::{Message, equal, listed};
use super::{AttributeOf, ObjectsOf, Predicate, Range, Ref, Text, Type, Validator};
use crate::field_type::HasZero;

/// Whether a type has a zero value: in `Zero::<T>::KNOWN`, the inherent constant takes precedence
/// over the one of [`HasNoZero`].
#[derive(Debug)]
pub struct Zero<T>(PhantomData<T>);

impl<T: HasZero> Zero<T> {
    /// It has one.
    pub const KNOWN: bool = true;
}

/// The answer for all other types.
pub trait HasNoZero {
    /// It has none.
    const KNOWN: bool = false;
}

impl<T> HasNoZero for Zero<T> {}

/// An enum in which a variant has Rust's `#[default]`.
#[diagnostic::on_unimplemented(
    message = "`#[default]` says nothing about a schema",
    label = "`{Self}` has no default of its own",
    note = "help: write the default at the field: `#[field(optional, default = {Self}::…)]`; for Rust's `Default` derive it too"
)]
pub trait HasDefault {}

#[diagnostic::do_not_recommend]
impl<T: Default> HasDefault for T {}

/// Requires it.
pub const fn marks_default<T: HasDefault>() {}

/// A secret type is hidden, and elements of a collection have one type (R137).
#[track_caller]
pub const fn assert_attribute<T>(of: AttributeOf<T>, name: &str, hidden: bool) {
    if of.secret && !hidden {
        Message::about(name)
            .add(" holds a secret, but Terraform would show it")
            .refuse("remove `sensitive = false`, or add `write_only` if it is not to be kept in the state")
    }
    assert_one_type(of.ty, name);
}

#[track_caller]
const fn assert_one_type(ty: &Type, name: &str) {
    if has_dynamic(ty, false) {
        Message::of(&shared_texts::DYNAMIC_IN_COLLECTION, name, "element", "").stop()
    }
}

/// Only a secret type is sensitive by itself, so only its field can say that it is not (R137).
#[track_caller]
pub const fn assert_secret<T>(of: AttributeOf<T>, name: &str) {
    if !of.secret {
        Message::about(name)
            .add(" is sensitive only if it says so")
            .refuse("remove `sensitive = false`")
    }
}

/// The same for variadic arguments; dynamic ones each have their own type.
#[track_caller]
pub const fn assert_arguments<T>(of: AttributeOf<T>, name: &str, hidden: bool) {
    if let Type::List(Ref::Static {
        value: Type::Dynamic,
    }) = of.ty
    {
        return;
    }
    assert_attribute(of, name, hidden);
}

/// The result of a function is not secret, and its elements have one type (R137).
#[track_caller]
pub const fn assert_result<T>(of: AttributeOf<T>) {
    if of.secret {
        Message::new()
            .add("the result is a secret, but Terraform would show it")
            .refuse("return the string in it: Terraform hides it if an argument is sensitive; `sensitive(…)` around the call always hides it")
    }
    assert_one_type(of.ty, "the result");
}

/// A string that represents a value of a type must be valid (R135): strings must carry the type,
/// and its own checks must pass. The derive evaluates what the compiler cannot evaluate: `wrong`
/// lists, by name, the forms that the text does not have, and `instead` says what to write if
/// strings do not carry the type.
#[track_caller]
pub const fn assert_text<T>(
    of: AttributeOf<T>,
    name: &str,
    (text, instead): (&str, &str),
    wrong: &[&str],
) {
    let refused = Message::new().add("the default of ").name(name);
    if !matches!(of.ty, Type::String) {
        refused
            .add(" is a string, but its type has no string values")
            .refuse(instead)
    }
    for_each!(&validator in of.validators, {
        match validator.predicate() {
            Some(Predicate::Form(form)) if listed(wrong, form.name) => {
                not_of_form(refused.add(" is "), form, wrong)
            }
            Some(Predicate::OneOf { values }) if !super::text_passes(text, validator) => {
                let refused = refused.add(" is \"").add(text);
                values_of(refused.add("\", which is not one of its values"), values)
            }
            _ => {}
        }
    });
}

/// A string that represents a value of a type if no variable is set must be valid (R135). Numbers
/// and bools are allowed too, since a variable holds them as strings.
#[track_caller]
pub const fn assert_fallback<T>(
    of: AttributeOf<T>,
    name: &str,
    (text, whole, number, truth): (&str, Option<i128>, bool, bool),
    wrong: &[&str],
) {
    let refused = Message::new()
        .add("the fallback of ")
        .name(name)
        .add(" is \"")
        .add(text)
        .add("\"");
    match of.ty {
        Type::String | Type::Dynamic => {}
        Type::Number if !number => refused
            .add(", not a number")
            .refuse("write one in quotes, for example `fallback = \"8\"`"),
        Type::Bool if !truth => refused
            .add(", not a bool")
            .refuse("write `fallback = \"true\"` or `fallback = \"false\"`"),
        Type::Number | Type::Bool => {}
        _ => refused
            .add(", and a variable holds one value")
            .refuse("split it in a function, with `default_fn`"),
    }
    for_each!(&validator in of.validators, {
        match validator.predicate() {
            Some(Predicate::Form(form)) if listed(wrong, form.name) => {
                not_of_form(refused.add(", which is "), form, wrong)
            }
            Some(Predicate::OneOf { values }) if !super::text_passes(text, validator) => {
                values_of(refused.add(", which is not one of its values"), values)
            }
            Some(Predicate::Integer { min, max }) if !is_within(whole, *min, *max) => refused
                .add(", which its type cannot hold")
                .refuse("write a whole number that it holds"),
            _ => {}
        }
    });
}

const fn is_within(number: Option<i128>, min: i128, max: u128) -> bool {
    match number {
        Some(number) => number >= min && (number < 0 || number as u128 <= max),
        None => false,
    }
}

/// The type must hold every value that a validator lists (R242).
#[track_caller]
pub const fn assert_listed<T>(
    of: AttributeOf<T>,
    name: &str,
    validator: &str,
    text: &str,
    wrong: &[&str],
) {
    let refused = Message::about(validator)
        .add(" of ")
        .name(name)
        .add(" lists \"")
        .add(text)
        .add("\", which its type does not hold");
    for_each!(&validator in of.validators, {
        match validator.predicate() {
            Some(Predicate::Form(form)) if listed(wrong, form.name) => refused
                .help("list strings such as \"")
                .add(form.example)
                .add("\"")
                .stop(),
            Some(Predicate::OneOf { values }) if !super::text_passes(text, validator) => {
                values_of(refused, values)
            }
            _ => {}
        }
    });
}

/// A validator must be for the type (R214, R215), or for the elements at this depth. `texts` says
/// what is wrong with it on a string, a number, a bool, a list, a set and a map; an empty one, that
/// it fits.
#[track_caller]
pub const fn assert_fits<T>(of: AttributeOf<T>, mut depth: usize, texts: &[&str; 6]) {
    let mut ty = of.ty;
    while depth > 0 {
        ty = match ty {
            Type::List(Ref::Static { value })
            | Type::Set(Ref::Static { value })
            | Type::Map(Ref::Static { value }) => value,
            _ => return,
        };
        depth -= 1;
    }
    let text = match ty {
        Type::String => texts[0],
        Type::Number => texts[1],
        Type::Bool => texts[2],
        Type::List(_) => texts[3],
        Type::Set(_) => texts[4],
        Type::Map(_) => texts[5],
        _ => "",
    };
    if !text.is_empty() {
        panic!("{}", text)
    }
}

/// A range must contain some of the whole numbers of the type (R242).
#[track_caller]
pub const fn assert_possible<T>(
    of: AttributeOf<T>,
    name: &str,
    validator: &str,
    asked: &Validator,
) {
    let Some(Predicate::Range(Range::Integer { min: from, max: to })) = asked.predicate() else {
        return;
    };
    for_each!(&own in of.validators, {
        if let Some(Predicate::Integer { min, max }) = own.predicate() {
            let above = matches!(from, Some(from) if *from > 0 && *from as u128 > *max);
            let below = matches!(to, Some(to) if *to < *min);
            if above || below {
                Message::about(validator)
                    .add(" of ")
                    .name(name)
                    .add(" allows nothing that its type holds")
                    .refuse("choose limits among the numbers of the type, or take a larger type")
            }
        }
    });
}

#[track_caller]
const fn values_of(message: Message, values: &Ref<[Text]>) -> ! {
    let (values, mut message) = (values.const_slice(), message.help("write one of "));
    let mut i = 0;
    while i < values.len() {
        if i == MOST_LISTED {
            message = message.add(", …");
            break;
        }
        message = message
            .add(if i == 0 { "\"" } else { ", \"" })
            .add(values[i].const_str())
            .add("\"");
        i += 1;
    }
    message.stop()
}

/// How many values a message lists.
const MOST_LISTED: usize = 12;

/// Stops at a string that does not have the form of a type: a negative duration has it, but the
/// type cannot hold it.
#[track_caller]
const fn not_of_form(refused: Message, form: &Form, wrong: &[&str]) -> ! {
    let below_zero = equal(form.name, UNSIGNED_DURATION.name) && !listed(wrong, DURATION.name);
    let refused = match below_zero {
        true => refused.add("a duration below zero, which the type does not hold"),
        false => refused.add("not ").add(form.what),
    };
    refused
        .help("write one such as \"")
        .add(form.example)
        .add("\"")
        .stop()
}

/// Whether something in a type is dynamic: outside collections, only if `counts`.
pub(super) const fn has_dynamic(ty: &Type, counts: bool) -> bool {
    match ty {
        Type::Dynamic => counts,
        Type::List(Ref::Static { value })
        | Type::Set(Ref::Static { value })
        | Type::Map(Ref::Static { value }) => has_dynamic(value, true),
        Type::Tuple(elements) => {
            for_each!(&element in elements.const_slice(), {
                if has_dynamic(element, counts) {
                    return true;
                }
            });
            false
        }
        _ => false,
    }
}

/// A collection of objects may be an `Option` only where null can be distinguished from empty.
#[track_caller]
pub const fn assert_collection<T>(of: ObjectsOf<T>, name: &str, block: bool, required: bool) {
    if of.nullable && block {
        Message::about(name)
            .add(" groups blocks, which may be empty but never null")
            .refuse(
                "use the collection inside the Option, or make it an attribute with `nested(…)`",
            )
    }
    if of.holds_nulls && block {
        Message::about(name)
            .add(" groups blocks, which are never null")
            .refuse("use the struct inside the Option, or make it an attribute with `nested(…)`")
    }
    assert_no_option(of.nullable && required, name);
}

/// For at most one block: if it may be absent, the type says so.
#[track_caller]
pub const fn assert_alone<T>(of: ObjectsOf<T>, name: &str, required: bool) {
    if of.alone && required && of.nullable {
        Message::about(name)
            .add(" must be present, so its type cannot be an Option")
            .refuse("use the type inside the Option, or remove `min_items = 1`")
    }
    if of.alone && !required && !of.nullable {
        Message::about(name)
            .add(" may be absent, but its type is not nullable")
            .refuse("wrap the type in `Option<…>`, or write `min_items = 1` beside `max_items = 1`")
    }
}

/// A required attribute is not an `Option`.
#[track_caller]
pub const fn assert_required<T>(of: AttributeOf<T>, name: &str) {
    assert_no_option(of.nullable, name);
}

#[track_caller]
const fn assert_no_option(required_option: bool, name: &str) {
    if required_option {
        Message::about(name)
            .add(" is required, so its type cannot be an Option")
            .refuse("use the type inside the Option, or make the field `optional`")
    }
}

/// A required write-only value exists only in create and update.
#[track_caller]
pub const fn assert_may_be_absent(may_be_absent: bool, name: &str) {
    if !may_be_absent {
        Message::about(name)
            .add(" is write-only, so read and delete have no value for it")
            .refuse("write `Secret` for a string, else an `Option`")
    }
}

/// An optional attribute without default can be null, `computed` or not. `ty` is its type as
/// written.
#[track_caller]
pub const fn assert_optional<T>(of: AttributeOf<T>, name: &str, ty: &str, computed: bool) {
    if !of.has_room() {
        let text = shared_texts::optional_without_room(computed);
        Message::of(text, name, ty, "").stop()
    }
}

/// A computed attribute is null or unknown before the provider sets it.
#[track_caller]
pub const fn assert_computed<T>(_: AttributeOf<T>, name: &str, has_zero: bool) {
    if !has_zero {
        Message::about(name)
            .add(" is computed, but its type cannot represent a value that is not known yet")
            .refuse("wrap the type in `Option<…>`")
    }
}

/// If a single nested attribute may be null, its type must be nullable.
#[track_caller]
pub const fn assert_single<T>(of: ObjectsOf<T>, name: &str, required: bool) {
    assert_no_option(required && of.nullable, name);
    if !required && !of.nullable {
        Message::about(name)
            .add(" may be null, but its type is not nullable")
            .refuse("wrap the type in `Option<…>`, or make the field `required`")
    }
}
