import { enableCompileCache, flushCompileCache } from "node:module"
import { join } from "node:path"

const ROOT = join(import.meta.dirname, "../..")

// What the last start compiled is not compiled again. In a folder of the product's own: what lies there is run.
enableCompileCache(join(ROOT, "node_modules/.cache/compiled"))

const { loadPages } = await import("./platform/http/built-pages.ts")
const { start } = await import("./start.ts")
await start((site) => loadPages(join(ROOT, "web/dist"), site))
flushCompileCache()
