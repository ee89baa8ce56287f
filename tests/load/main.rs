//! Files as people have them: a table of real-world shapes, each read right or refused with the right hint, and mutations
//! of them, none of which may panic or lose a line in silence.
//!
//! `GPM_LOAD_MUTATIONS=1000000 cargo test --workspace --test load mutations` runs as many mutations as told.

mod shape;
mod side_tables;
mod combined;
mod lists;
mod tables;
mod exports;
mod refused;
mod matrices;
mod other_files;
mod signs;
mod differential;
mod round_trip;
#[cfg(all(feature = "formats", feature = "parquet"))]
mod real_writers;
mod mutations;

use shape::Shape;

/// All shapes of files.
fn shapes() -> impl Iterator<Item = &'static Shape> {
    [lists::SHAPES, tables::SHAPES, exports::SHAPES, refused::SHAPES, matrices::SHAPES, signs::SHAPES]
        .into_iter()
        .flatten()
}

#[test]
fn every_shape_is_read_right_or_refused_with_its_hint() {
    assert!(shapes().count() >= 60);
    let faults: Vec<String> = shapes().filter_map(|shape| shape.fault()).collect();
    assert!(faults.is_empty(), "{} faults\n\n{}", faults.len(), faults.join("\n\n"));
}

#[test]
fn shapes_have_names_of_their_own() {
    let mut names: Vec<&str> = shapes().map(|shape| shape.name).collect();
    names.sort_unstable();
    let twice: Vec<&[&str]> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn line_ends_and_marks_do_not_matter() {
    for shape in shapes().filter(|shape| shape.is_read()) {
        let variants = [
            shape.text.replace("\r\n", "\n").replace('\n', "\r\n"),
            shape.text.trim_end_matches(['\n', '\r']).to_owned(),
            format!("\u{feff}{}", shape.text.trim_start_matches('\u{feff}')),
        ];
        for text in variants {
            assert_eq!(shape.load(&text), shape.load(shape.text), "{}: {text:?}", shape.name);
        }
    }
}
