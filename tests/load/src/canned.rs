//! A provider's answers, recorded for the floor.

use crate::call::Call;
use crate::{Result, measure};
use bytes::Bytes;
use schema_client::Provider;
use schema_transport::Protocol;
use std::path::Path;

/// The variable that names the floor's file.
pub const ANSWERS: &str = "FLOOR_ANSWERS";
/// The variable that makes the floor answer from another thread.
pub const HOP: &str = "FLOOR_HOP";

/// Answers by the paths of their calls, with their gRPC frames.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers(Vec<(String, Bytes)>);

impl Answers {
    /// Makes each call once and records its answer.
    ///
    /// # Errors
    /// A call fails.
    pub async fn of(provider: &Provider, call: &Call) -> Result<Self> {
        let [validate_provider, configure] = &call.provider;
        let mut calls = vec![
            ("GetProviderSchema", measure::schema_request()?),
            ("ValidateProviderConfig", validate_provider.clone()),
            ("ConfigureProvider", configure.clone()),
            ("PlanResourceChange", call.plan.clone()),
        ];
        if let Some(validate) = &call.validate {
            calls.push(("ValidateResourceConfig", validate.clone()));
        }
        let mut answers = Vec::new();
        for (method, request) in calls {
            let answer = provider.raw(method, request).await?;
            answers.push((provider.path(method), answer));
        }
        // Both have an empty answer, of five bytes of frame.
        let empty = Bytes::from_static(&[0; 5]);
        answers.push(("/plugin.GRPCController/Shutdown".to_owned(), empty));
        Ok(Self(answers))
    }

    /// The answer to a call.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&Bytes> {
        let found = self.0.iter().find(|(of, _)| of == path);
        found.map(|(_, answer)| answer)
    }

    /// The protocol that was spoken.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        let five = |(path, _): &(String, Bytes)| path.starts_with("/tfplugin5.");
        if self.0.iter().any(five) {
            Protocol::V5
        } else {
            Protocol::V6
        }
    }

    /// Writes them to a file: for each the lengths of its path and its bytes, and both.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, file: &Path) -> Result<()> {
        let mut bytes = Vec::new();
        for (path, answer) in &self.0 {
            for part in [path.as_bytes(), answer] {
                bytes.extend(u64::try_from(part.len())?.to_be_bytes());
            }
            bytes.extend_from_slice(path.as_bytes());
            bytes.extend_from_slice(answer);
        }
        Ok(std::fs::write(file, bytes)?)
    }

    /// Reads such a file.
    ///
    /// # Errors
    /// It cannot be read, or is not such a file.
    pub fn read(file: &Path) -> Result<Self> {
        let mut rest = Bytes::from(std::fs::read(file)?);
        let mut take = |length: usize| {
            if length > rest.len() {
                return Err(crate::Error::from("the file of answers is cut off"));
            }
            Ok(rest.split_to(length))
        };
        let mut answers = Vec::new();
        while let Ok(lengths) = take(16) {
            let (path, answer) = lengths.split_at(8);
            let path = take(length(path)?)?;
            let answer = take(length(answer)?)?;
            answers.push((String::from_utf8(path.to_vec())?, answer));
        }
        Ok(Self(answers))
    }
}

fn length(bytes: &[u8]) -> Result<usize> {
    Ok(usize::try_from(u64::from_be_bytes(bytes.try_into()?))?)
}

#[cfg(test)]
mod tests {
    use super::Answers;
    use bytes::Bytes;
    use schema_transport::Protocol;

    #[test]
    fn written_and_read() {
        let answers = |path: &str| {
            let answer = |name: &str, bytes: &'static [u8]| {
                (format!("{path}/{name}"), Bytes::from_static(bytes))
            };
            Answers(vec![answer("GetSchema", b"abc"), answer("Plan", b"")])
        };
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("answers");
        let five = answers("/tfplugin5.Provider");
        five.write(&file).unwrap();
        let read = Answers::read(&file).unwrap();
        assert_eq!((&read, read.protocol()), (&five, Protocol::V5));
        assert_eq!(read.get("/tfplugin5.Provider/GetSchema").unwrap(), "abc");
        assert_eq!(read.get("/tfplugin5.Provider/Stop"), None);
        assert_eq!(answers("/tfplugin6.Provider").protocol(), Protocol::V6);
        let bytes = std::fs::read(&file).unwrap();
        std::fs::write(&file, &bytes[..20]).unwrap();
        assert!(Answers::read(&file).is_err());
    }
}
