//! [`Class`]: the kinds of defects, with their names in reports.

use std::fmt;

macro_rules! classes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal, $cure:literal;)+) => {
        /// A kind of defect. Its [name](Class::name) is stable: tests and allowances may rely on
        /// it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Class {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Class {
            /// Every class, in the order of reports.
            pub const ALL: &'static [Class] = &[$(Class::$variant),+];

            /// The stable name, as reports print it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Class::$variant => $name,)+
                }
            }

            /// The remedy.
            #[must_use]
            pub const fn cure(self) -> &'static str {
                match self {
                    $(Class::$variant => $cure,)+
                }
            }
        }
    };
}

classes! {
    /// The settings, a given object or an example cannot be used: the kit cannot begin.
    ExampleRefused = "example-refused",
        "correct the example, or the settings that it needs";
    /// Provider code panicked.
    Panic = "panic",
        "return an error instead: a panic loses what the operation knew";
    /// Provider code did not end within the deadline of the kit.
    Hangs = "hangs",
        "give everything that waits an end, and race it against `cx.cancelled()`; where the work \
         really takes so long, raise the kit's `deadline`";
    /// Provider code did not stop when asked to.
    IgnoresCancellation = "ignores-cancellation",
        "race what takes long against `cx.cancelled()`, or ask `cx.check()` in loops";
    /// A create that was asked to stop left an unsaved object behind.
    LeftBehind = "left-behind",
        "call `data.set_id` as soon as the object exists, or delete what was made before create \
         returns the error";
    /// An operation failed on a configuration that validation and plan had accepted.
    OperationFails = "operation-fails",
        "make the operation work, or reject the configuration when it is validated or planned";
    /// An apply returned something other than planned.
    ContradictsPlan = "contradicts-plan",
        "follow the cure in the text: Terraform rejects such a result";
    /// The plan is not empty although nothing changed.
    PerpetualDifference = "perpetual-difference",
        "store the value as it was configured: a type with its own equality, `canonical` or \
         `diff_suppress` say that the remote form means the same; a value that the remote system \
         chooses needs `computed`";
    /// Two plans of the same change differ.
    UnstablePlan = "unstable-plan",
        "do nothing in the plan hook or in a default that may come out differently: no clock, no \
         random numbers";
    /// A plan with an unknown value is contradicted once the value is known.
    ChangesWhenKnown = "changes-when-known",
        "use the plan hook's own conditions (`require_replace_if`, `unknown_if`, `value_is(…).may_hold()`), which plan for \
         every value that an unknown may become; in your own checks, accept `Val::Unknown` too";
    /// A read right after an apply finds a different value than the apply returned.
    ChangesAfterApply = "changes-after-apply",
        "wait in create and update until the remote system has come to rest, or read the object \
         there before returning; declare a value that never rests as `computed(volatile)`";
    /// Two reads without a change in between differ.
    UnstableRead = "unstable-read",
        "store a stable form of the value, or declare it `computed(volatile)`";
    /// A computed field is null after every successful apply.
    NeverSet = "never-set",
        "set the field in create and read, or remove it";
    /// Read leaves a field as it was in the state, so changes outside Terraform go unnoticed.
    ReadNeverSets = "read-never-sets",
        "set the field in read from what the remote system says; where the remote system never \
         tells, allow this finding with the reason, or make the field write-only";
    /// Right after create, read does not find the object.
    ReadFindsNothing = "read-finds-nothing",
        "wait in create until the object can be read, and read it by the id that create set";
    /// An existing object cannot be imported.
    ImportFails = "import-fails",
        "set in import whatever read needs to find the object: `import = \"{a}/{b}\"` on the struct \
         reads several fields from the id";
    /// A field is null after an import, although the object has a value.
    ImportGap = "import-gap",
        "set the field in read, whatever the state held before; where there is nothing to read, set \
         it in import, or refuse imports with `import = none`";
    /// A field has a different value after an import.
    ImportDifference = "import-difference",
        "set the field in read in the same form in which create and update store it";
    /// After a successful call, an object of a resource with an identity has no identity.
    IdentityMissing = "identity-missing",
        "set the fields that identify, or call `data.set_identity` in create and in read";
    /// The identity of an object changed.
    IdentityChanges = "identity-changes",
        "identify objects by what stays; where it does change, say `mutable`";
    /// An object is not found by its identity, or has a different one after the import.
    IdentityImport = "identity-import",
        "set in `import_identity` whatever read needs to find the object: the id, from the fields that the identity filled \
         or from `data.identity()`";
    /// A list ends with an error.
    ListFails = "list-fails",
        "omit what cannot be read, with `cx.warn`: an error loses everything that was found before it";
    /// A listed object has no identity.
    ListIdentityMissing = "list-identity-missing",
        "set the fields that identify, or call `set_identity`, before `found.push`";
    /// A list lacks an existing object.
    ListLeavesOut = "list-leaves-out",
        "read the API's list to its last page; a filter that nobody set filters nothing";
    /// A list contains an object twice.
    ListsTwice = "lists-twice",
        "give out each object once: two of one identity are one to Terraform";
    /// A listed object differs from the result of read.
    ListDiffers = "list-differs",
        "fill what is listed as read does, or call `Self::read(cx, &mut object)` where whole objects are asked for";
    /// A listed object cannot be imported by its identity.
    ListedNotImported = "listed-not-imported",
        "list what exists, and set in `import_identity` whatever read needs to find the object";
    /// A list continues after it found the requested number of objects.
    ListGoesOn = "list-goes-on",
        "pass on what `found.push` returns: `found.push(…).await?`";
    /// A field that is not configured has its default, but not after an import.
    DefaultDiffers = "default-differs-from-import",
        "let read always set what the remote system has, also where that is the usual value; a \
         default that only the remote system knows is `optional, computed` without a default";
    /// A default function returns different values.
    UnstableDefault = "unstable-default",
        "let the function depend on nothing but its argument; a value that is generated once is a \
         computed field that create sets";
    /// A change outside Terraform is not noticed.
    DriftNotSeen = "drift-not-seen",
        "set in read every field from what the remote system says";
    /// A change outside Terraform is noticed, but an apply does not undo it.
    DriftNotRepaired = "drift-not-repaired",
        "send everything that is configured in update, not only what changed in the configuration";
    /// Delete reported success, but the object still exists.
    DeleteLeavesIt = "delete-leaves-it",
        "delete the object, and wait until it is gone; return an error where that is not possible";
    /// Deleting an object that no longer exists is an error.
    DeleteNotIdempotent = "delete-not-idempotent",
        "treat \"not found\" as success in delete";
    /// Reading an object that no longer exists is an error.
    ReadOfMissingFails = "read-of-missing-fails",
        "call `data.mark_gone()` in read where the remote system says \"not found\"";
    /// A secret is in an error, a warning, a progress message or the log; so is a state given to a
    /// state store, or a function argument is in the log.
    SecretTold = "secret-told",
        "omit the value from the text; a field of type `Secret` prints as `[sensitive]`";
    /// The value of a write-only argument is in a plan, the state, private data or the identity.
    WriteOnlyKept = "write-only-kept",
        "keep nothing of which the value can be found again; to notice a change, a salted hash in private data or a version \
         beside the argument";
    /// A write-only argument is needed where it is absent: in read, import or delete, or to plan an
    /// imported object.
    WriteOnlyNeeded = "write-only-needed",
        "do without it everywhere but in create and update, and take a missing hash for an object that was imported";
    /// A new value of a write-only argument is not noticed, or does not reach the remote system.
    WriteOnlyNotApplied = "write-only-not-applied",
        "let a version beside the argument say that it changed, and send the value in create and wherever \
         `data.has_change` of the version says so; an argument that only counts when the object is made is allowed with that \
         reason";
    /// The configuration generated for an imported object is rejected.
    GeneratedConfigInvalid = "generated-config-invalid",
        "accept in `validate` and in the plan what read stores; what excludes what is better said in the schema \
         (`conflicts_with` and similar), by which one of them is omitted";
    /// The configuration generated for an imported object changes the object.
    GeneratedConfigChanges = "generated-config-changes",
        "plan nothing for an object whose values are those of the configuration, also where nobody created it with \
         Terraform: what create keeps in private data is not there after an import";
    /// The configuration generated for an imported object shows a secret.
    GeneratedConfigTells = "generated-config-tells",
        "declare every field `sensitive` that holds a secret or a part of one, or omit the secret from it";
    /// A state differs from what was written.
    StateNotKept = "state-not-kept",
        "write the state whole under its id, in the place of the old one, so that whoever reads has one of them";
    /// An absent state is treated as existing.
    MissingState = "missing-state",
        "say that there is none: `Ok(None)` from read, `Ok(false)` from delete";
    /// A list of states lacks one, or contains one that no longer exists.
    StatesNotListed = "states-not-listed",
        "list what is there, under the ids with which it was written";
    /// Two clients hold the lock of a state, or another client releases it.
    LockNotExclusive = "lock-not-exclusive",
        "take the lock in one step that fails if it is there (a file with `create_new`, a conditional write), keep the \
         `LockInfo` with it, and compare its id in unlock";
    /// A function returns different results for the same arguments, or sometimes an error.
    UnstableResult = "unstable-result",
        "compute the result from the arguments alone: no clock, no random numbers, no environment, \
         no files; what must be looked up is a data source";
    /// A function's result is of the wrong type, unknown, or not a number.
    WrongResult = "wrong-result",
        "return a value that `output` promises, or an error that names the argument";
    /// A resource or an action cannot be planned while a value is not known yet.
    UnknownRefused = "unknown-refused",
        "look at what is known only: `get_ok`, or `value` and `Val::Known`; `require` and `read_struct` are errors before apply";
    /// An ephemeral resource is opened with a result that Terraform rejects.
    RefusedResult = "refused-result",
        "let what is configured stay as it is configured, and set computed fields only";
    /// A renewal of an ephemeral resource failed, or was due at once.
    RenewalFails = "renewal-fails",
        "renew what `open` gave for as long as Terraform may need it, and in good time: `data.renew_in(…)`";
    /// An ephemeral resource could not be closed, or not a second time.
    CloseFails = "close-fails",
        "close what `open` gave, also where renewals changed it, and treat \"not found\" as success";
    /// A resource, data source, function, block, field or parameter without documentation.
    Undocumented = "undocumented",
        "write a doc comment: it is what Terraform, the registry and completion show";
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_distinct_and_plain() {
        let names: BTreeSet<&str> = Class::ALL.iter().map(|class| class.name()).collect();
        assert_eq!(names.len(), Class::ALL.len());
        for name in names {
            assert!(
                name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'),
                "{name}"
            );
        }
    }
}
