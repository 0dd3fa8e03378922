import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { setImmediate as nextTurn } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { type Language, languageOf, pathIn } from "@haitech/contract/languages"
import type { PageRequest, Site } from "@haitech/contract/pages"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { AssetStore } from "#platform/assets/asset-store.ts"
import { createConcurrencyLimit } from "#platform/concurrency-limit.ts"
import { createMeasuredPages } from "./measured-pages.ts"
import { createPageLists } from "./page-lists.ts"
import { type FailureStatus, type Pages, PagesUnusableError, pageAt, type RenderedPage } from "./pages.ts"
import { inlineScripts, pageHeaders, programFrameHeaders } from "./policy.ts"
import { readEncoded, readStoredFile, typeOf } from "./read-files.ts"
import { createRecordPages } from "./record-pages.ts"
import { SERVICE_WORKER, SERVICE_WORKER_HEADERS, switchedOff } from "./service-worker.ts"
import { createShownPages } from "./shown-pages.ts"
import {
  bodyOfFile,
  cacheableFor,
  encoded,
  FOREVER,
  HTML,
  NEVER_STORED,
  REVALIDATE,
  type StoredFile,
  storedPage,
} from "./stored-file.ts"

interface BuildInfo {
  readonly site: Site
  readonly assets: { readonly vitals?: string; readonly firstPart?: string }
}

interface Renderer {
  render(request: PageRequest, assets: unknown, site: Site): string
  hasPage(path: string): boolean
  readonly findablePaths: readonly string[]
}

const REDIRECTS: Readonly<Record<string, string>> = { "/terms": "/termsofservice", "/dashboard": "/member-dashboard" }

const NOT_FOUND = "/404"

const MAX_WAITING_PAGES = 20
/** Thank-you pages: far more than the forms have in all languages. */
const MAX_THANKS = 100
const FORM_NAME = /^[a-z]{1,20}$/

interface Options {
  /** False switches off the service worker of devices that have it. */
  readonly hasServiceWorker?: boolean
  readonly webVitalsSample?: number
  readonly cdnMaxAge?: number
}

/** Reads `folder` (`web/dist`). @throws {PagesUnusableError} without a build for this name, address and time zone */
export async function loadPages(
  folder: string,
  site: Site,
  { hasServiceWorker = true, webVitalsSample = 0, cdnMaxAge = 0 }: Options = {},
): Promise<Pages> {
  const { renderer, renderPage, assets, files, ownScripts, vitals } = await readBuild(folder, site)
  if (!hasServiceWorker) files.set(`/${SERVICE_WORKER}`, switchedOff())
  const others = createOtherBuilds(assets)
  const shown = createShownPages({ renderPage, files, ownScripts, onChange: () => thanks.clear() })
  const renderInTurn = createRenderQueue((request) =>
    renderPage({ ...shown.recordsOf(pathIn(request.language, request.path)), ...request }),
  )
  const recordPages = createRecordPages(renderInTurn, ownScripts)
  const bodyFor = createBodies({ sample: webVitalsSample, script: vitals }, cdnMaxAge)
  const thanks = createThanks(renderInTurn, ownScripts)
  const pageLists = createPageLists({
    assets,
    async findPage(language, path) {
      await shown.isShown(pathIn(language, path))
      return files.get(pathIn(language, path)) ?? recordPages.find(language, path)
    },
  })

  async function servePage(request: FastifyRequest, reply: FastifyReply): Promise<Buffer | FastifyReply | undefined> {
    const [path = "/", query = ""] = request.url.split("?")
    const { language, path: page } = languageOf(path)
    const app = pageAt(page)
    const address = app === page ? path : pathIn(language, app)
    await shown.isShown(address)
    const file = page === NOT_FOUND ? undefined : files.get(address)
    const formName = new URLSearchParams(query).get("sent") ?? ""
    if (file && FORM_NAME.test(formName) && renderer.hasPage(page))
      return thanks.send(reply, { path: page, language }, formName)
    if (file) return bodyFor(request, reply, file)
    const other =
      (await others.find(path)) ?? (await pageLists.find(language, page)) ?? (await recordPages.find(language, page))
    if (other) return bodyFor(request, reply, other)
    const moved = REDIRECTS[page] ? pathIn(language, REDIRECTS[page]) : path.endsWith("/") && path.slice(0, -1)
    if (moved && (REDIRECTS[page] || files.has(moved))) return reply.redirect(moved, 308)
    return sendNotFound(request, reply, files.get(pathIn(language, NOT_FOUND)))
  }

  return {
    shareAssets: others.share,
    async serve(app) {
      app.get("/*", servePage)
    },
    findable: () => renderer.findablePaths,
    has: (path) => renderer.hasPage(path),
    render: async (request, status) => toRenderedPage(await renderInTurn(request), status, ownScripts),
    failure: (status, language) => failurePage(files.get(pathIn(language, `/${status}`)), status, ownScripts),
    show: (path, records) => shown.add(path, async () => records, { constant: true }),
    revalidate: (path, readRecords, tables = []) => shown.add(path, readRecords, { tables }),
    refresh(table) {
      others.refresh(table)
      shown.refresh(table)
    },
    onRedraw: shown.onRedraw,
    renderOnDemand: recordPages.add,
    listFiles: pageLists.add,
  }
}

