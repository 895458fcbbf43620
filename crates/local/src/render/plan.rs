//! A plan as text.

use schema_runtime::path::{Path, Step};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::diff::{DiffWriter, Mark};
use super::display::{DisplayBlock, DisplayValue, display_block, display_value};
use super::{Paint, Style};
use crate::address::{InstanceKey, ObjectAddress};
use crate::language::eval::sensitive_paths;
use crate::language::references::schema_of;
use crate::run::changes::{Action, Drift, OutputChange, Plan, Reason, ResourceChange};
use schema_shell::lifecycle::Schemas;

/// The whole plan.
pub(crate) fn plan(plan: &Plan, schemas: &Schemas, style: Style) -> String {
    let mut text = String::new();
    if !plan.drift.is_empty() {
        text.push_str(&drift(&plan.drift, schemas, style));
    }
    let changes = plan.changes.iter().filter(|change| change.is_change());
    let changes: Vec<&ResourceChange> = changes.collect();
    let outputs = plan.outputs.iter();
    let outputs = outputs.filter(|output| output.action() != Action::NoOp);
    let outputs: Vec<&OutputChange> = outputs.collect();
    if changes.is_empty() && outputs.is_empty() {
        text.push_str(&no_changes(plan.destroy, style));
        return text;
    }
    if !changes.is_empty() {
        text.push_str(&symbols_legend(&changes, style));
        text.push_str("\nThe following actions are planned:\n");
        for change in &changes {
            text.push('\n');
            text.push_str(&self::change(change, schemas, style));
        }
        for invocation in &plan.invocations {
            text.push_str(&format!(
                "\n  # {} will be invoked for {}, {}\n",
                style.bold(&invocation.action.to_string()),
                invocation.object,
                invocation.event.words()
            ));
        }
        let counts = plan.counts().text("plan");
        let counts = counts.trim_start_matches("Plan:");
        text.push_str(&format!("\n{}{counts}\n", style.bold("Plan:")));
    }
    if !outputs.is_empty() {
        text.push_str("\nChanges to Outputs:\n");
        text.push_str(&self::outputs(&outputs, style));
    }
    text
}

fn no_changes(destroy: bool, style: Style) -> String {
    let none = style.paint(Paint::Green, "No changes.");
    match destroy {
        true => format!(
            "\n{none} No objects need to be destroyed.\n\nThe state holds nothing that could be \
             destroyed.\n"
        ),
        false => format!(
            "\n{none} Your infrastructure matches the configuration.\n\nEverything that exists was \
             compared with the configuration; there are no differences, so no changes are needed.\n"
        ),
    }
}

const DELETE_FIRST: Action = Action::Replace {
    create_first: false,
};
const CREATE_FIRST: Action = Action::Replace { create_first: true };

fn symbols_legend(changes: &[&ResourceChange], style: Style) -> String {
    let mut text = String::from("\nResource actions are indicated with the following symbols:\n");
    for (action, description) in [
        (Action::Create, "create"),
        (Action::Update, "update in-place"),
        (Action::Delete, "destroy"),
        (DELETE_FIRST, "destroy and then create replacement"),
        (CREATE_FIRST, "create replacement and then destroy"),
        (Action::Read, "read (data resources)"),
    ] {
        if changes.iter().any(|change| change.action == action) {
            text.push_str(&format!("{} {description}\n", mark(action).symbol(style)));
        }
    }
    text
}

fn mark(action: Action) -> Mark {
    match action {
        Action::NoOp => Mark::Same,
        Action::Create => Mark::Add,
        Action::Update => Mark::Change,
        DELETE_FIRST => Mark::Replace,
        CREATE_FIRST => Mark::ReplaceCreateFirst,
        Action::Delete => Mark::Remove,
        Action::Read => Mark::Read,
    }
}

fn change(change: &ResourceChange, schemas: &Schemas, style: Style) -> String {
    let address = &change.address;
    let bold = style.bold(&address.to_string());
    let red = |text: &str| style.paint(Paint::Red, text);
    let mut text = String::from("  # ");
    text.push_str(&match (change.action, change.reason) {
        (Action::Replace { .. }, Some(Reason::Tainted)) => {
            format!("{bold} is tainted, so it must be {}", red("replaced"))
        }
        (Action::Replace { .. }, Some(Reason::ReplaceTriggeredBy)) => format!(
            "{bold} will be {} due to changes in replace_triggered_by",
            red("replaced")
        ),
        (Action::Replace { .. }, _) => format!("{bold} must be {}", red("replaced")),
        (Action::Delete, reason) => {
            let why = reason.and_then(|reason| why_deleted(change, reason));
            let why = why.map(|why| format!("\n  # ({why})")).unwrap_or_default();
            format!("{bold} will be {}{why}", red("destroyed"))
        }
        (Action::Create, _) => format!("{bold} will be created"),
        (Action::Update, _) => format!("{bold} will be updated in-place"),
        (Action::Read, Some(Reason::DependencyPending)) => format!(
            "{bold} will be read during apply\n  # (depends on a resource or a module with changes \
             pending)"
        ),
        (Action::Read, _) => {
            format!("{bold} will be read during apply\n  # (config refers to values not yet known)")
        }
        (Action::NoOp, _) if change.importing.is_some() => format!("{bold} will be imported"),
        (Action::NoOp, _) => match &change.previous {
            Some(previous) => format!("{previous} has moved to {bold}"),
            None => format!("{bold} is unchanged"),
        },
    });
    if change.action != Action::NoOp {
        let previous = change.previous.iter();
        text.extend(previous.map(|from| format!("\n  # (moved from {from})")));
        let importing = change.importing.iter();
        text.extend(importing.map(|by| format!("\n  # (imported from \"{by}\")")));
    }
    text.push('\n');
    let replace: Vec<Vec<String>> = change.replace.iter().map(names).collect();
    let prior = change.prior.as_ref();
    let before = prior.map_or(&[][..], |prior| &prior.metadata.sensitive);
    text.push_str(&resource(
        address,
        mark(change.action),
        (change.before(), &change.planned),
        (before, &change.sensitive),
        &replace,
        schemas,
        style,
    ));
    text
}

