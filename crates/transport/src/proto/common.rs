//! Messages that protocol 5 and 6 have in common and that more than one call uses.

use bytes::Bytes;
use std::fmt;

/// An encoded value: a configuration, a state, an argument. Terraform always sends MessagePack.
#[derive(Clone, PartialEq, Eq, prost::Message)]
#[prost(skip_debug)]
pub struct DynamicValue {
    /// The value in MessagePack, by the rules of its schema.
    #[prost(bytes = "bytes", tag = "1")]
    pub msgpack: Bytes,
    /// The value in JSON; only read where `msgpack` is empty.
    #[prost(bytes = "bytes", tag = "2")]
    pub json: Bytes,
}

impl DynamicValue {
    /// A value that is already encoded as MessagePack.
    #[must_use]
    pub fn from_msgpack(msgpack: impl Into<Bytes>) -> Self {
        Self {
            msgpack: msgpack.into(),
            json: Bytes::new(),
        }
    }
}

impl fmt::Debug for DynamicValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "DynamicValue({} bytes msgpack, {} bytes json)",
            self.msgpack.len(),
            self.json.len()
        )
    }
}

/// What identifies an object, as its resource's identity schema has it (6.9).
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct ResourceIdentityData {
    /// The attributes; missing or null is none.
    #[prost(message, optional, tag = "1")]
    pub identity_data: Option<DynamicValue>,
}

/// An error or a warning for the user.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Diagnostic {
    /// A [`diagnostic::Severity`].
    #[prost(enumeration = "diagnostic::Severity", tag = "1")]
    pub severity: i32,
    /// One line that names the problem.
    #[prost(string, tag = "2")]
    pub summary: String,
    /// What happened and what to do about it.
    #[prost(string, tag = "3")]
    pub detail: String,
    /// Where; missing means the whole block.
    #[prost(message, optional, tag = "4")]
    pub attribute: Option<AttributePath>,
}

impl Diagnostic {
    /// An error without a path.
    #[must_use]
    pub fn error(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        let severity = diagnostic::Severity::Error.into();
        Self {
            severity,
            summary: summary.into(),
            detail: detail.into(),
            attribute: None,
        }
    }
}

/// Parts of [`Diagnostic`].
pub mod diagnostic {
    /// How bad it is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
    #[repr(i32)]
    pub enum Severity {
        /// Not set.
        Invalid = 0,
        /// The call failed.
        Error = 1,
        /// The call went on.
        Warning = 2,
    }
}

/// A path from the root object to a value; it stops at a set, whose elements have no address.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct AttributePath {
    /// Steps from the root.
    #[prost(message, repeated, tag = "1")]
    pub steps: Vec<attribute_path::Step>,
}

/// Parts of [`AttributePath`].
pub mod attribute_path {
    /// One step of a path.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Step {
        /// What the step selects.
        #[prost(oneof = "Selector", tags = "1, 2, 3")]
        pub selector: Option<Selector>,
    }

    /// What a step selects.
    #[derive(Clone, PartialEq, Eq, prost::Oneof)]
    pub enum Selector {
        /// An attribute or a block of an object.
        #[prost(string, tag = "1")]
        AttributeName(String),
        /// An element of a map, or a labelled block.
        #[prost(string, tag = "2")]
        ElementKeyString(String),
        /// An element of a list.
        #[prost(int64, tag = "3")]
        ElementKeyInt(i64),
    }
}

/// A state as it was saved, perhaps by another version of the provider.
#[derive(Clone, PartialEq, Eq, prost::Message)]
#[prost(skip_debug)]
pub struct RawState {
    /// The state in JSON, by the schema of the writer.
    #[prost(bytes = "bytes", tag = "1")]
    pub json: Bytes,
    /// The flat form, only from states last written before Terraform 0.12.
    #[prost(btree_map = "string, string", tag = "2")]
    pub flatmap: std::collections::BTreeMap<String, String>,
}
opaque_debug!(RawState);

/// How a description is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
#[repr(i32)]
pub enum StringKind {
    /// Plain text.
    Plain = 0,
    /// Markdown.
    Markdown = 1,
}

/// What the provider can do beyond the first protocol version (6.3).
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct ServerCapabilities {
    /// Plan calls for destroying are welcome.
    #[prost(bool, tag = "1")]
    pub plan_destroy: bool,
    /// Calls may come to a process that was never asked for its schema (6.4).
    #[prost(bool, tag = "2")]
    pub get_provider_schema_optional: bool,
    /// `MoveResourceState` is implemented (6.5).
    #[prost(bool, tag = "3")]
    pub move_resource_state: bool,
    /// `GenerateResourceConfig` is implemented (6.10).
    #[prost(bool, tag = "4")]
    pub generate_resource_config: bool,
}

