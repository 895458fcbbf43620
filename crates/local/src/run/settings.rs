//! The settings of the provider: configured values, missing values, and `configure`.

use std::sync::Arc;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::{Extra, Flags, Kind, SchemaKind};
use schema_runtime::value::Value;

use super::context::Run;
use crate::address::ResourceAddress;
use crate::language::body::{decode, locate};
use crate::language::eval::Scope;
use crate::language::hcl;
use crate::language::hcl::ast::{Attribute, Body, Expr, ExprKind, Name};
use crate::message::{Message, Messages};
use crate::source::{Location, SourceFile};
use schema_shell::lifecycle::Instance;

/// A required setting of the provider that is not set.
pub(crate) struct MissingSetting {
    pub(crate) name: String,
    pub(crate) description: String,
    /// The default text of the prompt.
    pub(crate) filled_in: Option<String>,
    pub(crate) sensitive: bool,
}

impl Run {
    /// Configures the provider, or one of its aliases, unless nothing needs it.
    pub(crate) async fn configure(
        &self,
        alias: Option<&Arc<str>>,
        scope: &Scope,
        messages: &mut Messages,
    ) -> bool {
        // As in Terraform Core: a user of aliases alone need not configure the default, and an
        // unused alias may refer to something that does not exist.
        if !self.is_used(alias) {
            return true;
        }
        self.configure_now(alias, scope, messages).await
    }

    /// The provider with the settings of an alias, or with the default ones.
    pub(crate) fn instance_of(&self, alias: Option<&Arc<str>>) -> Option<&Instance> {
        match alias {
            None => Some(&self.instance),
            Some(alias) => self.aliases.get(alias),
        }
    }

    /// The same, even if nothing needs it.
    pub(crate) async fn configure_now(
        &self,
        alias: Option<&Arc<str>>,
        scope: &Scope,
        messages: &mut Messages,
    ) -> bool {
        let Some(instance) = self.instance_of(alias) else {
            return true;
        };
        let before = messages.error_count();
        let settings = self.settings(alias, scope, messages);
        if messages.error_count() > before {
            return false;
        }
        let diagnostics = instance.validate_provider_config(&settings).await;
        self.report_settings(alias, diagnostics, messages);
        if messages.error_count() > before {
            return false;
        }
        let diagnostics = instance.configure_provider(settings).await;
        self.report_settings(alias, diagnostics, messages);
        messages.error_count() == before
    }

    /// Whether any resource uses these settings.
    fn is_used(&self, alias: Option<&Arc<str>>) -> bool {
        let uses = |address: &ResourceAddress| self.alias(address) == alias;
        let mut blocks = self.configuration.resources.keys();
        blocks.any(uses) || {
            let state = self.state_manager.state();
            state.resources.keys().any(|object| uses(&object.resource))
        }
    }

    /// The provider's settings, or those of one of its aliases.
    pub(crate) fn settings(
        &self,
        alias: Option<&Arc<str>>,
        scope: &Scope,
        messages: &mut Messages,
    ) -> Value {
        let (body, at) = self.settings_block(alias);
        let schema = &self.schemas().provider;
        let kind = SchemaKind::Provider;
        let decoded = decode(&schema.block, kind, body, at, scope, messages);
        self.secrets.remember(&decoded);
        decoded.value
    }

    fn settings_block(&self, alias: Option<&Arc<str>>) -> (&Body, &Location) {
        match self.configuration.settings(alias) {
            Some(provider) => (&provider.body, &provider.at),
            None => (&self.no_settings.0, &self.no_settings.1),
        }
    }

    /// The settings to ask the user for: those that are required or have a default text for the
    /// prompt, and have no configured value and no default.
    pub(crate) async fn missing_settings(&self) -> Vec<MissingSetting> {
        if !self.is_used(None) {
            return Vec::new();
        }
        let (body, _) = self.settings_block(None);
        let mut missing = Vec::new();
        for field in &*self.schemas().provider.block.fields {
            let Kind::Attribute { ty } = &field.kind else {
                continue;
            };
            let filled_in = field.extras.iter().find_map(|extra| match extra {
                Extra::InputDefault { text } => Some(text.to_string()),
                _ => None,
            });
            let prompted = field.is(Flags::REQUIRED) || filled_in.is_some();
            let given = body.attribute(&field.name).is_some();
            if !prompted || given || !ty.is_primitive() || field.removed().is_some() {
                continue;
            }
            if self.instance.default_setting(field).await.is_null() {
                missing.push(MissingSetting {
                    name: field.name.to_string(),
                    description: field.description.to_string(),
                    filled_in,
                    sensitive: field.is(Flags::SENSITIVE),
                });
            }
        }
        missing
    }

    /// Sets a setting from a string, as if it were configured.
    pub(crate) fn set_setting(&mut self, name: &str, text: &str) {
        let at = Location::new(&SourceFile::new("<input>", ""), 0..0);
        let attribute = Attribute {
            name: Name {
                text: name.into(),
                at: at.clone(),
            },
            value: Expr {
                kind: ExprKind::String(hcl::nfc(text)),
                at,
            },
        };
        let body = match &mut self.configuration.provider {
            Some(provider) => &mut provider.body,
            None => &mut self.no_settings.0,
        };
        body.attributes.push(attribute);
    }

    /// Adds the provider's diagnostics about its settings, with their places.
    pub(crate) fn report_settings(
        &self,
        alias: Option<&Arc<str>>,
        diagnostics: Diagnostics,
        messages: &mut Messages,
    ) {
        let (body, at) = self.settings_block(alias);
        let configured = self.configuration.settings(alias).is_some();
        let name = &self.schemas().provider.type_name;
        let address = match alias {
            None => format!("provider \"{name}\""),
            Some(alias) => format!("provider \"{name}\", alias {alias}"),
        };
        messages.extend_with(diagnostics, |diagnostic: Diagnostic| {
            let path = diagnostic.path.clone();
            let message = Message::from(self.secrets.redacted(diagnostic)).address(&address);
            if configured {
                message.at(&locate(body, at, &path))
            } else {
                message
            }
        });
    }
}
