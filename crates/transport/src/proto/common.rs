//! Messages that protocol 5 and 6 have in common and that more than one call uses.

use bytes::Bytes;
use std::fmt;

messages! {
    /// An encoded value: a configuration, a state, an argument. Terraform always sends MessagePack.
    #[prost(skip_debug)]
    DynamicValue {
        /// The value in MessagePack, by the rules of its schema.
        [bytes = "bytes", tag = "1"] msgpack: Bytes,
        /// The value in JSON; only read if `msgpack` is empty.
        [bytes = "bytes", tag = "2"] json: Bytes,
    }
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

messages! {
    /// The identity of an object, by its resource's identity schema (6.9).
    ResourceIdentityData {
        /// The attributes; missing or null means no identity.
        [message, optional, tag = "1"] identity_data: Option<DynamicValue>,
    }

    /// An error or a warning for the user.
    Diagnostic {
        /// A [`diagnostic::Severity`].
        [enumeration = "diagnostic::Severity", tag = "1"] severity: i32,
        /// One line that names the problem.
        [string, tag = "2"] summary: String,
        /// What happened and what to do about it.
        [string, tag = "3"] detail: String,
        /// The path; missing means the whole block.
        [message, optional, tag = "4"] attribute: Option<AttributePath>,
    }
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
    /// The severity.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
    #[repr(i32)]
    pub enum Severity {
        /// Not set.
        Invalid = 0,
        /// The call failed.
        Error = 1,
        /// The call continued.
        Warning = 2,
    }
}

messages! {
    /// A path from the root object to a value; it stops at a set, whose elements have no address.
    AttributePath {
        /// Steps from the root.
        [message, repeated, tag = "1"] steps: Vec<attribute_path::Step>,
    }
}

/// Parts of [`AttributePath`].
pub mod attribute_path {
    messages! {
        /// One step of a path.
        Step {
            /// What the step selects.
            [oneof = "Selector", tags = "1, 2, 3"] selector: Option<Selector>,
        }
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

opaque_messages! {
    /// A state as it was saved, perhaps by another version of the provider.
    RawState {
        /// The state in JSON, by the schema of the writer.
        [bytes = "bytes", tag = "1"] json: Bytes,
        /// The flat form, only from states last written before Terraform 0.12.
        [btree_map = "string, string", tag = "2"] flatmap: std::collections::BTreeMap<String, String>,
    }
}

/// How a description is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
#[repr(i32)]
pub enum StringKind {
    /// Plain text.
    Plain = 0,
    /// Markdown.
    Markdown = 1,
}

messages! {
    /// What the provider can do beyond the first protocol version (6.3).
    #[derive(Copy)]
    ServerCapabilities {
        /// Plan calls for destroys are wanted.
        [bool, tag = "1"] plan_destroy: bool,
        /// Calls may come to a process whose schema was never requested (6.4).
        [bool, tag = "2"] get_provider_schema_optional: bool,
        /// `MoveResourceState` is implemented (6.5).
        [bool, tag = "3"] move_resource_state: bool,
        /// `GenerateResourceConfig` is implemented (6.10).
        [bool, tag = "4"] generate_resource_config: bool,
    }

    /// What the calling Terraform can do (6.6).
    #[derive(Copy)]
    ClientCapabilities {
        /// The answer may be [`Deferred`].
        [bool, tag = "1"] deferral_allowed: bool,
        /// Write-only attributes may have a value (6.8).
        [bool, tag = "2"] write_only_attributes_allowed: bool,
        /// The private data of a plan are returned when it is planned again before the apply
        /// (6.11).
        [bool, tag = "3"] store_planned_private: bool,
        /// Blocks may be computed (6.11).
        [bool, tag = "4"] computed_blocks_allowed: bool,
    }

    /// An answer deferred to a later run (6.6).
    #[derive(Copy)]
    Deferred {
        /// A [`deferred::Reason`].
        [enumeration = "deferred::Reason", tag = "1"] reason: i32,
    }
}

/// Parts of [`Deferred`].
pub mod deferred {
    /// Why an answer was deferred.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
    #[repr(i32)]
    pub enum Reason {
        /// Not set.
        Unknown = 0,
        /// The resource's configuration is not known yet.
        ResourceConfigUnknown = 1,
        /// The provider's configuration is not known yet.
        ProviderConfigUnknown = 2,
        /// Something that it depends on does not exist yet.
        AbsentPrereq = 3,
    }
}

messages! {
    /// The signature of a function (6.5).
    Function {
        /// The positional parameters.
        [message, repeated, tag = "1"] parameters: Vec<function::Parameter>,
        /// The parameter for variadic arguments.
        [message, optional, tag = "2"] variadic_parameter: Option<function::Parameter>,
        /// The result.
        [message, optional, tag = "3"] r#return: Option<function::Return>,
        /// One line of documentation.
        [string, tag = "4"] summary: String,
        /// Documentation.
        [string, tag = "5"] description: String,
        /// How `description` is written.
        [enumeration = "StringKind", tag = "6"] description_kind: i32,
        /// Not empty: the function is deprecated, for this reason.
        [string, tag = "7"] deprecation_message: String,
    }
}

/// Parts of [`Function`].
pub mod function {
    use bytes::Bytes;

    messages! {
        /// A parameter.
        Parameter {
            /// Its name, for documentation and errors.
            [string, tag = "1"] name: String,
            /// Its type constraint in JSON.
            [bytes = "bytes", tag = "2"] r#type: Bytes,
            /// Null may be passed.
            [bool, tag = "3"] allow_null_value: bool,
            /// The provider accepts unknown arguments.
            [bool, tag = "4"] allow_unknown_values: bool,
            /// Documentation.
            [string, tag = "5"] description: String,
            /// How `description` is written.
            [enumeration = "super::StringKind", tag = "6"] description_kind: i32,
        }

        /// The type of a result.
        Return {
            /// The type constraint in JSON.
            [bytes = "bytes", tag = "1"] r#type: Bytes,
        }
    }
}

messages! {
    /// Why a function has no result (6.5).
    FunctionError {
        /// The message for the user.
        [string, tag = "1"] text: String,
        /// The argument at fault, counted from 0.
        [int64, optional, tag = "2"] function_argument: Option<i64>,
    }

    /// A point in time, as `google.protobuf.Timestamp`.
    #[derive(Copy)]
    Timestamp {
        /// Seconds since 1970-01-01T00:00:00Z.
        [int64, tag = "1"] seconds: i64,
        /// Nanoseconds within the second.
        [int32, tag = "2"] nanos: i32,
    }

    /// The range of a chunk in a state (6.11): both bounds are included, counted from 0.
    #[derive(Copy)]
    StateRange {
        /// The first byte.
        [int64, tag = "1"] start: i64,
        /// The last byte.
        [int64, tag = "2"] end: i64,
    }

    /// An answer with only diagnostics.
    OnlyDiagnostics {
        /// Errors and warnings.
        [message, repeated, tag = "1"] diagnostics: Vec<Diagnostic>,
    }

    /// A type, and a configuration of it.
    TypeConfig {
        /// The type's name.
        [string, tag = "1"] type_name: String,
        /// The configuration; parts may be unknown.
        [message, optional, tag = "2"] config: Option<DynamicValue>,
    }

    /// A state of a state store (6.11).
    OneState {
        /// The state store's type.
        [string, tag = "1"] type_name: String,
        /// The state: the workspace's name.
        [string, tag = "2"] state_id: String,
    }
}