fn why_deleted(change: &ResourceChange, reason: Reason) -> Option<String> {
    let (address, key) = (&change.address, &change.address.key);
    Some(match reason {
        Reason::NotConfigured => {
            format!("because {} is not in configuration", address.resource)
        }
        Reason::NoMoveTarget => {
            let previous = change.previous.as_ref().unwrap_or(address);
            format!("because {previous} was moved to {address}, which is not in configuration")
        }
        Reason::WrongRepetition => match key {
            InstanceKey::None => "because resource uses count or for_each".to_owned(),
            InstanceKey::Index(_) => "because resource does not use count".to_owned(),
            InstanceKey::Key(_) => "because resource does not use for_each".to_owned(),
        },
        Reason::CountIndex => format!("because index {key} is out of range for count"),
        Reason::EachKey => format!("because key {key} is not in for_each map"),
        Reason::Deposed => {
            "left over from a partially-failed replacement of this instance".to_owned()
        }
        Reason::Tainted
        | Reason::ReplaceTriggeredBy
        | Reason::Destroy
        | Reason::ConfigUnknown
        | Reason::DependencyPending => return None,
    })
}

/// The names in a path, without indexes.
fn names(path: &Path) -> Vec<String> {
    let names = path.steps().iter().filter_map(|step| match step {
        Step::Attribute(name) | Step::Key(name) => Some(name.to_string()),
        Step::Index(_) | Step::Element(_) => None,
    });
    names.collect()
}

fn resource(
    address: &ObjectAddress,
    mark: Mark,
    (before, after): (&Value, &Value),
    (before_marks, after_marks): (&[Path], &[Path]),
    forces: &[Vec<String>],
    schemas: &Schemas,
    style: Style,
) -> String {
    let keyword = address.mode.keyword();
    let mut text = format!(
        "{} {keyword} \"{}\" \"{}\" {{\n",
        mark.symbol(style),
        address.type_name,
        address.name
    );
    if let Some(schema) = schema_of(schemas, address) {
        // A value that is sensitive on one side is hidden on both.
        let mut marks = sensitive_paths(&schema.block, before);
        marks.extend(sensitive_paths(&schema.block, after));
        marks.extend_from_slice(before_marks);
        marks.extend_from_slice(after_marks);
        let before = display_block(&schema.block, before, &marks);
        let after = display_block(&schema.block, after, &marks);
        let mut diff = DiffWriter::new(style, forces);
        diff.body(before.as_ref(), after.as_ref(), 8);
        text.push_str(&diff.out);
    }
    text.push_str("    }\n");
    text
}

fn drift(drift: &[Drift], schemas: &Schemas, style: Style) -> String {
    let mut text = format!(
        "\n{} Objects have changed outside of this program\n\nThe following changes were made \
         outside since the last apply:\n",
        style.paint(Paint::Cyan, "Note:")
    );
    for drift in drift {
        let (what, mark) = match drift.after.is_null() {
            true => ("has been deleted", Mark::Remove),
            false => ("has changed", Mark::Change),
        };
        let address = style.bold(&drift.address.to_string());
        text.push_str(&format!("\n  # {address} {what}\n"));
        text.push_str(&resource(
            &drift.address,
            mark,
            (&drift.before, &drift.after),
            (&drift.sensitive, &[]),
            &[],
            schemas,
            style,
        ));
    }
    text.push_str(
        "\nUnless you have made equivalent changes to your configuration, the following plan may \
         include actions to undo or respond to these changes.\n",
    );
    text
}

fn outputs(outputs: &[&OutputChange], style: Style) -> String {
    let shown = |ty: &Type, value: &Value, is_sensitive: bool| match is_sensitive {
        true => DisplayValue::Sensitive(Box::new(value.clone())),
        false => display_value(ty, value, &[]).without_schema(),
    };
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for output in outputs {
        let old = output.before.as_ref();
        let old = old.map(|old| shown(&old.ty, &old.value, old.sensitive));
        let new = output.after.as_ref();
        let new = new.map(|new| shown(&new.ty, &new.value, new.is_sensitive()));
        before.push((output.name.clone(), old.unwrap_or(DisplayValue::Null)));
        after.push((output.name.clone(), new.unwrap_or(DisplayValue::Null)));
    }
    let [before, after] = [before, after].map(|attributes| DisplayBlock {
        attributes,
        blocks: Vec::new(),
    });
    let mut diff = DiffWriter::of_outputs(style);
    diff.body(Some(&before), Some(&after), 4);
    diff.out
}
