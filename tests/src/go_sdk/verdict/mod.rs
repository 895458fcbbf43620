//! The verdict of the Go SDK's own check (`InternalValidate`) on a schema in its form.
//!
//! The rules that both SDKs have are those of `schema-rules`, so that the recorded answers judge
//! them too. What only that SDK rejects, and what it reads in another way, is decided here.

mod targets;

use std::fmt;

use schema_rules::shared_texts::{BLOCK_IN_ATTRIBUTE, WRITE_ONLY_IN_COMPUTED, WRITE_ONLY_IN_SET};
use schema_rules::{Mode, Severity, Subject, Violation, check_block, snake_case};

use super::{ConfigMode, Elem, SdkAttribute, SdkSchema, SdkType};

/// One answer of the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The number of the rule, as `R15` or `C10`.
    pub rule: String,
    /// The names of the attributes that the one to blame is in.
    pub path: Vec<String>,
    /// The name of the attribute to blame.
    pub field: String,
    /// The part of its declaration that is to blame.
    pub at: Subject,
    /// What is wrong.
    pub message: String,
    /// What to write instead; may be empty.
    pub help: String,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path.join("."))?;
        }
        write!(f, "{} [{}]", self.message, self.rule)?;
        if !self.help.is_empty() {
            write!(f, "\nhelp: {}", self.help)?;
        }
        Ok(())
    }
}

/// Targets of relations, which the Go SDK looks for from the root of the schema.
const OF_TARGETS: [&str; 7] = ["R23", "R24", "R25", "R26", "R27", "R28", "R29"];

impl SdkSchema {
    /// Everything that the Go SDK or Terraform core rejects in the schema of a resource.
    #[must_use]
    pub fn verdict(&self) -> Vec<Answer> {
        let mut check = GoCheck {
            root: &self.attributes,
            path: Vec::new(),
            in_attribute: None,
            found: Vec::new(),
        };
        check.attributes(&self.attributes);
        let mut found = check.found;
        for violation in check_block(&self.facts(), Mode::Compatible) {
            if violation.severity != Severity::Error {
                continue;
            }
            let Some(answer) = self.translated(violation) else {
                continue;
            };
            let said = |own: &Answer| {
                (&own.rule, &own.path, &own.field, own.at)
                    == (&answer.rule, &answer.path, &answer.field, answer.at)
            };
            if !found.iter().any(said) {
                found.push(answer);
            }
        }
        found
    }

    /// A broken rule as an answer of the Go SDK; `None` where that SDK has no such rule.
    fn translated(&self, violation: Violation) -> Option<Answer> {
        let rule = violation.rule.to_string();
        let at = violation.at;
        // A set of objects with a write-only attribute is R35 there.
        if rule == "C19" {
            return None;
        }
        if let (true, Subject::Item { key, index }) = (OF_TARGETS.contains(&&*rule), at) {
            let own = |attribute: &&SdkAttribute| violation.field.as_ref() == Some(&attribute.name);
            let path = self.attributes.iter().find(own)?.relation(key).get(index)?;
            // A plain name means the same in both only at the root.
            let plain = !path.contains('.') && path.parse::<i64>().is_err();
            let itself = rule == "R27" && key != "conflicts_with";
            if !violation.path.is_empty() || !plain || itself {
                return None;
            }
        }
        Some(Answer {
            rule,
            path: violation.path,
            field: violation.field.unwrap_or_default(),
            at,
            message: violation.message,
            help: violation.help.unwrap_or_default(),
        })
    }
}

impl SdkAttribute {
    fn relation(&self, key: &str) -> &[String] {
        let found = self.relations().into_iter().find(|(name, _)| *name == key);
        found.map_or(&[], |(_, list)| list)
    }

    fn relations(&self) -> [(&'static str, &[String]); 4] {
        [
            ("conflicts_with", &self.conflicts_with),
            ("exactly_one_of", &self.exactly_one_of),
            ("at_least_one_of", &self.at_least_one_of),
            ("required_with", &self.required_with),
        ]
    }

    fn is_list_or_set(&self) -> bool {
        matches!(self.ty, Some(SdkType::List | SdkType::Set))
    }

    fn words(&self) -> &'static str {
        match self.ty {
            Some(SdkType::Set) => "set",
            _ => "list",
        }
    }

