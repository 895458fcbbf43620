//! Errors about fields in a root that cannot have them: a provider's settings, a data source, a
//! state store. `outer` is the schema in words (`provider`, `data source`, …), `inner` the field.

templates! {
    /// R82, R83, R87: a write-only field in a schema that is not a resource's.
    WRITE_ONLY_OUTSIDE_RESOURCE:
        ["`" inner "` is write-only, which only fields of resources and actions can be, not of this " outer]
        help ["use `sensitive` to keep the value out of Terraform's output"];
    /// R275 in a state store, whose fields are not sensitive either.
    WRITE_ONLY_IN_STATE_STORE:
        ["`" inner "` is write-only, which only fields of resources and actions can be, not of this " outer]
        help ["remove `write_only`, and let users leave the value to the environment: `default_env(\"…\")`"];
    /// R285: a sensitive field in the configuration of a state store.
    SENSITIVE_IN_STATE_STORE:
        ["`" inner "` is sensitive, but Terraform keeps the configuration of a state store in plain text"]
        help ["remove `sensitive`, and let users leave the value to the environment: `default_env(\"…\")`"];
    /// R256: a computed block in a schema that is not a resource's.
    COMPUTED_BLOCK_ELSEWHERE:
        ["`" inner "` is a computed block, which only a resource can have, not this " outer]
        help ["make it a nested attribute: `computed, nested(list)`, `nested(single)` … instead of \
            `computed, block(…)`"];
    /// R227: a computed field in settings.
    COMPUTED_SETTING:
        ["`" inner "` is computed, but nothing computes " outer " settings"]
        help ["make it required or optional; a default may fill it in"];
}
