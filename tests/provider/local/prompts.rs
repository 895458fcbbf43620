//! Prompts for missing provider settings at a terminal.

use schema_provider::lifecycle::Instance;
use schema_provider::local::{Io, run};
use schema_provider::prelude::*;

/// A provider with required settings.
#[derive(Schema)]
#[schema(provider = "ask")]
pub struct Ask {
    /// Where things are.
    #[field(required, input_default = "north", validate = one_of("north", "south"))]
    region: String,
    #[field(required, sensitive)]
    token: String,
    #[field(required)]
    level: i64,
    #[field(optional, default_env("ASK_OWNER"), input_default = "me")]
    owner: Option<String>,
    #[field(optional)]
    note: Option<String>,
}

impl Provider for Ask {
    type Client = String;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Seen]
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<String> {
        let all = config.read_struct()?;
        let owner = all.owner.unwrap_or_default();
        Ok(format!(
            "{} {} {} {owner}",
            all.region,
            all.token.len(),
            all.level
        ))
    }
}

/// The settings that the provider received.
#[derive(Schema)]
#[schema(resource = "ask_seen")]
pub struct Seen {
    #[field(computed)]
    settings: String,
}

impl Resource for Seen {
    type Provider = Ask;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        data.set(Seen::SETTINGS, cx.client()?);
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

struct Asked {
    code: u8,
    output: String,
    errors: String,
    saved: String,
}

/// Applies a configuration with a provider block of these settings.
async fn apply(line: &str, settings: &str, typed: &str, terminal: bool) -> Asked {
    let directory = tempfile::tempdir().expect("temporary directory");
    let main = format!("{settings}\nresource \"ask_seen\" \"a\" {{}}\n");
    std::fs::write(directory.path().join("main.tf"), main).expect("written");
    let (io, captured) = Io::captured(directory.path(), typed);
    let io = if terminal { io.interactive() } else { io };
    let instance = Instance::new::<Ask>(Environment::default()).expect("a good provider");
    let status = run(line.split(' '), instance, io).await;
    let state = directory.path().join("ask.state.json");
    Asked {
        code: status.code(),
        output: captured.output(),
        errors: captured.errors(),
        saved: std::fs::read_to_string(state).unwrap_or_default(),
    }
}

const APPLY: &str = "apply -auto-approve";

#[tokio::test]
async fn missing_settings_are_prompted_for_with_a_default() {
    // In alphabetical order: level, owner, region, token.
    for settings in ["", "provider \"ask\" {}"] {
        let done = apply(APPLY, settings, "7\n\n\ns3cret\n", true).await;
        assert_eq!(done.code, 0, "{}", done.errors);
        assert!(done.saved.contains("north 6 7 me"), "{}", done.saved);
        let questions: Vec<&str> = done
            .output
            .lines()
            .filter(|line| line.starts_with("provider."))
            .collect();
        assert_eq!(
            questions,
            [
                "provider.ask.level",
                "provider.ask.owner",
                "provider.ask.region",
                "provider.ask.token"
            ]
        );
        assert!(
            done.output.contains("  Where things are.\n"),
            "{}",
            done.output
        );
        assert!(
            done.output.contains("(Enter alone for \"north\"): "),
            "{}",
            done.output
        );
        assert!(!done.output.contains("s3cret"), "{}", done.output);
    }
    let done = apply(APPLY, "", "7\nyou\nsouth\nx\n", true).await;
    assert!(done.saved.contains("south 1 7 you"), "{}", done.saved);
}

#[tokio::test]
async fn given_settings_are_not_prompted_for() {
    let settings = "provider \"ask\" {\n  level = 1\n  owner = \"o\"\n  region = \"south\"\n}";
    let done = apply(APPLY, settings, "t\n", true).await;
    assert!(
        done.saved.contains("south 1 1 o"),
        "{}{}",
        done.saved,
        done.errors
    );
    assert_eq!(
        done.output.matches("provider.ask.").count(),
        1,
        "{}",
        done.output
    );
}

#[tokio::test]
async fn nothing_is_prompted_for_without_a_terminal() {
    for (line, terminal) in [
        (APPLY, false),
        ("apply -auto-approve -input=false", true),
        ("apply -auto-approve -json", true),
    ] {
        let done = apply(line, "", "7\n\n\ns3cret\n", terminal).await;
        assert_eq!(done.code, 1, "{line}");
        assert!(!done.output.contains("Enter a value"), "{}", done.output);
        let error = done.output + &done.errors;
        assert!(
            error.contains("region") && error.contains("is required"),
            "{error}"
        );
    }
}

#[tokio::test]
async fn an_answer_is_checked_like_any_setting_and_none_is_an_error() {
    let done = apply(APPLY, "", "high\n\nwest\nt\n", true).await;
    assert_eq!(done.code, 1);
    assert!(
        done.errors.contains("number is required"),
        "{}",
        done.errors
    );
    // The input ends.
    let done = apply(APPLY, "", "7\n", true).await;
    assert_eq!(done.code, 1);
    assert!(
        done.errors.contains("\"token\" is required"),
        "{}",
        done.errors
    );
}

#[tokio::test]
async fn variables_without_a_value_are_prompted_for() {
    let settings = "variable \"level\" {\n  type = number\n  description = \"How high.\"\n}\nvariable \"given\" {\n  default = 1\n}\n\
                    variable \"token\" {\n  sensitive = true\n}\n\
                    provider \"ask\" {\n  level = var.level\n  owner = \"o\"\n  region = \"south\"\n  token = var.token\n}\n";
    let done = apply(APPLY, settings, "7\nsecret\n", true).await;
    assert!(
        done.saved.contains("south 6 7 o"),
        "{}{}",
        done.saved,
        done.errors
    );
    let asked = "\nvar.level\n  How high.\n\n  Enter a value: \nvar.token\n\n  Enter a value: ";
    assert!(done.output.starts_with(asked), "{}", done.output);
    for (line, terminal) in [(APPLY, false), ("apply -auto-approve -input=false", true)] {
        let done = apply(line, settings, "7\nsecret\n", terminal).await;
        assert_eq!(done.code, 1);
        assert!(
            done.errors.contains("No value for required variable"),
            "{}",
            done.errors
        );
    }
}