    /// Whether only the provider sets it, as the Go SDK asks.
    fn is_never_configured(&self) -> bool {
        self.is_computed_only() && !self.required
    }

    /// The path of the first write-only attribute below; a set answers for what is in it.
    fn write_only_inside(&self) -> Option<String> {
        self.resource()?.iter().find_map(|inner| {
            if inner.write_only {
                return Some(inner.name.clone());
            }
            let below = (inner.ty != Some(SdkType::Set)).then(|| inner.write_only_inside())?;
            below.map(|path| format!("{}.{path}", inner.name))
        })
    }
}

/// The checks that only the Go SDK makes, and those that it makes in another way.
struct GoCheck<'a> {
    root: &'a [SdkAttribute],
    path: Vec<String>,
    /// The outermost attribute in attribute mode, inside which there are no blocks.
    in_attribute: Option<&'a str>,
    found: Vec<Answer>,
}

impl<'a> GoCheck<'a> {
    fn attributes(&mut self, attributes: &'a [SdkAttribute]) {
        for attribute in attributes {
            self.names(attribute);
            self.types(attribute);
            self.config_mode(attribute);
            self.presence(attribute);
            self.items(attribute);
            self.default(attribute);
            self.write_only(attribute);
            self.validate(attribute);
            self.targets(attribute);
            let Some(inner) = attribute.resource() else {
                continue;
            };
            let outer = self.in_attribute;
            if attribute.config_mode == ConfigMode::Attribute {
                self.in_attribute = outer.or(Some(&attribute.name));
            }
            self.path.push(attribute.name.clone());
            self.attributes(inner);
            self.path.pop();
            self.in_attribute = outer;
        }
    }

    fn add(&mut self, attribute: &SdkAttribute, rule: &str, at: Subject, text: [&str; 2]) {
        let [message, help] = text.map(str::to_owned);
        let path = &self.path;
        let said = |answer: &Answer| {
            (&answer.path, &answer.field, &answer.message) == (path, &attribute.name, &message)
        };
        // A name that stands twice in a list is one answer.
        if self.found.iter().any(said) {
            return;
        }
        self.found.push(Answer {
            rule: rule.to_owned(),
            path: path.clone(),
            field: attribute.name.clone(),
            at,
            message,
            help,
        });
    }

    fn names(&mut self, attribute: &'a SdkAttribute) {
        let name = &*attribute.name;
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        if name.is_empty() || !name.bytes().all(plain) {
            let deprecated = attribute.deprecated.as_deref();
            let block = attribute.resource().is_some() && !attribute.is_never_configured();
            let message = format!("no configuration can set a field named `{name}`");
            let mut help = String::from(
                "names start with a lower-case letter or `_`, followed by lower-case letters, \
                 digits and `_`; ",
            );
            match snake_case(name) {
                Some(to) => {
                    help.push_str(&format!("name it `{to}`: `#[field(rename = \"{to}\")]`"))
                }
                None => help.push_str("use lower-case words joined by underscores"),
            }
            if deprecated.is_none_or(str::is_empty) {
                self.add(attribute, "R56", Subject::FieldName, [&message, &help]);
            } else if block {
                self.add(attribute, "C10", Subject::FieldName, [&message, &help]);
            }
        }
        if name != "id" || !self.path.is_empty() {
            return;
        }
        let (rule, at, message) = if attribute.ty != Some(SdkType::String) {
            (
                "R65",
                Subject::FieldType,
                "the attribute `id` must be a string",
            )
        } else if attribute.required {
            (
                "R66",
                Subject::Key("required"),
                "the attribute `id` cannot be required",
            )
        } else if !attribute.computed {
            (
                "R67",
                Subject::FieldName,
                "the attribute `id` must be computed",
            )
        } else {
            return;
        };
        self.add(attribute, rule, at, [message, ""]);
    }

