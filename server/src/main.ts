import { join } from "node:path"
import { loadPages } from "./platform/http/built-pages.ts"
import { start } from "./start.ts"

await start((site) => loadPages(join(import.meta.dirname, "../../web/dist"), site))
