//! Errors about nested structs: `outer` is the field that nests, `inner` the nested field.

templates! {
    /// R108: a computed field inside the element of the set `outer`.
    COMPUTED_IN_SET:
        ["`" outer "` is a set whose elements have the computed field `" inner "`"]
        help ["an element of a set has no identity but its value: use a list or map, give the set a \
            `set_key`, or keep it with `allow(computed_in_set, reason = \"…\")`"];
    /// R107: a set inside the element of the set `outer`.
    SET_IN_SET:
        ["`" outer "` is a set whose elements hold the set `" inner "`"]
        help ["one change inside replaces the whole outer element: use a list or map for one of the \
            two, or keep it with `allow(set_in_set, reason = \"…\")`"];
    /// R141, R139, C16, C19, R35: a write-only field inside the set `outer`.
    WRITE_ONLY_IN_SET:
        ["`" outer "` is a set whose elements have the write-only field `" inner "`"]
        help ["a write-only value is not stored, so elements of a set could not be distinguished: \
            use a list, a map or a single struct"];
    /// R140, R36: a write-only field inside the computed structure `outer`.
    WRITE_ONLY_IN_COMPUTED:
        ["`" outer "` is computed but holds the write-only field `" inner "`"]
        help ["a write-only value comes from the configuration and is never stored: make the \
            structure required or optional only, or the field not write_only"];
    /// R138: a child of the write-only structure `outer` that is not write-only.
    STORED_IN_WRITE_ONLY:
        ["`" outer "` is write-only but its field `" inner "` is not"]
        help ["mark every field inside `write_only`, or only those that need it and not the whole"];
    /// R137, C16, C19: a dynamic value inside the repeated structure or collection `outer`.
    DYNAMIC_IN_COLLECTION:
        ["`" outer "` is repeated but holds the dynamic value `" inner "`"]
        help ["all elements must have one type: move the dynamic value to the root or into a single \
            struct, or give it a type"];
    /// R228: a two-argument suppress function, or a state function, inside the set `outer`.
    SUPPRESS_IN_SET:
        ["`" key "` of `" inner "` cannot work inside the set `" outer "`"]
        help ["elements of a set are found by hashing them, which a function of two values cannot \
            serve: give the canonical form with `canonical = path` (`fn(&T) -> Canonical`)"];
    /// R253: a field `inner` of the computed block `outer` that is not computed.
    COMPUTED_BLOCK_CONTENT:
        ["`" outer "` is a computed block, but its field `" inner "` is not computed"]
        help ["where the provider chooses the blocks, it chooses all that is in them: make the field \
            `computed` or `optional, computed`, or the structure a nested attribute, as `optional, \
            computed, nested(list)`"];
    /// R254: a computed single block whose type is not an Option.
    COMPUTED_BLOCK_REQUIRED:
        ["`" outer "` is a computed block, which the configuration may omit, but its type says \
            that it is there"]
        help ["wrap the type in `Option<…>`"];
    /// R248: `outer` is the field, whose type is a resource or a data source.
    ROOT_AS_BLOCK:
        ["`" outer "` holds a resource or data source, which has an id of its own and cannot be a block"]
        help ["nest a struct of the fields that are meant, without `#[schema(resource = …)]`; to refer to \
            another object, hold its id: `disk_id: String`"];
    /// R11: a block inside a nested attribute.
    BLOCK_IN_ATTRIBUTE:
        ["`" outer "` is an attribute, which cannot hold the block `" inner "`"]
        help ["make the inner one an attribute too with `nested(…)`, or the outer one a block"];
    /// R230: a struct contains itself through the field `outer`.
    RECURSIVE:
        ["`" outer "` makes the struct contain itself, but a schema is finite"]
        help ["write a separate struct for each level, or use JSON in a string, or Dynamic"];
}
