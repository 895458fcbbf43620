//! Archives, and their checksums in Terraform's two forms.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::platforms::Platform;
use crate::package::Package;
use crate::result::Result;

/// An archive that was written.
pub(crate) struct Archive {
    /// Its file's name.
    pub(crate) name: String,
    /// Terraform's name of its platform.
    pub(crate) platform: &'static str,
    pub(crate) size: u64,
    /// The checksum of the whole file, in hex.
    pub(crate) sha256: String,
    /// The checksum of its content, as in lock files: `h1:…`.
    pub(crate) h1: String,
}

impl Archive {
    /// The same bytes for the same program, whenever and wherever it is written.
    pub(crate) fn write(
        out: &Path,
        package: &Package,
        platform: &Platform,
        (program, beside): (&Path, Vec<(String, PathBuf)>),
    ) -> Result<Self> {
        let stem = stem(package);
        let name = format!("{stem}_{}.zip", platform.name);
        let path = out.join(&name);
        let failed = |error: &dyn std::fmt::Display| format!("{name} cannot be written: {error}");
        let mut zip = ZipWriter::new(File::create(&path).map_err(|error| failed(&error))?);
        let (program_name, version) = (package.program(), &package.version);
        let inner = format!("{program_name}_v{version}{}", platform.suffix);
        let mut entries = vec![(inner, program.to_owned(), 0o755)];
        let licences = licences(&package.directory).into_iter();
        entries.extend(licences.map(|(name, path)| (name, path, 0o644)));
        for (name, path) in beside {
            if entries.iter().any(|(there, _, _)| *there == name) {
                let path = path.display();
                return Err(format!("{path} is in the archive already: {name}"));
            }
            entries.push((name, path, 0o755));
        }
        let mut files = Vec::new();
        for (inner, path, mode) in entries {
            let mut content = fs::read(&path)
                .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
            if path == program {
                forget_time(&mut content);
            }
            let options = SimpleFileOptions::default()
                .compression_method(CompressionMethod::Deflated)
                // A fixed time: two archives of one program are equal.
                .last_modified_time(DateTime::default())
                .unix_permissions(mode);
            files.push((inner.clone(), hex(&Sha256::digest(&content))));
            zip.start_file(inner, options)
                .map_err(|error| failed(&error))?;
            zip.write_all(&content).map_err(|error| failed(&error))?;
        }
        zip.finish().map_err(|error| failed(&error))?;
        let content = fs::read(&path).map_err(|error| failed(&error))?;
        Ok(Self {
            platform: platform.name,
            size: content.len() as u64,
            sha256: hex(&Sha256::digest(&content)),
            h1: h1(files),
            name,
        })
    }
}

/// The header of a Windows program contains its link time, which nothing reads. Other programs have
/// no such field.
fn forget_time(program: &mut [u8]) {
    // The offset of the header is at 0x3c of the older header; the time follows four bytes of
    // signature, two of machine and two of a count.
    let place = program.get(0x3c..0x40);
    let Some(place) = place.filter(|_| program.starts_with(b"MZ")) else {
        return;
    };
    let place = place.try_into().map_or(0, u32::from_le_bytes);
    let header = program.get_mut(place as usize..);
    if let Some([b'P', b'E', 0, 0, _, _, _, _, time @ ..]) = header
        && let Some(time) = time.first_chunk_mut::<4>()
    {
        *time = [0; 4];
    }
}

/// The prefix of a release's file names.
pub(crate) fn stem(package: &Package) -> String {
    format!("{}_{}", package.program(), package.version)
}

/// `manifest.json` and SHA256SUMS, as registries require them; returns the path of the latter.
pub(crate) fn write_sums(out: &Path, package: &Package, archives: &[Archive]) -> Result<PathBuf> {
    let stem = stem(package);
    let failed = |error: std::io::Error| format!("{} cannot be written: {error}", out.display());
    let manifest_name = format!("{stem}_manifest.json");
    let manifest = "{\n  \"version\": 1,\n  \"metadata\": {\n    \"protocol_versions\": [\n      \"5.0\",\n      \"6.0\"\n    ]\n  }\n}\n";
    fs::write(out.join(&manifest_name), manifest).map_err(failed)?;
    let lines = archives.iter();
    let lines = lines.map(|archive| (archive.sha256.clone(), archive.name.as_str()));
    let mut lines: Vec<(String, &str)> = lines.collect();
    lines.push((hex(&Sha256::digest(manifest)), &manifest_name));
    lines.sort_by_key(|(_, name)| *name);
    let text = sum_lines(lines.iter().map(|(sum, name)| (sum, *name)));
    let sums = out.join(format!("{stem}_SHA256SUMS"));
    fs::write(&sums, text).map_err(failed)?;
    Ok(sums)
}

