//! The names of files, compressed or not.

/// Suffixes of compressed files.
const PACKED: [&str; 4] = [".gz", ".zst", ".xz", ".bz2"];

/// The name in lower case, without the suffix of a compressed file.
pub(super) fn stem(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    PACKED.iter().find_map(|suffix| lower.strip_suffix(suffix)).unwrap_or(&lower).to_owned()
}
