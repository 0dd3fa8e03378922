import { join } from "node:path"
import { developPages } from "./platform/http/dev-pages.ts"
import { start } from "./start.ts"

await start(async ({ site }) => developPages(join(import.meta.dirname, "../../web"), site))
