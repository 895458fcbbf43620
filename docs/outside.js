// Chapters link to files outside the book (ARCHITECTURE.md, examples), which a code host shows. In the book
// such a link becomes text with the path of the file.
(function () {
    const root = new URL(typeof path_to_root === "undefined" ? "." : path_to_root || ".", location.href);
    for (const link of document.querySelectorAll("main a[href]")) {
        const written = link.getAttribute("href");
        if (!written.startsWith("../")) {
            continue;
        }
        // Against an address so deep that no step up is lost at the top of the site.
        const inside = location.href.startsWith(root.href) ? location.pathname.slice(root.pathname.length) : "";
        const place = new URL(written, "http://book/docs/src/" + inside).pathname;
        if (place.startsWith("/docs/src/")) {
            continue;
        }
        const page = document.createElement("code");
        page.textContent = place.slice(1).replace(/\.html$/, ".md");
        link.replaceWith(...link.childNodes, " (", page, ")");
    }
})();