async function readBuild(folder: string, site: Site) {
  const built = readBuildInfo(folder, site)
  const renderer: Renderer = await import(pathToFileURL(join(folder, "render/render.js")).href)
  const { vitals, firstPart } = built.assets
  const ownScripts = new Set(firstPart ? [firstPart] : [])
  const pages = readPages(join(folder, "pages"), ownScripts)
  const assets = new Map(readFiles(join(folder, "client"), ""))
  return {
    renderer,
    renderPage: (request: PageRequest) => renderer.render(request, built.assets, built.site),
    assets,
    files: new Map([...assets, ...pages]),
    vitals,
    ownScripts,
  }
}

function createRenderQueue(render: (request: PageRequest) => string): (request: PageRequest) => Promise<string> {
  const limited = createConcurrencyLimit(1, MAX_WAITING_PAGES)
  return (request) =>
    limited(async () => {
      // Other requests are handled in between: rendering blocks the event loop.
      await nextTurn()
      return render(request)
    })
}

function createBodies(measuring: Parameters<typeof createMeasuredPages>[0], cdnMaxAge: number) {
  const measured = createMeasuredPages(measuring)
  const cacheable = cacheableFor(cdnMaxAge)
  return (request: FastifyRequest, reply: FastifyReply, file: StoredFile) =>
    bodyOfFile(request, reply, cacheable(measured(request, file)))
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply, page: StoredFile | undefined) {
  if (page && !request.url.startsWith("/api")) return bodyOfFile(request, reply, page, 404)
  reply.callNotFound()
  return reply
}

function createOtherBuilds(own: ReadonlyMap<string, StoredFile>) {
  let store: AssetStore | undefined
  return {
    async share(shared: AssetStore): Promise<void> {
      store = shared
      await store.share(own)
    },
    find: async (path: string) => store?.find(path),
    refresh(table?: string): void {
      if (table === undefined || table === "assets") store?.forgetMissing()
    },
  }
}

/** The pages after a plain form was sent, each rendered once. */
function createThanks(render: (request: PageRequest) => Promise<string>, ownScripts: ReadonlySet<string>) {
  const pages = new Map<string, RenderedPage>()
  return {
    async send(reply: FastifyReply, page: PageRequest, name: string): Promise<FastifyReply> {
      const key = `${page.language} ${page.path} ${name}`
      const form = { name, sent: true, values: {}, fields: {} }
      const stored = pages.get(key) ?? toRenderedPage(await render({ ...page, form }), 200, ownScripts)
      pages.set(key, stored)
      const [oldest] = pages.keys()
      if (pages.size > MAX_THANKS && oldest !== undefined) pages.delete(oldest)
      return reply.code(stored.status).headers(stored.headers).send(stored.html)
    },
    clear: () => pages.clear(),
  }
}

function readBuildInfo(folder: string, site: Site): BuildInfo {
  const file = join(folder, "site.json")
  if (!existsSync(file)) throw new PagesUnusableError("The pages are not built yet: run `npm run build`.")
  const built: BuildInfo = JSON.parse(readFileSync(file, "utf8"))
  const { name, url, timeZone } = built.site
  if (name === site.name && url === site.url && timeZone === site.timeZone) return built
  throw new PagesUnusableError(
    `The pages were built for ${name} at ${url} in ${timeZone}: run \`npm run build\` again.`,
  )
}

function readFiles(folder: string, prefix: string): [string, StoredFile][] {
  return globSync("**", { cwd: folder })
    .filter((file) => typeOf(file) && statSync(join(folder, file)).isFile())
    .map((file) => {
      const cacheControl = file.startsWith("assets/") || file.startsWith("fonts/") ? FOREVER : REVALIDATE
      const stored = readStoredFile(join(folder, file), cacheControl)
      return [`${prefix}/${file}`, { ...stored, ...headersOf(file, stored) }]
    })
}

function headersOf(file: string, { raw }: StoredFile): Pick<StoredFile, "headers"> {
  if (file === SERVICE_WORKER) return { headers: SERVICE_WORKER_HEADERS }
  return file.startsWith("run/") ? { headers: programFrameHeaders(raw().toString(), file === "run/page.html") } : {}
}

function readPages(folder: string, ownScripts: Set<string>): [string, StoredFile][] {
  return globSync("**/*.html", { cwd: folder }).map((file) => {
    const [language = "en", ...rest] = file.replace(/(\/index)?\.html$/, "").split("/")
    const { raw, ...encodings } = readEncoded(join(folder, file))
    for (const script of inlineScripts(raw.toString())) ownScripts.add(script)
    const page = encoded({ ...storedPage(raw), isShared: true }, encodings)
    return [pathIn(language as Language, `/${rest.join("/")}`), page]
  })
}

function failurePage(file: StoredFile | undefined, status: FailureStatus, ownScripts: ReadonlySet<string>) {
  return file && toRenderedPage(file.raw().toString(), status, ownScripts)
}

function toRenderedPage(html: string, status: number, ownScripts: ReadonlySet<string>): RenderedPage {
  return {
    status,
    html,
    headers: {
      "content-type": HTML,
      "cache-control": NEVER_STORED,
      ...pageHeaders(html, ownScripts),
    },
  }
}
