//! Reads a paginated API to its end.
//!
//! ```
//! use schema_provider::pages::{self, Page};
//! use schema_provider::prelude::*;
//! # async fn fetch(_: Option<&str>) -> std::io::Result<(Vec<String>, Option<String>)> {
//! #     Ok((Vec::new(), None))
//! # }
//!
//! async fn names<R>(cx: &Cx<R>) -> Result<Vec<String>> {
//!     pages::all(cx, async |token: Option<String>| {
//!         let (items, next) = fetch(token.as_deref()).await?;
//!         Ok::<_, std::io::Error>(Page { items, next })
//!     })
//!     .await
//! }
//! ```

use std::collections::HashSet;
use std::future::Future;
use std::hash::Hash;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};

use crate::context::Cx;
use crate::result::Result;

/// One page.
///
/// ```
/// use schema_provider::pages::Page;
///
/// let last: Page<&str, String> = Page { items: vec!["a", "b"], next: None };
/// assert_eq!(last.items.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T, K> {
    /// Its items; an empty page need not be the last.
    pub items: Vec<T>,
    /// The token of the next page; `None` after the last.
    pub next: Option<K>,
}

/// The items of all pages.
///
/// `fetch` is called with `None` for the first page, then with each page's [`next`](Page::next).
/// Half a list would look as if resources no longer existed, so any failure is an
/// error, never a shorter list.
///
/// ```
/// use schema_provider::pages::{self, Page};
/// # use schema_provider::prelude::*;
/// # struct Listing { names: Vec<String>, next: Option<String> }
/// # async fn list(_: Option<&str>) -> std::io::Result<Listing> {
/// #     Ok(Listing { names: Vec::new(), next: None })
/// # }
/// # async fn f<R>(cx: &Cx<R>) -> Result {
/// let names = pages::all(cx, async |token: Option<String>| {
///     let listing = list(token.as_deref()).await?;
///     Ok::<_, std::io::Error>(Page { items: listing.names, next: listing.next })
/// })
/// .await?;
/// # drop(names);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// `fetch` fails; the call should end; or the API returned the same token twice, which
/// would never end.
pub async fn all<R, T, K, E, F, Fut>(cx: &Cx<R>, fetch: F) -> Result<Vec<T>>
where
    K: Clone + Eq + Hash,
    E: Into<Diagnostics>,
    F: FnMut(Option<K>) -> Fut,
    Fut: Future<Output = Result<Page<T, K>, E>>,
{
    let (mut pages, mut all) = (Pages::new(cx, fetch), Vec::new());
    while let Some(items) = pages.next().await? {
        all.extend(items);
    }
    Ok(all)
}

