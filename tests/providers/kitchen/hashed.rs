//! Write-only values that the plan hook watches: by a salted hash in private data, and for their
//! presence.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use schema_provider::prelude::*;

use super::provider::Kitchen;

/// The idiom of a salted hash in private data.
#[derive(Schema)]
#[schema(resource = "kitchen_hashed_secret")]
pub(crate) struct HashedSecret {
    #[field(required, force_new)]
    name: String,
    #[field(optional, write_only)]
    secret_wo: Option<Secret>,
    /// Codes; a changed one replaces the object.
    #[field(optional, nested(map))]
    code: BTreeMap<String, Code>,
    /// How often a secret came.
    #[field(computed)]
    rotations: i64,
    /// What the plan said when the change was first planned, where Terraform keeps it.
    #[field(computed)]
    planned: Option<String>,
}

/// A code.
#[derive(Schema)]
pub(crate) struct Code {
    #[field(optional)]
    label: Option<String>,
    #[field(optional, write_only)]
    digits: Option<Secret>,
}

/// Salted with the name. (The provider of tests keeps nothing that is worth a slow hash.)
fn hash(salt: &str, secret: &str) -> Vec<u8> {
    let mut hasher = DefaultHasher::new();
    (salt, secret).hash(&mut hasher);
    hasher.finish().to_be_bytes().to_vec()
}

/// Under which keys the hashes of an object are, with what is hashed.
fn hashes(
    salt: &str,
    secret: Option<&Secret>,
    codes: &BTreeMap<String, Code>,
) -> BTreeMap<String, Vec<u8>> {
    let codes = codes
        .iter()
        .map(|(key, code)| (format!("code.{key}"), code.digits.as_ref()));
    let all = std::iter::once(("secret".to_owned(), secret)).chain(codes);
    all.filter_map(|(key, secret)| Some((key, hash(salt, secret?.expose()?))))
        .collect()
}

impl HashedSecret {
    fn keep_hashes(data: &mut ResourceData<Self>) {
        let secret = data.get(HashedSecret::SECRET_WO);
        let codes = data.get(HashedSecret::CODE);
        let kept = hashes(&data.get(HashedSecret::NAME), secret.as_ref(), &codes);
        for (key, hash) in kept {
            data.set_private(key, hash);
        }
    }
}

impl Resource for HashedSecret {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(HashedSecret::ROTATIONS, 0);
        let planned = data.private().get("planned").map(<[u8]>::to_vec);
        let mut planned = planned.map(String::from_utf8).transpose()?;
        if data.private().get("secret").is_some() {
            planned = Some("what was kept with another object".to_owned());
        }
        data.set(HashedSecret::PLANNED, planned);
        cx.client()?.store.create(data.dynamic_mut())?;
        Self::keep_hashes(data);
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.read(data.dynamic_mut())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.delete(data.dynamic_mut())
    }

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        if plan.kind() == PlanKind::Create {
            let earlier = plan.earlier_private().and_then(|kept| kept.get("planned"));
            let planned = match earlier {
                Some(earlier) => [earlier, b" again"].concat(),
                None => b"planned".to_vec(),
            };
            plan.set_private("planned", planned);
            return Ok(());
        }
        let salt = plan.prior(HashedSecret::NAME).unwrap_or_default();
        let changed = |key: &str, secret: &Secret| {
            let secret = secret.expose().unwrap_or_default();
            plan.private().get(key) != Some(&hash(&salt, secret)[..])
        };
        // A secret that is not known yet, or not there, is not compared.
        let rotated = plan
            .config(HashedSecret::SECRET_WO)
            .known()
            .is_some_and(|secret| changed("secret", &secret));
        let codes = plan.config(HashedSecret::CODE).known().unwrap_or_default();
        let replaced: Vec<String> = codes
            .into_iter()
            .filter(|(key, code)| {
                let digits = code.digits.as_ref();
                digits.is_some_and(|digits| changed(&format!("code.{key}"), digits))
            })
            .map(|(key, _)| key)
            .collect();
        if rotated {
            plan.set_unknown(HashedSecret::ROTATIONS);
        }
        for key in replaced {
            plan.require_replace(HashedSecret::CODE.at(key.as_str()).then(Code::DIGITS));
        }
        Ok(())
    }
}

impl Update for HashedSecret {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let (rotations, _) = data.get_change(HashedSecret::ROTATIONS);
        data.set(HashedSecret::ROTATIONS, rotations + 1);
        cx.client()?.store.update(data.dynamic_mut())?;
        Self::keep_hashes(data);
        Ok(())
    }
}

/// The idiom of a write-only argument that is needed when the object is made, and only then.
#[derive(Schema)]
#[schema(resource = "kitchen_write_once")]
pub(crate) struct WriteOnce {
    #[field(required, force_new)]
    name: String,
    #[field(optional, write_only)]
    token_wo: Option<Secret>,
    #[field(optional)]
    note: Option<String>,
    /// How long the token was.
    #[field(computed)]
    length: i64,
}

impl Resource for WriteOnce {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let token = data.require(WriteOnce::TOKEN_WO)?;
        data.set(WriteOnce::LENGTH, i64::try_from(token.require()?.len())?);
        cx.client()?.store.create(data.dynamic_mut())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.read(data.dynamic_mut())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.delete(data.dynamic_mut())
    }

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        // Also the second plan of a replacement.
        if plan.kind() == PlanKind::Create && plan.config(WriteOnce::TOKEN_WO).is_null() {
            plan.error_at(
                WriteOnce::TOKEN_WO,
                "A token is needed",
                "It is needed when the object is made, and may be omitted afterwards.",
            );
        }
        Ok(())
    }
}

impl Update for WriteOnce {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.update(data.dynamic_mut())
    }
}
