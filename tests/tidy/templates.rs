//! Templates, the registry that reads them and the model that names them agree.

use crate::files::{File, all, read};

const FOLDER: &str = "templates/cuda/";

/// The templates.
fn templates() -> Vec<File> {
    let found: Vec<File> = all().into_iter().filter(|file| file.path.starts_with(FOLDER)).collect();
    assert!(!found.is_empty(), "no templates in {FOLDER}");
    found
}

/// The paths below `templates/cuda`.
fn names() -> Vec<String> {
    templates().iter().map(|file| file.path[FOLDER.len()..].to_owned()).collect()
}

/// What stands between each `before` and the next quote.
fn quoted<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
    let found: Vec<&str> = text.split(before).skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(!found.is_empty(), "no {before}");
    found
}

#[test]
fn every_statement_has_a_partial() {
    let model = read("gpm-runtime/src/cuda/render/model.rs");
    let statements = quoted(&model, "#[serde(rename = \"");
    let names = names();
    for statement in &statements {
        assert!(names.contains(&format!("{statement}.cu.hbs")), "model.rs names `{statement}`, which has no template");
    }
    // `kernel` and `samples` print units, `root` and `side_by_side` what surrounds the search; every other partial prints a statement.
    for name in names.iter().filter_map(|name| name.strip_suffix(".cu.hbs")) {
        let is_used = ["kernel", "samples", "root", "side_by_side"].contains(&name) || statements.contains(&name);
        assert!(is_used, "no statement of model.rs is printed by {name}.cu.hbs");
    }
}

#[test]
fn every_template_is_registered_once() {
    let files = ["registry.rs", "static_text.rs"].map(|file| read(&format!("gpm-runtime/src/cuda/render/{file}")));
    let mut registered: Vec<&str> = files.iter().flat_map(|text| quoted(text, "template!(\"")).collect();
    registered.sort_unstable();
    let mut names = names();
    names.sort_unstable();
    assert_eq!(registered, names, "registry.rs and static_text.rs on the left, files of {FOLDER} on the right");
}

#[test]
fn device_code_says_its_name_and_includes_nothing() {
    for file in templates() {
        let (text, name) = (file.text(), file.path.rsplit('/').next().expect("a path has a last part"));
        assert!(
            !text.contains("#include"),
            "{}: a kernel is one text, whose parts are joined by registry.rs or static_text.rs",
            file.path
        );
        if file.has_extension("cuh") {
            assert!(text.starts_with(&format!("// {name}: ")), "{} begins with its name and what it is", file.path);
        } else {
            assert!(name.ends_with(".cu.hbs"), "{}: plain device code is .cuh, templates are .cu.hbs", file.path);
        }
    }
}