/// The first item on any page for which `wanted` is true; the pages after it are not fetched.
///
/// ```
/// # use schema_provider::prelude::*;
/// # Cx::<()>::__example((), async |cx, _| -> Result {
/// use schema_provider::pages::{self, Page};
///
/// # async fn list(from: usize) -> std::io::Result<Vec<&'static str>> { Ok(vec![["a", "b"][from]]) }
/// let found = pages::find(
///     cx,
///     async |token: Option<usize>| {
///         let from = token.unwrap_or(0);
///         Ok::<_, std::io::Error>(Page { items: list(from).await?, next: Some(from + 1) })
///     },
///     |name| *name == "b",
/// )
/// .await?;
/// assert_eq!(found, Some("b"));
/// # Ok(())
/// # })
/// # .unwrap();
/// ```
///
/// # Errors
/// As [`all`].
pub async fn find<R, T, K, E, F, Fut>(
    cx: &Cx<R>,
    fetch: F,
    mut wanted: impl FnMut(&T) -> bool,
) -> Result<Option<T>>
where
    K: Clone + Eq + Hash,
    E: Into<Diagnostics>,
    F: FnMut(Option<K>) -> Fut,
    Fut: Future<Output = Result<Page<T, K>, E>>,
{
    let mut pages = Pages::new(cx, fetch);
    while let Some(items) = pages.next().await? {
        if let Some(found) = items.into_iter().find(&mut wanted) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The pages of an API one after another, for code that does not keep them all: a
/// [list](crate::ListResource).
///
/// ```
/// use schema_provider::pages::{Page, Pages};
/// # use schema_provider::prelude::*;
/// # #[derive(Schema)]
/// # #[schema(resource = "disk_image", identity(name))]
/// # pub struct Image {
/// #     #[field(required, force_new)]
/// #     name: String,
/// # }
/// # struct Listing { names: Vec<String>, next: Option<String> }
/// # async fn images(_: Option<&str>) -> std::io::Result<Listing> {
/// #     Ok(Listing { names: Vec::new(), next: None })
/// # }
/// # async fn f(cx: &Cx<Image>, found: &mut ListSink<Image>) -> Result {
/// let mut pages = Pages::new(cx, async |token: Option<String>| {
///     let listing = images(token.as_deref()).await?;
///     Ok::<_, std::io::Error>(Page { items: listing.names, next: listing.next })
/// });
/// // No page is fetched that nobody asks for.
/// while found.remaining() > 0
///     && let Some(names) = pages.next().await?
/// {
///     for name in names {
///         let mut image = found.object();
///         image.set(Image::NAME, &*name);
///         found.push(name, image).await?;
///     }
/// }
/// # Ok(())
/// # }
/// ```
pub struct Pages<'a, R, K, F> {
    cx: &'a Cx<R>,
    fetch: F,
    /// The token that requests the next page; `None` after the last page.
    token: Option<Option<K>>,
    asked: HashSet<K>,
}

schema_runtime::__debug!([R, K, F] Pages<'_, R, K, F>, |it| read = it.asked.len());

impl<'a, R, K: Clone + Eq + Hash, F> Pages<'a, R, K, F> {
    /// `fetch` is called with `None` for the first page, then with each page's
    /// [`next`](Page::next).
    #[must_use]
    pub fn new<T, E, Fut>(cx: &'a Cx<R>, fetch: F) -> Self
    where
        E: Into<Diagnostics>,
        F: FnMut(Option<K>) -> Fut,
        Fut: Future<Output = Result<Page<T, K>, E>>,
    {
        Pages {
            cx,
            fetch,
            token: Some(None),
            asked: HashSet::new(),
        }
    }

    /// The items of the next page; `None` after the last.
    ///
    /// # Errors
    /// As [`all`].
    pub async fn next<T, E, Fut>(&mut self) -> Result<Option<Vec<T>>>
    where
        E: Into<Diagnostics>,
        F: FnMut(Option<K>) -> Fut,
        Fut: Future<Output = Result<Page<T, K>, E>>,
    {
        let Some(token) = self.token.take() else {
            return Ok(None);
        };
        let page = self
            .cx
            .race((self.fetch)(token))
            .await?
            .map_err(Into::into)?;
        let Some(next) = page.next else {
            return Ok(Some(page.items));
        };
        if self.asked.insert(next.clone()) {
            self.token = Some(Some(next));
            return Ok(Some(page.items));
        }
        Err(Diagnostic::error("A list from the API does not end")
            .with_detail(format!(
                "After {} pages the API returned the token of a page that was already read.",
                self.asked.len() + 1
            ))
            .into())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use schema_runtime::data::Operation;

    use super::*;
    use crate::process::cancellation::Reason;

    fn cx() -> Cx {
        Cx::for_tests(
            Operation::Read,
            Duration::from_secs(60),
            Duration::from_secs(2),
        )
        .0
    }

    /// Four pages, the second empty.
    async fn fetch(token: Option<u8>) -> Result<Page<u8, u8>> {
        Ok(match token {
            None => Page {
                items: vec![1, 2],
                next: Some(10),
            },
            Some(10) => Page {
                items: vec![],
                next: Some(20),
            },
            Some(20) => Page {
                items: vec![3],
                next: Some(30),
            },
            Some(_) => Page {
                items: vec![4],
                next: None,
            },
        })
    }

    #[tokio::test]
    async fn all_pages_are_read_also_after_an_empty_one() {
        assert_eq!(all(&cx(), fetch).await, Ok(vec![1, 2, 3, 4]));
    }

    #[tokio::test]
    async fn finding_stops_at_the_page_that_has_it() {
        let mut asked = 0;
        let found = find(
            &cx(),
            |token| {
                asked += 1;
                fetch(token)
            },
            |item| *item == 3,
        )
        .await;
        assert_eq!(found, Ok(Some(3)));
        assert_eq!(asked, 3);
        assert_eq!(find(&cx(), fetch, |item| *item == 9).await, Ok(None));
    }

    #[tokio::test]
    async fn a_list_without_end_is_an_error() {
        let errors = all(&cx(), async |_: Option<u8>| {
            Ok::<_, Diagnostics>(Page {
                items: vec![0],
                next: Some(1),
            })
        })
        .await
        .unwrap_err();
        assert!(errors.to_string().contains("After 2 pages"), "{errors}");
    }

    #[tokio::test]
    async fn half_a_list_is_never_given_out() {
        let errors = all(&cx(), async |token: Option<u8>| match token {
            None => Ok(Page {
                items: vec![0],
                next: Some(1),
            }),
            Some(_) => Err(Diagnostics::from(Diagnostic::error("lost"))),
        })
        .await
        .unwrap_err();
        assert_eq!(errors.to_string(), "Error: lost");

        let (cx, cancellation) = Cx::<()>::for_tests(
            Operation::Read,
            Duration::from_secs(60),
            Duration::from_secs(2),
        );
        let errors = all(&cx, async |_: Option<u8>| {
            cancellation.cancel(Reason::Stopped);
            std::future::pending::<Result<Page<u8, u8>>>().await
        })
        .await
        .unwrap_err();
        assert!(errors.to_string().contains("interrupted"), "{errors}");
    }
}
