import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { extname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { LANGUAGES, type Language, languageOf, pathIn } from "@haitech/contract/languages"
import type { PageRequest, Site } from "@haitech/contract/pages"
import type { FastifyReply, FastifyRequest } from "fastify"
import { type PageRecords, type Pages, PagesUnusableError, pageAt, type RenderedPage } from "./pages.ts"
import { policyOf } from "./policy.ts"
import { createRecordPages } from "./record-pages.ts"
import { compressed, FOREVER, HTML, REVALIDATE, type StoredFile, sendFile, storedPage, tagOf } from "./stored-file.ts"

/** What the build left beside the files: with which settings it was made, and what its renderer needs. */
interface Built {
  readonly site: Site
  readonly assets: unknown
}

interface Renderer {
  render(request: PageRequest, assets: unknown, site: Site): string
  hasPage(path: string): boolean
  readonly findablePaths: readonly string[]
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": HTML,
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".woff2": "font/woff2",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
}

/** D1: addresses that moved for good. */
const MOVED: Readonly<Record<string, string>> = { "/terms": "/termsofservice", "/dashboard": "/member-dashboard" }

/** Where the build puts the 404 page. */
const LOST = "/404"

const RECORDS_AGE_MS = 30_000
/** Brotli's: the last tenth takes forty times as long, and no start waits for it. */
const [AT_ONCE, FOR_MANY] = [9, 11]

/**
 * The pages of `folder` (`web/dist`), read once and kept in memory.
 * @throws {PagesUnusableError} when nothing was built or it was built for another name or address
 */
export async function loadPages(folder: string, site: Site): Promise<Pages> {
  const built = readBuilt(folder, site)
  const renderer: Renderer = await import(pathToFileURL(join(folder, "render/render.js")).href)
  const files = new Map([...storedFiles(join(folder, "client"), ""), ...storedPages(join(folder, "pages"))])
  const draw = (request: PageRequest) => renderer.render(request, built.assets, built.site)
  const recordPages = createRecordPages(draw)

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [path = "/", query = ""] = request.url.split("?")
    const { language, path: page } = languageOf(path)
    const app = pageAt(page)
    const file = page === LOST ? undefined : files.get(app === page ? path : pathIn(language, app))
    const sent = new URLSearchParams(query).get("sent")
    if (file && sent && renderer.hasPage(page)) return thank(reply, { path: page, language }, sent)
    if (file) return sendFile(request, reply, file)
    if (MOVED[page]) return reply.redirect(pathIn(language, MOVED[page]), 308)
    const drawn = await recordPages.find(language, page)
    if (drawn) return sendFile(request, reply, drawn)
    if (path.endsWith("/") && files.has(path.slice(0, -1))) return reply.redirect(path.slice(0, -1), 308)
    const lost = files.get(pathIn(language, LOST))
    if (lost && !path.startsWith("/api")) return sendFile(request, reply, lost, 404)
    reply.callNotFound()
    return reply
  }

  async function thank(reply: FastifyReply, page: PageRequest, name: string): Promise<FastifyReply> {
    const form = { name, sent: true, values: {}, fields: {} }
    const { status, html, headers } = rendered(draw({ ...page, form }), 200)
    return reply.code(status).headers(headers).send(html)
  }

  return {
    async serve(app) {
      app.get("/*", answer)
    },
    findable: () => renderer.findablePaths,
    has: (path) => renderer.hasPage(path),
    render: async (request, status) => rendered(draw(request), status),
    async revalidate(path, records) {
      const refresh = (quality: number) => redraw(path, records, draw, files, quality)
      await refresh(AT_ONCE)
      void press(path, files).catch(() => undefined)
      // A database that is away for a moment leaves the page as it was.
      setInterval(() => void refresh(FOR_MANY).catch(() => undefined), RECORDS_AGE_MS).unref()
    },
    renderOnDemand: recordPages.add,
  }
}

function readBuilt(folder: string, site: Site): Built {
  const file = join(folder, "site.json")
  if (!existsSync(file)) throw new PagesUnusableError("The pages are not built yet: run `npm run build`.")
  const built: Built = JSON.parse(readFileSync(file, "utf8"))
  const { name, url, timeZone } = built.site
  if (name === site.name && url === site.url && timeZone === site.timeZone) return built
  throw new PagesUnusableError(
    `The pages were built for ${name} at ${url} in ${timeZone}: run \`npm run build\` again.`,
  )
}

async function redraw(
  path: string,
  records: () => Promise<PageRecords>,
  draw: (request: PageRequest) => string,
  files: Map<string, StoredFile>,
  quality: number,
): Promise<void> {
  const current = await records()
  const drawn = LANGUAGES.map(async (language) => {
    const raw = Buffer.from(draw({ path, language, ...current }))
    const address = pathIn(language, path)
    if (files.get(address)?.etag === tagOf(raw)) return
    files.set(address, { ...storedPage(raw), ...(await compressed(raw, quality)) })
  })
  await Promise.all(drawn)
}

/** Compresses a page as hard as it goes, one language after the other: each takes memory of its own meanwhile. */
async function press(path: string, files: Map<string, StoredFile>): Promise<void> {
  for (const language of LANGUAGES) {
    const address = pathIn(language, path)
    const page = files.get(address)
    if (!page) continue
    const best = await compressed(page.raw, FOR_MANY)
    if (files.get(address) === page) files.set(address, { ...page, ...best })
  }
}

function storedFiles(folder: string, prefix: string): [string, StoredFile][] {
  return globSync("**", { cwd: folder })
    .filter((file) => TYPES[extname(file)] && statSync(join(folder, file)).isFile())
    .map((file) => {
      const raw = readFileSync(join(folder, file))
      const cacheControl = file.startsWith("assets/") || file.startsWith("fonts/") ? FOREVER : REVALIDATE
      const type = TYPES[extname(file)] ?? ""
      return [`${prefix}/${file}`, { type, cacheControl, etag: tagOf(raw), raw, ...encodings(join(folder, file)) }]
    })
}

function storedPages(folder: string): [string, StoredFile][] {
  return globSync("**/*.html", { cwd: folder }).map((file) => {
    const [language = "en", ...rest] = file.replace(/(\/index)?\.html$/, "").split("/")
    const raw = readFileSync(join(folder, file))
    return [
      pathIn(language as Language, `/${rest.join("/")}`),
      { ...storedPage(raw), ...encodings(join(folder, file)) },
    ]
  })
}

function encodings(file: string): Pick<StoredFile, "br" | "gz"> {
  const read = (ending: string) => (existsSync(file + ending) ? readFileSync(file + ending) : undefined)
  const br = read(".br")
  const gz = read(".gz")
  return { ...(br && { br }), ...(gz && { gz }) }
}

function rendered(html: string, status: number): RenderedPage {
  return {
    status,
    html,
    headers: {
      "content-type": HTML,
      "cache-control": "no-store",
      "content-security-policy": policyOf(html),
    },
  }
}
