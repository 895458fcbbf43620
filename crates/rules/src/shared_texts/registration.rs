//! Errors about what a provider registers: one type, or several types together.

templates! {
    /// R222 without an update: `outer` is the type.
    UPDATE_TIMEOUT:
        ["`" outer "` has a timeout for `update`, but no update"]
        help ["remove `update` from `timeouts(…)`, or implement `Update` for it"];
    /// R60: a resource without update, with fields that can change in place: `outer` is the type,
    /// `inner` the fields.
    UPDATE_MISSING:
        ["`" outer "` has no update, but " inner " can change in place"]
        help ["implement `Update` for it, or mark every such field `force_new` so that a change \
            replaces the resource"];
    /// R61: a resource with update in which nothing can change in place: `outer` is the type.
    UPDATE_SUPERFLUOUS:
        ["`" outer "` has an update that can never run: no field can change in place"]
        help ["remove the `Update` implementation, or take `force_new` from a field that the API can change"];
    /// R123: `outer` is the provider, `inner` the type, the key the type's name after its first
    /// underscore, or all of it.
    TYPE_PREFIX:
        ["`" inner "` does not start with the provider's name `" outer "`"]
        help ["Terraform finds the provider by that prefix: name it `" outer "_" key "`"];
    /// R234, a provider with a different provider's `provider_meta`: `outer` is the provider,
    /// `inner` the other one.
    PROVIDER_META_NAME:
        ["the provider `" outer "` cannot take the `provider_meta` of `" inner "`"]
        help ["Terraform gives a provider the blocks of its own name: write `#[schema(provider_meta = \"" outer
            "\")]` on that struct"];
    /// R289: a list resource whose struct names a different type: `outer` is the resource's type,
    /// `inner` the struct's.
    LIST_OF_ANOTHER:
        ["the list resource of `" outer "` takes what is written for `" inner "`"]
        help ["write `#[schema(list = \"" outer "\")]` on the struct that `type Filter` names"];
    /// R299: the resource `outer` has an upgrade, and is at version 0.
    UPGRADE_IDLE:
        ["`" outer "` has an `upgrade`, but its version is 0, so that nothing is ever upgraded"]
        help ["write `version = 1` in its `#[schema(…)]`, or remove the `upgrade`"];
    /// R300: the import pattern of the resource `outer` names `inner`, which its identity lacks.
    IDENTITY_PATTERN:
        ["an import of `" outer "` by its identity cannot fill in the import pattern: the identity has no `" inner "`"]
        help ["add `" inner "` to `identity(…)`, name fields of the identity in the pattern, or write `import_identity` in \
            `impl Resource`"];
    /// R288: a list resource whose objects have no identity.
    LIST_WITHOUT_IDENTITY:
        ["`" outer "` cannot be listed: nothing identifies its objects"]
        help ["write `#[schema(resource = \"" outer "\", identity(…))]` with the fields by which an object is imported"];
    /// R145: `outer` is what it is, `inner` the type.
    DUPLICATE_TYPE:
        ["the " outer " `" inner "` is registered twice"]
        help ["remove one of the two, or give it another type name"];
}