/// The checksum of an archive's content: over one line per file, sorted by name.
fn h1(mut files: Vec<(String, String)>) -> String {
    files.sort_unstable();
    let lines = sum_lines(files.iter().map(|(name, sum)| (sum, name.as_str())));
    format!("h1:{}", STANDARD.encode(Sha256::digest(lines)))
}

/// Sums as `sha256sum` prints them.
fn sum_lines<'a>(sums: impl Iterator<Item = (&'a String, &'a str)>) -> String {
    sums.map(|(sum, name)| format!("{sum}  {name}\n")).collect()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The licence texts beside the manifest.
fn licences(directory: &Path) -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut found: Vec<(String, PathBuf)> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let licence = name.starts_with("LICENSE")
                || name.starts_with("LICENCE")
                || name.starts_with("COPYING");
            (licence && entry.path().is_file()).then(|| (name, entry.path()))
        })
        .collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use zip::ZipArchive;

    use super::*;
    use crate::names::ProviderName;
    use crate::release::platforms::PLATFORMS;

    fn package(directory: &Path) -> Package {
        Package {
            name: ProviderName::of("cloud").unwrap(),
            version: "1.2.3".to_owned(),
            source: None,
            directory: directory.to_owned(),
            workspace: directory.to_owned(),
            target: directory.to_owned(),
        }
    }

    #[test]
    fn a_program_for_windows_says_no_time() {
        let mut whole = b"MZ".to_vec();
        whole.resize(0x3c, 0);
        whole.extend(0x48_u32.to_le_bytes());
        whole.resize(0x48, 0);
        whole.extend(b"PE\0\0\x64\x86\x06\0TIMErest");
        let of = |bytes: &[u8]| {
            let mut bytes = bytes.to_vec();
            forget_time(&mut bytes);
            bytes
        };
        let done = of(&whole);
        assert_eq!(done.len(), whole.len());
        assert!(done.ends_with(b"PE\0\0\x64\x86\x06\0\0\0\0\0rest"));
        assert_eq!(done[..0x48], whole[..0x48]);
        // Anything else that begins like this, or is truncated, stays unchanged.
        for length in 0..whole.len() - 4 {
            let part = &whole[..length];
            assert!(of(part) == part || length >= 0x54, "{length}");
        }
        let mut other = whole.clone();
        other[0] = b'X';
        assert_eq!(of(&other), other);
        whole[0x3c..0x40].fill(0xff);
        assert_eq!(of(&whole), whole);
    }

    #[test]
    fn the_same_program_makes_the_same_archive() {
        let place = tempfile::tempdir().unwrap();
        let program = place.path().join("program");
        fs::write(&program, b"machine code").unwrap();
        fs::write(place.path().join("LICENSE"), b"free").unwrap();
        let mut archives = Vec::new();
        for _ in 0..2 {
            let out = tempfile::tempdir().unwrap();
            let archive = Archive::write(
                out.path(),
                &package(place.path()),
                &PLATFORMS[5],
                (&program, vec![]),
            )
            .unwrap();
            assert_eq!(
                archive.name,
                "terraform-provider-cloud_1.2.3_windows_amd64.zip"
            );
            let bytes = fs::read(out.path().join(&archive.name)).unwrap();
            let mut zip = ZipArchive::new(std::io::Cursor::new(&bytes)).unwrap();
            let names: Vec<_> = zip
                .file_names()
                .map(|name| name.unwrap().into_owned())
                .collect();
            assert_eq!(names, ["terraform-provider-cloud_v1.2.3.exe", "LICENSE"]);
            let mode = zip.by_index(0).unwrap().unix_mode().unwrap();
            assert_eq!(mode & 0o777, 0o755);
            let sums = write_sums(
                out.path(),
                &package(place.path()),
                std::slice::from_ref(&archive),
            )
            .unwrap();
            let sums = fs::read_to_string(sums).unwrap();
            assert_eq!(sums.lines().count(), 2);
            assert!(
                sums.contains(&format!("{}  {}\n", archive.sha256, archive.name)),
                "{sums}"
            );
            archives.push((bytes, archive.h1));
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        assert_eq!(archives[0], archives[1]);
    }
}
