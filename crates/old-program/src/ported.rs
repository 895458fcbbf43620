//! Which types our own code answers for.

use crate::message;
use bytes::Bytes;
use std::collections::BTreeSet;

/// The kind of a type name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A resource.
    Resource,
    /// A data source.
    DataSource,
    /// An ephemeral resource.
    EphemeralResource,
    /// A list resource.
    ListResource,
    /// An action.
    Action,
    /// A function.
    Function,
}

impl Kind {
    /// Its name in messages.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Resource => "resource",
            Self::DataSource => "data source",
            Self::EphemeralResource => "ephemeral resource",
            Self::ListResource => "list resource",
            Self::Action => "action",
            Self::Function => "function",
        }
    }

    /// The kind that a call is about, and the field of its request that names the type. `None` if
    /// the call is about the provider, or about a state store, which is always ours.
    fn of(call: &str) -> Option<(Self, u32)> {
        Some(match call {
            "ValidateResourceConfig"
            | "UpgradeResourceState"
            | "UpgradeResourceIdentity"
            | "ReadResource"
            | "PlanResourceChange"
            | "ApplyResourceChange"
            | "ImportResourceState"
            | "GenerateResourceConfig" => (Self::Resource, 1),
            "MoveResourceState" => (Self::Resource, 5),
            "ValidateDataResourceConfig" | "ReadDataSource" => (Self::DataSource, 1),
            "ValidateEphemeralResourceConfig"
            | "OpenEphemeralResource"
            | "RenewEphemeralResource"
            | "CloseEphemeralResource" => (Self::EphemeralResource, 1),
            "ValidateListResourceConfig" | "ListResource" => (Self::ListResource, 1),
            "ValidateActionConfig" | "PlanAction" | "InvokeAction" => (Self::Action, 1),
            "CallFunction" => (Self::Function, 1),
            _ => return None,
        })
    }
}

/// The types that our own code answers for. Everything else belongs to the old program.
#[derive(Clone, Debug, Default)]
pub struct Ported(BTreeSet<(Kind, String)>);

impl FromIterator<(Kind, String)> for Ported {
    fn from_iter<T: IntoIterator<Item = (Kind, String)>>(types: T) -> Self {
        Self(types.into_iter().collect())
    }
}

impl Ported {
    /// Whether our code answers for this type.
    pub(crate) fn has(&self, kind: Kind, name: &str) -> bool {
        self.0.contains(&(kind, name.to_owned()))
    }

    /// Whether the old program answers this call.
    pub(crate) fn is_of_old_program(&self, call: &str, request: &Bytes) -> bool {
        // Our own code rejects a request without a name.
        let named = Kind::of(call).and_then(|(kind, number)| {
            let name = message::text(request, number)?;
            Some((kind, name))
        });
        named.is_some_and(|named| !self.0.contains(&named))
    }
}
