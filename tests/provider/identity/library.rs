//! A provider whose resources have identities of every kind, and can misbehave.

use std::sync::{Arc, Mutex};

use schema_provider::{OldIdentity, prelude::*};

#[path = "seat.rs"]
mod seat;
#[path = "volume.rs"]
mod volume;

pub use seat::{Place, Seat};
pub use volume::Volume;

/// A library. Its content is in memory, so that each test has its own.
#[derive(Schema)]
#[schema(provider = "lib")]
pub struct Library {}

/// What exists, by id.
pub type Shelves = Arc<Mutex<BTreeMap<String, BTreeMap<&'static str, String>>>>;

impl Provider for Library {
    type Client = Shelves;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![
            Book, Loan, Mark, Member, Tag, Plain, Card, Volume, Seat, Place
        ]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Shelves> {
        Ok(Shelves::default())
    }
}

/// A book, whose identity consists of its fields.
#[derive(Schema)]
#[schema(
    resource = "lib_book",
    import = "{shelf}/{code}",
    identity(shelf, code(optional), version = 1)
)]
pub struct Book {
    /// Where it stands.
    #[field(required, force_new)]
    shelf: String,
    /// Its number there.
    #[field(optional, computed)]
    code: Option<String>,
    #[field(optional)]
    title: Option<String>,
    /// How read misbehaves.
    #[field(optional)]
    how: Option<String>,
}

impl Resource for Book {
    type Provider = Library;

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        // A hook that makes unknown what cannot change.
        if plan.value(Book::HOW).known().as_deref() == Some("hide") {
            plan.set_unknown(Book::CODE);
        }
        Ok(())
    }

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        if data.get(Book::CODE).is_none() {
            data.set(Book::CODE, "c1");
        }
        let code = data.get(Book::CODE).unwrap_or_default();
        data.set_id(format!("{}/{code}", data.get(Book::SHELF)));
        match data.get(Book::HOW).as_deref() {
            Some("fail") => bail!("the book fell down"),
            _ => Ok(()),
        }
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        match data.get(Book::HOW).as_deref() {
            Some("moved") => data.set(Book::SHELF, "elsewhere"),
            Some("gone") => data.mark_gone(),
            Some("fail") => bail!("nobody reads it"),
            _ => {}
        }
        if data.get(Book::CODE).is_none() {
            data.set(Book::CODE, "c1");
        }
        // In the remote system's spelling.
        let shelf = data.get(Book::SHELF).to_lowercase();
        data.set(Book::SHELF, shelf);
        Ok(())
    }

    async fn delete(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        match data.get(Book::HOW).as_deref() {
            Some("stuck") => bail!("the book is stuck"),
            _ => Ok(()),
        }
    }

    async fn import_identity(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        if data.get(Book::SHELF) == "burnt" {
            bail!("nobody has it");
        }
        let code = data.get(Book::CODE).unwrap_or_else(|| "c1".to_owned());
        data.set_id(format!("{}/{code}", data.get(Book::SHELF)));
        Ok(())
    }

    async fn move_from(_: &Cx<Self>, from: &MovedState, data: &mut ResourceData<Self>) -> Result {
        if from.type_name() == "lib_ash" {
            bail!("it is burnt");
        }
        data.set_id("s/moved");
        if let Some(old) = from.identity()
            && let Some(old) = old.read::<LoanIdentityV0>()?
        {
            data.set(Book::SHELF, old.number);
            data.set(Book::CODE, "moved");
        }
        Ok(())
    }
}

impl Update for Book {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        match data.get(Book::HOW).as_deref() {
            Some("recode") => data.set(Book::CODE, "other"),
            Some("fail") => bail!("it stays as it is"),
            _ => {}
        }
        Ok(())
    }
}

/// The identity of a loan, a separate struct.
#[derive(Schema)]
#[schema(identity, version = 2, mutable(branch))]
pub struct LoanIdentity {
    /// The number that the library gives it.
    #[field(required)]
    pub serial: i64,
    #[field(optional)]
    pub branch: Option<String>,
    #[field(optional)]
    pub pages: Vec<i64>,
}

#[derive(Schema)]
#[schema(identity, version = 1)]
pub struct LoanIdentityV1 {
    #[field(required)]
    pub serial: String,
}

#[derive(Schema)]
#[schema(identity)]
pub struct LoanIdentityV0 {
    #[field(required)]
    pub number: String,
}

/// A loan.
#[derive(Schema)]
#[schema(resource = "lib_loan", identity = LoanIdentity)]
pub struct Loan {
    #[field(required, force_new)]
    reader: String,
    #[field(optional)]
    how: Option<String>,
}