    /// What a struct always declares.
    fn types(&mut self, attribute: &'a SdkAttribute) {
        let (name, at) = (&attribute.name, Subject::FieldType);
        if attribute.ty.is_none() {
            let message = format!("`{name}` has no type");
            let help = "give it one: string, bool, number, list, set, map or a struct";
            self.add(attribute, "R1", at, [&message, help]);
        }
        if !attribute.is_list_or_set() {
            return;
        }
        match &attribute.elem {
            None => {
                let message = format!("`{name}` is a {} without element type", attribute.words());
                self.add(
                    attribute,
                    "R32",
                    at,
                    [&message, "say what its elements are"],
                );
            }
            Some(Elem::Value(it)) if it.required || it.optional || it.computed => {
                let message = format!(
                    "the element of `{name}` has required, optional or computed, which are for fields only"
                );
                let help = "remove it: an element has a type and validators";
                self.add(attribute, "R38", at, [&message, help]);
            }
            Some(_) => {}
        }
    }

    fn config_mode(&mut self, attribute: &'a SdkAttribute) {
        let name = &attribute.name;
        let key = Subject::Key("config_mode");
        let objects = matches!(attribute.elem, Some(Elem::Resource(_)));
        let inside = self.in_attribute.filter(|_| objects).map(|outer| {
            let text = BLOCK_IN_ATTRIBUTE.fill(outer, name, "");
            (text.message, text.help)
        });
        match (attribute.config_mode, inside) {
            (ConfigMode::Auto, Some((message, help))) => {
                self.add(attribute, "R13", Subject::FieldType, [&message, &help]);
            }
            (ConfigMode::Block, Some((message, help))) => {
                self.add(attribute, "R11", key, [&message, &help]);
            }
            (ConfigMode::Block, None) if !objects => {
                let message = format!("`{name}` holds no struct, so it cannot be a block");
                self.add(attribute, "R10", key, [&message, "remove the config mode"]);
            }
            _ => {}
        }
        if attribute.config_mode == ConfigMode::Block && attribute.is_never_configured() {
            let message = format!("`{name}` is computed, so it cannot be a block");
            self.add(attribute, "R12", key, [&message, "remove the config mode"]);
        }
        if attribute.ty == Some(SdkType::Map) && objects {
            let message = format!("`{name}` is a map of structs");
            let help = "use a list or set of structs, or a map of scalars";
            self.add(attribute, "R41", Subject::FieldType, [&message, help]);
        }
    }

    fn presence(&mut self, attribute: &'a SdkAttribute) {
        let name = &attribute.name;
        if !attribute.computed_when.is_empty() && !attribute.computed {
            let key = Subject::Key("computed_when");
            let message = format!("`{name}` is to be recomputed but is not computed");
            let help = "add `computed`, or remove what it changes with";
            self.add(attribute, "R19", key, [&message, help]);
        }
        if attribute.diff_suppress_on_refresh && attribute.diff_suppress.is_none() {
            let key = Subject::Key("diff_suppress_on_refresh");
            let message = format!("`{name}` suppresses on refresh but has no suppress function");
            let help = "add the function or remove the switch";
            self.add(attribute, "R30", key, [&message, help]);
        }
    }

    fn items(&mut self, attribute: &'a SdkAttribute) {
        let name = &attribute.name;
        let (min, max) = (attribute.min_items, attribute.max_items);
        let counts = [("min_items", min, "R50"), ("max_items", max, "R49")];
        for (key, count, of_computed) in counts {
            if count > 0 && !attribute.is_list_or_set() {
                let message =
                    format!("`{name}` is not a list or set, so there are no items to count");
                self.add(attribute, "R39", Subject::Key(key), [&message, "remove it"]);
                break;
            }
            if count > 0 && attribute.is_never_configured() {
                let message = format!(
                    "`{name}` is computed only, so it cannot have `{key}`: nothing configures it"
                );
                let help = format!(
                    "remove `{key}`, or add `optional` if the configuration may set the field"
                );
                self.add(attribute, of_computed, Subject::Key(key), [&message, &help]);
            }
        }
        if attribute.resource().is_none()
            || attribute.config_mode == ConfigMode::Attribute
            || attribute.is_never_configured()
        {
            return;
        }
        if min < 0 || max < 0 {
            for (key, count, _) in counts.into_iter().filter(|(_, count, _)| *count < 0) {
                let message = format!("`{name}` has {key} = {count}, below zero");
                self.add(
                    attribute,
                    "C11",
                    Subject::Key(key),
                    [&message, "a count is 0 or more"],
                );
            }
            return;
        }
        // Core's view: an optional block loses its minimum.
        let sent = if attribute.required { min.max(1) } else { 0 };
        if max != 0 && sent > max {
            let message = format!("`{name}` asks for at least {sent} but at most {max}");
            let help = "min_items cannot be above max_items";
            self.add(
                attribute,
                "C14",
                Subject::Key("min_items"),
                [&message, help],
            );
        }
    }

