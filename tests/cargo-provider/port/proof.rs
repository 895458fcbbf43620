//! A Go provider that the command ports and that is moved type by type with the old program behind:
//! at each step its objects are taken over without a planned change, and both answer the same.

use super::*;
use terraform_program::Terraform;

/// The types in the order in which they are moved.
const MOVED: [(&str, &str); 2] = [("thing", "old_thing"), ("extra", "old_extra")];

const OLD: &str = "
    fn old_program() -> Option<schema_provider::OldProgram> {
        Some(schema_provider::OldProgram::beside(\"old/terraform-provider-old\"))
    }
";

const CONFIGURE: &str = "
    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
";

/// The code of a resource; only one with arguments that change in place has an update.
fn code(name: &str, updates: bool) -> String {
    let update = format!(
        "
impl Update for {name} {{
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {{
        Ok(())
    }}
}}
"
    );
    format!(
        "
impl Resource for {name} {{
    type Provider = crate::Old;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {{
        data.set_id(\"ported\");
        Ok(())
    }}

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {{
        Ok(())
    }}

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {{
        Ok(())
    }}
}}
{}",
        if updates { &update } else { "" }
    )
}

#[track_caller]
fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).expect("a file");
    assert_eq!(text.matches(from).count(), 1, "{from} in {text}");
    fs::write(path, text.replace(from, to)).expect("written");
}

/// A directory with a configuration, for Terraform.
struct Workspace<'t> {
    terraform: &'t Path,
    directory: TempDir,
}

impl Workspace<'_> {
    fn serve(&self, program: &Path) {
        let folder = program.parent().expect("a directory");
        let text =
            format!("provider_installation {{\n  dev_overrides {{ \"a/old\" = {folder:?} }}\n}}\n");
        fs::write(self.directory.path().join("terraformrc"), text).expect("written");
    }

    fn main(&self, plain: &str) {
        let text = format!(
            "terraform {{\n  required_providers {{\n    old = {{ source = \"a/old\" }}\n  }}\n}}\n\
             resource \"old_thing\" \"a\" {{\n  name    = \"a\"\n  plain   = {plain:?}\n  network = \"10.0.0.0/8\"\n}}\n\
             resource \"old_extra\" \"a\" {{\n  name = \"a\"\n}}\n"
        );
        fs::write(self.directory.path().join("main.tf"), text).expect("written");
    }

    #[track_caller]
    fn succeeds(&self, arguments: &[&str]) {
        let mut terraform = Command::new(self.terraform);
        terraform
            .args(arguments)
            .env(
                "TF_CLI_CONFIG_FILE",
                self.directory.path().join("terraformrc"),
            )
            .current_dir(self.directory.path());
        done(&terraform.output().expect("terraform runs"));
    }

    #[track_caller]
    fn nothing_to_do(&self) {
        self.succeeds(&["plan", "-detailed-exitcode"]);
    }
}

#[test]
#[ignore = "takes minutes: .ci/long runs it"]
fn a_go_provider_is_ported_to_its_last_type() {
    let terraform = match terraform_program::found() {
        Terraform::Found(program) => &program.path,
        Terraform::Skipped(why) => return eprintln!("SKIPPED: {why}"),
        Terraform::Missing(reason) => panic!("{reason}"),
    };
    let Some(old) = go_peer::built("old") else {
        return;
    };
    let (place, sdk) = (place(), sdk().to_str().expect("a path that is text"));
    let old = old.to_str().expect("a path that is text");
    let port = ["port", old, "old", "--name", "old", "--path", sdk];
    done(&provider(place.path(), &port));
    let directory = place.path().join("old");
    edit(
        &directory.join("Cargo.toml"),
        "' }\n",
        "', features = [\"old-program\"] }\n",
    );
    let provider_file = directory.join("src/provider.rs");
    let client = "    type Client = ();\n";
    edit(&provider_file, client, &format!("{client}{OLD}"));

    let work = Workspace {
        terraform,
        directory: super::place(),
    };
    let first = place.path().join("go");
    fs::create_dir(&first).expect("a directory");
    let first = first.join("terraform-provider-old");
    std::os::unix::fs::symlink(old, &first).expect("a link");
    work.serve(&first);
    work.main("small");
    work.succeeds(&["apply", "-auto-approve"]);
    work.nothing_to_do();

    for step in 0..=MOVED.len() {
        if let Some(moved) = step.checked_sub(1) {
            let (module, type_name) = MOVED[moved];
            let file = directory.join(format!("src/resources/{module}.rs"));
            let text = fs::read_to_string(&file).expect("a file");
            let name = text.split("pub struct ").nth(1).expect("a struct");
            let name = name.split(' ').next().expect("its name").to_owned();
            let code = code(&name, type_name == "old_thing");
            edit(&file, "unported,", "import = none,");
            let text = fs::read_to_string(&file).expect("a file");
            fs::write(&file, text + &code).expect("written");
        }
        if step == MOVED.len() {
            // The provider itself comes last: until then the old program configures itself.
            edit(&provider_file, OLD, CONFIGURE);
            edit(&provider_file, "unported, ", "");
        }
        let built = round_trip::build(&directory).join("terraform-provider-old");
        let folder = place.path().join(format!("step-{step}"));
        fs::create_dir_all(folder.join("old")).expect("directories");
        let program = folder.join("terraform-provider-old");
        fs::copy(&built, &program).expect("copied");
        if step < MOVED.len() {
            let beside = folder.join("old/terraform-provider-old");
            std::os::unix::fs::symlink(old, beside).expect("a link");
        }
        work.serve(&program);
        work.nothing_to_do();
        work.main(if step % 2 == 0 { "large" } else { "small" });
        work.succeeds(&["apply", "-auto-approve"]);
        work.nothing_to_do();
        let new = program.to_str().expect("a path that is text");
        done(&provider(
            place.path(),
            &["compare", old, new, "--cases", "20"],
        ));
    }
    let state = fs::read_to_string(work.directory.path().join("terraform.tfstate"));
    let state = state.expect("a state");
    assert!(
        state.contains("\"made\"") && !state.contains("\"ported\""),
        "{state}"
    );
    work.succeeds(&["apply", "-destroy", "-auto-approve"]);
}
