// Runs in the head of pages with long texts. A font that a page before this one has loaded comes from the cache, and with
// this it is there for the first paint: without, no text appears in it, or all of it moves when it comes.
if (document.referrer.startsWith(location.origin) && !("save" in document.documentElement.dataset))
  document.head.insertAdjacentHTML("beforeend", "<link rel=preload as=font crossorigin href=/fonts/figtree-var.woff2>")

// Until the first part has arrived, browsers paint nothing and lay out nothing. What has arrived is laid out while the
// processor waits for the rest.
const observer = new MutationObserver(() => void document.body?.getBoundingClientRect())
observer.observe(document, { childList: true, subtree: true })
document.addEventListener("DOMContentLoaded", () => observer.disconnect())