    /// A list or set has no default there; what else is wrong with the default is an answer too.
    fn default(&mut self, attribute: &'a SdkAttribute) {
        if attribute.default.is_none() || !attribute.is_list_or_set() {
            return;
        }
        let key = Subject::Key("default");
        let (words, help) = match attribute.resource() {
            Some(_) => ("block", "give defaults to the fields inside"),
            None => (
                attribute.words(),
                "the Go SDK has defaults for scalars and maps only",
            ),
        };
        let message = format!(
            "`{}` is a {words}, which cannot have a default",
            attribute.name
        );
        self.add(attribute, "R33", key, [&message, help]);
        // The rules look no further at a default of a block.
        if attribute.resource().is_none() {
            return;
        }
        let name = &attribute.name;
        for (rule, wrong, message, help) in [
            (
                "R15",
                attribute.computed,
                format!("`{name}` is computed, so it cannot have a default"),
                "with a default the value is known from the start: write `optional, default = …`; \
                 to let the provider choose the value, omit the default",
            ),
            (
                "R16",
                attribute.required,
                format!("`{name}` is required, so its default would never be used"),
                "write `optional` instead of `required`, or omit the default",
            ),
            (
                "R17",
                attribute.write_only,
                format!("`{name}` is write-only, so it cannot have `default`"),
                "a default is planned and stored, but a write-only value never is: apply the \
                 default where you read the field",
            ),
        ] {
            if wrong {
                self.add(attribute, rule, key, [&message, help]);
            }
        }
    }

    fn write_only(&mut self, attribute: &'a SdkAttribute) {
        let name = &attribute.name;
        let key = Subject::Key("write_only");
        let element = matches!(attribute.elem, Some(Elem::Value(_)));
        if attribute.write_only && attribute.is_list_or_set() {
            let words = attribute.resource().map_or(attribute.words(), |_| "block");
            let message = format!("`{name}` is a {words}, which cannot be write-only");
            self.add(attribute, "R31", key, [&message, "mark the fields inside"]);
        } else if attribute.write_only && attribute.ty == Some(SdkType::Map) && element {
            let message = format!("`{name}` is a map, which cannot be write-only");
            self.add(
                attribute,
                "R40",
                key,
                [&message, "use a string with JSON in it"],
            );
        }
        let Some(inner) = attribute.write_only_inside() else {
            return;
        };
        let (rule, text) = if attribute.ty == Some(SdkType::Set) {
            ("R35", WRITE_ONLY_IN_SET.fill(name, &inner, ""))
        } else if attribute.computed {
            ("R36", WRITE_ONLY_IN_COMPUTED.fill(name, &inner, ""))
        } else {
            return;
        };
        let help = text.help;
        self.add(attribute, rule, Subject::FieldType, [&text.message, &help]);
    }

    fn validate(&mut self, attribute: &'a SdkAttribute) {
        if attribute.validate.is_some()
            && attribute.is_list_or_set()
            && !attribute.is_never_configured()
        {
            let message = format!(
                "`{}` is a list or set, which has no validation",
                attribute.name
            );
            let help = "validate the fields or elements inside";
            self.add(attribute, "R54", Subject::Key("validate"), [&message, help]);
        }
    }
}