/// What the calling Terraform can do (6.6).
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct ClientCapabilities {
    /// The answer may be [`Deferred`].
    #[prost(bool, tag = "1")]
    pub deferral_allowed: bool,
    /// Write-only attributes may have a value (6.8).
    #[prost(bool, tag = "2")]
    pub write_only_attributes_allowed: bool,
    /// The private bytes of a plan come back when it is made again before the apply (6.11).
    #[prost(bool, tag = "3")]
    pub store_planned_private: bool,
    /// Blocks may be computed (6.11).
    #[prost(bool, tag = "4")]
    pub computed_blocks_allowed: bool,
}

/// An answer deferred to a later run (6.6).
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct Deferred {
    /// A [`deferred::Reason`].
    #[prost(enumeration = "deferred::Reason", tag = "1")]
    pub reason: i32,
}

/// Parts of [`Deferred`].
pub mod deferred {
    /// Why an answer was deferred.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
    #[repr(i32)]
    pub enum Reason {
        /// Not said.
        Unknown = 0,
        /// The resource's configuration is not known yet.
        ResourceConfigUnknown = 1,
        /// The provider's configuration is not known yet.
        ProviderConfigUnknown = 2,
        /// Something it builds on does not exist yet.
        AbsentPrereq = 3,
    }
}

/// The signature of a function (6.5).
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Function {
    /// The positional parameters.
    #[prost(message, repeated, tag = "1")]
    pub parameters: Vec<function::Parameter>,
    /// The parameter that takes all variadic arguments.
    #[prost(message, optional, tag = "2")]
    pub variadic_parameter: Option<function::Parameter>,
    /// The result.
    #[prost(message, optional, tag = "3")]
    pub r#return: Option<function::Return>,
    /// One line of documentation.
    #[prost(string, tag = "4")]
    pub summary: String,
    /// Documentation.
    #[prost(string, tag = "5")]
    pub description: String,
    /// How `description` is written.
    #[prost(enumeration = "StringKind", tag = "6")]
    pub description_kind: i32,
    /// Not empty: the function is deprecated, for this reason.
    #[prost(string, tag = "7")]
    pub deprecation_message: String,
}

/// Parts of [`Function`].
pub mod function {
    use bytes::Bytes;

    /// A parameter.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Parameter {
        /// Its name, for documentation and errors.
        #[prost(string, tag = "1")]
        pub name: String,
        /// Its type constraint in JSON.
        #[prost(bytes = "bytes", tag = "2")]
        pub r#type: Bytes,
        /// Null may be passed.
        #[prost(bool, tag = "3")]
        pub allow_null_value: bool,
        /// The provider accepts unknown arguments.
        #[prost(bool, tag = "4")]
        pub allow_unknown_values: bool,
        /// Documentation.
        #[prost(string, tag = "5")]
        pub description: String,
        /// How `description` is written.
        #[prost(enumeration = "super::StringKind", tag = "6")]
        pub description_kind: i32,
    }

    /// The type of a result.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Return {
        /// The type constraint in JSON.
        #[prost(bytes = "bytes", tag = "1")]
        pub r#type: Bytes,
    }
}

/// Why a function has no result (6.5).
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct FunctionError {
    /// The message for the user.
    #[prost(string, tag = "1")]
    pub text: String,
    /// The argument at fault, counted from 0.
    #[prost(int64, optional, tag = "2")]
    pub function_argument: Option<i64>,
}

/// A point in time, as `google.protobuf.Timestamp`.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct Timestamp {
    /// Seconds since 1970-01-01T00:00:00Z.
    #[prost(int64, tag = "1")]
    pub seconds: i64,
    /// Nanoseconds within the second.
    #[prost(int32, tag = "2")]
    pub nanos: i32,
}

/// Where in a state a chunk of it is (6.11): both bounds are within it, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct StateRange {
    /// The first byte.
    #[prost(int64, tag = "1")]
    pub start: i64,
    /// The last byte.
    #[prost(int64, tag = "2")]
    pub end: i64,
}

/// An answer that has nothing but diagnostics.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct OnlyDiagnostics {
    /// Errors and warnings.
    #[prost(message, repeated, tag = "1")]
    pub diagnostics: Vec<Diagnostic>,
}
with_diagnostics!(OnlyDiagnostics);

/// A type, and a configuration of it.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct TypeConfig {
    /// The type's name.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The configuration; parts may be unknown.
    #[prost(message, optional, tag = "2")]
    pub config: Option<DynamicValue>,
}

/// A state of a state store (6.11).
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct OneState {
    /// The state store's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The state: the workspace's name.
    #[prost(string, tag = "2")]
    pub state_id: String,
}
