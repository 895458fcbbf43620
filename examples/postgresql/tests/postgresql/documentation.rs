//! The pages in `docs`, which `terraform-provider-postgresql docs examples/postgresql` writes, and
//! their examples.

use std::fs;
use std::path::Path;

use schema_provider::testing::check_pages;
use terraform_provider_postgresql::Postgresql;

#[test]
fn the_pages_of_this_provider_are_up_to_date() {
    let wrong = check_pages::<Postgresql>(env!("CARGO_MANIFEST_DIR"));
    assert!(wrong.is_empty(), "{wrong}");
}

/// The lines of code without tests in a file or a folder, and those of its structs with a schema.
fn lines_of(path: &Path) -> (usize, usize) {
    if path.is_dir() {
        let files = fs::read_dir(path).unwrap();
        let lines = files.map(|file| lines_of(&file.unwrap().path()));
        return lines.fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
    }
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("\n#[cfg(test)]\nmod tests").next().unwrap();
    let structs = text
        .split("\n#[derive(")
        .skip(1)
        .filter(|item| item.lines().next().unwrap().contains("Schema)"));
    let of_structs = structs.map(|item| 1 + item.lines().position(|line| line == "}").unwrap());
    (of_structs.sum(), text.lines().count())
}

#[test]
fn the_readme_has_the_line_counts_of_the_resources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let table = readme.split("| resource | struct |").nth(1).unwrap();
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with("| `"));
    let mut count = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let name = cells[1].trim_matches('`');
        let mut lines = lines_of(&match root.join("src").join(name) {
            folder if folder.is_dir() => folder,
            folder => folder.with_extension("rs"),
        });
        if name == "schema" {
            lines.1 += lines_of(&root.join("src/policy.rs")).1;
        }
        for (said, is) in [(cells[2], lines.0), (cells[3], lines.1)] {
            let said: usize = said.parse().unwrap();
            // Small differences need no change of the table.
            assert!(
                said.abs_diff(is) * 20 <= is,
                "{name}: {said} lines in README.md, and there are {is}"
            );
        }
        count += 1;
    }
    assert_eq!(count, 17);
}
