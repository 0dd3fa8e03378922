import { enableCompileCache, flushCompileCache } from "node:module"
import { join } from "node:path"

const ROOT = join(import.meta.dirname, "../..")

// Reuses compiled code of the last start. The cache is in the product's own folder, because its content is executed.
enableCompileCache(join(ROOT, "node_modules/.cache/compiled"))

const { loadPages } = await import("./platform/http/built-pages.ts")
const { start } = await import("./start.ts")
const dist = process.argv[2] ?? join(ROOT, "web/dist")
await start(async ({ site, ...options }) => loadPages(dist, site, options))
flushCompileCache()