impl Resource for Loan {
    type Provider = Library;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("7");
        if data.get(Loan::HOW).as_deref() != Some("silent") {
            data.set_identity(LoanIdentity {
                serial: 7,
                branch: None,
                pages: vec![1, 2],
            });
        }
        match data.get(Loan::HOW).as_deref() {
            Some("fail") => bail!("lent to nobody"),
            Some("panic") => panic!("lent to a ghost"),
            Some("hang") => std::future::pending().await,
            _ => Ok(()),
        }
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let how = data.get(Loan::HOW).unwrap_or_default();
        let identity = |serial, branch: &str| LoanIdentity {
            serial,
            branch: Some(branch.to_owned()).filter(|branch| !branch.is_empty()),
            pages: vec![1, 2],
        };
        match how.as_str() {
            "silent" => {}
            "other" => data.set_identity(identity(8, "")),
            "branch" => data.set_identity(identity(7, "north")),
            _ => data.set_identity(identity(7, "")),
        }
        Ok(())
    }

    async fn delete(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let serial = data.identity().map(|identity| identity.serial);
        match data.get(Loan::HOW).as_deref() {
            Some("stuck") => bail!("nobody gives it back"),
            // Only the identity finds the object.
            Some("identified") if serial != Some(7) => bail!("no loan is identified: {serial:?}"),
            _ => Ok(()),
        }
    }

    async fn import(_: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        data.set_id(id);
        data.set(Loan::READER, "somebody");
        Ok(())
    }

    async fn import_identity(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let Some(asked) = data.identity() else {
            bail!("nothing was asked for");
        };
        if asked.serial == 404 {
            bail!("there is no loan {}", asked.serial);
        }
        if asked.serial != 0 {
            data.set_id(asked.serial.to_string());
        }
        data.set(Loan::READER, "somebody");
        Ok(())
    }

    async fn upgrade_identity(_: &Cx<Self>, old: &OldIdentity) -> Result<Option<LoanIdentity>> {
        old.upgrade::<LoanIdentityV0>()?
            .then(|v0| Ok(LoanIdentityV1 { serial: v0.number }))?
            .then(|v1| {
                if v1.serial == "panic" {
                    panic!("no such loan");
                }
                Ok(LoanIdentity {
                    serial: v1.serial.parse()?,
                    branch: None,
                    pages: Vec::new(),
                })
            })?
            .finish()
    }

    async fn move_from(_: &Cx<Self>, _: &MovedState, data: &mut ResourceData<Self>) -> Result {
        data.set_id("7");
        data.set(Loan::READER, "somebody");
        data.set_identity(LoanIdentity {
            serial: 7,
            branch: None,
            pages: Vec::new(),
        });
        Ok(())
    }
}

impl Update for Loan {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let how = data.get(Loan::HOW).unwrap_or_default();
        if how.starts_with("other") {
            data.set_identity(LoanIdentity {
                serial: 8,
                branch: None,
                pages: Vec::new(),
            });
        }
        match how.as_str() {
            "other and fail" => bail!("nothing was lent"),
            _ => Ok(()),
        }
    }
}

/// A member, identified only by the id.
#[derive(Schema)]
#[schema(resource = "lib_member", identity(id))]
pub struct Member {
    #[field(optional)]
    name: Option<String>,
}

impl Resource for Member {
    type Provider = Library;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("m1");
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Member {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// A mark: one part of its identity may change, and with a new title both are unknown before the
/// change.
#[derive(Schema)]
#[schema(resource = "lib_mark", identity(code, label(mutable)))]
pub struct Mark {
    #[field(required)]
    title: String,
    #[field(computed(when_changed(title)))]
    code: String,
    #[field(computed(when_changed(title)))]
    label: String,
}

impl Mark {
    fn mark(data: &mut ResourceData<Self>) {
        let title = data.get(Mark::TITLE);
        data.set(Mark::LABEL, format!("label {title}"));
        data.set(Mark::CODE, if title == "recoded" { "m2" } else { "m1" });
    }
}

impl Resource for Mark {
    type Provider = Library;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("m");
        Mark::mark(data);
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Mark {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Mark::mark(data);
        Ok(())
    }
}

/// A tag, whose name may change in place.
#[derive(Schema)]
#[schema(resource = "lib_tag", identity(name(mutable)))]
pub struct Tag {
    #[field(required)]
    name: String,
}

impl Resource for Tag {
    type Provider = Library;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id(data.get(Tag::NAME));
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn import(_: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        data.set_id(format!("tag:{id}"));
        data.set(Tag::NAME, id);
        Ok(())
    }
}

impl Update for Tag {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// It has no identity.
#[derive(Schema)]
#[schema(resource = "lib_plain")]
pub struct Plain {
    #[field(required, force_new)]
    name: String,
}

impl Resource for Plain {
    type Provider = Library;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id(data.get(Plain::NAME));
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// What every card has.
#[derive(Schema)]
pub struct Printed {
    #[field(required, force_new)]
    series: String,
}

/// Without an id, and with fields of a flattened struct; several of them are the identity.
#[derive(Schema)]
#[schema(resource = "lib_card", id = none, identity(printed.series, number))]
pub struct Card {
    #[field(flatten)]
    printed: Printed,
    #[field(required, force_new)]
    number: i64,
}

impl Resource for Card {
    type Provider = Library;

    async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}
