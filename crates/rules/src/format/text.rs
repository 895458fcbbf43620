//! Non-blank strings, base64 and UUIDs.

pub(super) fn not_blank(text: &str) -> Option<&'static str> {
    text.trim()
        .is_empty()
        .then_some("there is nothing but spaces in it")
}

/// Standard alphabet, padded; line ends are ignored.
pub(super) fn base64(text: &str) -> Option<&'static str> {
    let mut bytes = text.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n'));
    let (mut digits, mut padding) = (0_usize, 0_usize);
    for byte in bytes.by_ref() {
        match byte {
            b'=' => padding += 1,
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' if padding == 0 => digits += 1,
            _ => return Some("a character in it does not belong there"),
        }
    }
    if digits == 0 {
        Some("there is nothing in it")
    } else if padding > 2 || (digits + padding) % 4 != 0 {
        Some("its length with `=` at the end is not a multiple of four")
    } else {
        None
    }
}

pub(super) fn uuid(text: &str) -> Option<&'static str> {
    let mut groups = text.split('-');
    let fits = [8, 4, 4, 4, 12].into_iter().all(|length| {
        groups.next().is_some_and(|group| {
            group.len() == length && group.bytes().all(|byte| byte.is_ascii_hexdigit())
        })
    });
    (!fits || groups.next().is_some())
        .then_some("it is not 8, 4, 4, 4 and 12 hex digits with hyphens between")
}
