// Builds the public site and the server. `--if-stale` does nothing while sources and settings are unchanged.
import { createHash } from "node:crypto"
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { forNode } from "./bundle-plugins.ts"
import { bundleServer } from "./bundle-server.ts"
import { icons, linkPicture } from "./pictures.ts"
import { collectPreloads, type Manifest } from "./preloads.ts"
import { purgeCss, splitCss } from "./purge-css.ts"
import { stampOf } from "./stamp.ts"

/** Links the styles of overlays; on other pages the request would weigh more than these styles. */
const HOME = "/"
const LATE = "styles of what comes later in the page"
const ROOT = join(import.meta.dirname, "..")
if (existsSync(join(ROOT, ".env"))) process.loadEnvFile(join(ROOT, ".env"))
const DIST = join(ROOT, "web/dist")
const SITE = {
  name: process.env["SITE_NAME"] || "HaiTech",
  url: process.env["SITE_URL"]?.replace(/\/+$/, "") || "http://localhost:3000",
  timeZone: process.env["SITE_TIME_ZONE"] || "America/New_York",
}
const COMPRESSIBLE = /\.(m?js|css|html|svg|json|txt|xml|webmanifest|wasm)$/
const MIN_COMPRESSIBLE = 200
const WITHOUT_CLASSES = /\/(react|rolldown)/
const OF_APPS = /\/(react|rolldown|apps)/

const SOURCES = [
  "contract/src/**",
  "messages/*.json",
  "content/pages/**",
  "web/src/**",
  "web/public/**",
  "web/*.ts",
  "package-lock.json",
  "scripts/{build,bundle-plugins,pictures,purge-css,stamp}.ts",
]

const stamp = stampOf(SOURCES, SITE)
const ifStale = process.argv.includes("--if-stale")
await bundleServer({ ifStale })
if (!ifStale || !isFresh(stamp)) await build()

function isFresh(stamp: string): boolean {
  const built = join(DIST, "site.json")
  return existsSync(built) && JSON.parse(readFileSync(built, "utf8")).stamp === stamp
}

async function build(): Promise<void> {
  const { build: bundle } = await import("vite")
  const configFile = join(ROOT, "web/vite.config.ts")
  process.env["NODE_ENV"] = "production"
  await bundle({ configFile })
  const node = forNode()
  await bundle({ configFile, ...node, build: { ...node.build, ssr: true } })
  await bundle({ configFile: join(ROOT, "web/vite.worker.config.ts") })
  const assets = await inlineCss(readAssets())
  await renderPages(assets)
  await renderMetadata()
  await compressAll()
  write("site.json", JSON.stringify({ stamp, site: SITE, assets }))
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(DIST, "client/.vite/manifest.json"), "utf8"))
}

function readAssets() {
  const manifest = readManifest()
  const chunk = (source: string) => {
    const entry = manifest[source]
    if (!entry) throw new Error(`the bundle has no entry ${source}; check web/vite.config.ts`)
    return entry.file
  }
  const text = (source: string) => readFileSync(join(DIST, "client", chunk(source)), "utf8").trim()
  const address = (source: string) => `/${chunk(source)}`
  const mount = readMount(text("src/entry/mount.ts"))
  const islands = Object.values(manifest).filter(({ name, src }) => src && name?.startsWith("island-"))
  return {
    // Without Tailwind's license comment, which is in docs/decisions/0001-dependencies.md: each page inlines the styles.
    styles: text("src/styles/site.css").replace(/^\/\*!.*?\*\/\s*/, ""),
    overlayStyles: { address: address("src/styles/overlays.css"), text: text("src/styles/overlays.css") },
    theme: text("src/entry/theme.ts"),
    firstPart: text("src/entry/first-part.ts"),
    firstRequests: text("src/entry/first-requests.ts"),
    boot: text("src/entry/public.ts")
      .replaceAll("MOUNT", JSON.stringify(mount.address))
      .replace(".mount(", `.${mount.name}(`)
      .replaceAll("ACTIONS", JSON.stringify(address("src/entry/actions.ts"))),
    vitals: address("src/entry/vitals.ts"),
    fragmentStyles: {
      account: address("src/features/accounts/account-menu.css"),
      chat: address("src/features/chat/chat.css"),
      code: address("src/features/learning/code/code-exercise.css"),
      thanks: address("src/features/outreach/thanks.css"),
    },
    islands: Object.fromEntries(islands.map(({ name = "", file }) => [name.slice("island-".length), `/${file}`])),
    preloads: collectPreloads(manifest),
  }
}

/** The entry's file only passes on what is in React's file; without it, pages hydrate one round trip earlier. */
function readMount(entry: string) {
  const [, name = "", file] = /^export\{(\w+) as mount\}from"\.\/([\w-]+\.js)";?$/.exec(entry) ?? []
  if (!file) throw new Error(`web/src/entry/mount.ts is not in React's file: ${entry}`)
  return { name, address: `/assets/${file}` }
}

/** Reduces the inlined styles to those that each group of pages uses, and moves the texts of islands to files. */
async function inlineCss(assets: ReturnType<typeof readAssets>) {
  const renderer = await loadRenderer()
  const texts = new Map<string, string>()
  const onTexts = (name: string, values: unknown) => void texts.set(name, JSON.stringify(values))
  const { overlayStyles, ...rest } = assets
  const pages = [...renderer.everyPage, ...renderer.samples]
  const groups = Object.entries(Object.groupBy(pages, ({ path }) => renderer.styleGroup(path)))
  const lateStyles = Object.fromEntries(groups.map(([group]) => [group, LATE]))
  const bare = { ...rest, styles: {}, lateStyles, onTexts }
  const fragments = renderer.everyFragment.flatMap(({ name, language }) => {
    // Rendered in any case, to collect its texts.
    const fragment = renderer.renderFragment(name, language, bare, SITE)
    const hasOwnStyles = Object.keys(assets.fragmentStyles).includes(name)
    const hasClasses = fragment.includes(" class=")
    return hasClasses && !hasOwnStyles ? [fragment] : []
  })
  const purged = groups.map(async ([group, members = []]) => {
    const rendered = members.map((page) => renderer.render(page, bare, SITE))
    const isApp = renderer.appPaths.includes(group)
    const linked = group === HOME ? overlayStyles.text : ""
    const scripts = collectScripts([...rendered, ...fragments], assets, isApp ? WITHOUT_CLASSES : OF_APPS)
    const sheet = await purgeCss({ pages: rendered, fragments, scripts, linked }, assets.styles)
    const hasLate = rendered.every((page) => page.includes(LATE))
    return { group, ...(hasLate ? splitCss(sheet, rendered, LATE) : { first: sheet, late: "" }) }
  })
  const sheets = await Promise.all(purged)
  return {
    ...rest,
    styles: Object.fromEntries(sheets.map(({ group, first }) => [group, first])),
    lateStyles: Object.fromEntries(sheets.flatMap(({ group, late }) => (late ? [[group, late]] : []))),
    overlays: { [HOME]: overlayStyles.address },
    texts: writeTexts(texts),
  }
}

/** Writes a module per island and language. Its name has a hash of the texts, so browsers may cache it forever. */
function writeTexts(texts: ReadonlyMap<string, string>): Record<string, string> {
  const addresses = [...texts].map(([name, json]) => {
    const hash = createHash("sha256").update(json).digest("base64url").slice(0, 8)
    const file = `assets/texts-${name.replace("/", "-")}-${hash}.js`
    write(`client/${file}`, `export const texts=${json}`)
    return [name, `/${file}`]
  })
  return Object.fromEntries(addresses)
}

function collectScripts(
  html: readonly string[],
  { islands }: Pick<ReturnType<typeof readAssets>, "islands">,
  skipped: RegExp,
): string[] {
  const manifest = readManifest()
  const seen = new Set<string>()
  const collect = (key: string) => {
    const { file = "", imports = [], dynamicImports = [] } = manifest[key] ?? {}
    if (seen.has(file) || skipped.test(file)) return
    seen.add(file)
    for (const next of [...imports, ...dynamicImports]) collect(next)
  }
  const present = Object.values(islands).filter((address) => html.some((page) => page.includes(address)))
  for (const [key, { file }] of Object.entries(manifest)) {
    if (key === "src/entry/actions.ts" || present.includes(`/${file}`)) collect(key)
  }
  return [...seen].map((file) => readFileSync(join(DIST, "client", file), "utf8"))
}

interface Renderer {
  readonly appPaths: readonly string[]
  readonly everyPage: readonly { readonly path: string; readonly language: string }[]
  readonly everyFragment: readonly { readonly name: string; readonly language: string }[]
  readonly samples: Renderer["everyPage"]
  styleGroup(path: string): string
  render(page: Renderer["everyPage"][number], assets: unknown, site: typeof SITE): string
  renderFragment(name: string, language: string, assets: unknown, site: typeof SITE): string
}

interface MetadataRenderer {
  readonly pictureLanguages: readonly string[]
  renderManifest(language: string, site: typeof SITE): string
  renderRobots(site: typeof SITE): string
  renderPicture(language: string, site: typeof SITE): { svg: string; text: Parameters<typeof linkPicture>[1] }
}

function loadRenderer(): Promise<Renderer> {
  return import(pathToFileURL(join(DIST, "render/render.js")).href)
}

async function renderPages(assets: Awaited<ReturnType<typeof inlineCss>>): Promise<void> {
  const renderer = await loadRenderer()
  for (const { path, language } of renderer.everyPage) {
    write(`pages/${language}${path === "/" ? "/index" : path}.html`, renderer.render({ path, language }, assets, SITE))
  }
  for (const { name, language } of renderer.everyFragment) {
    write(`client/fragments/${language}/${name}.html`, renderer.renderFragment(name, language, assets, SITE))
  }
}

async function renderMetadata(): Promise<void> {
  const renderer: MetadataRenderer = await import(pathToFileURL(join(DIST, "render/metadata.js")).href)
  const icon = readFileSync(join(ROOT, "web/public/icon.svg"), "utf8")
  write("client/robots.txt", renderer.renderRobots(SITE))
  for (const [name, content] of await icons(icon)) write(`client/${name}`, content)
  for (const language of renderer.pictureLanguages) {
    write(
      `client/${language === "en" ? "" : `${language}/`}manifest.webmanifest`,
      renderer.renderManifest(language, SITE),
    )
    const { svg, text } = renderer.renderPicture(language, SITE)
    write(`client/pictures/${language}.png`, await linkPicture(svg, text, icon))
  }
}

async function compressAll(): Promise<void> {
  const files = globSync("{client,pages}/**", { cwd: DIST }).filter((file) => COMPRESSIBLE.test(file))
  await Promise.all(
    files.map(async (file) => {
      const raw = readFileSync(join(DIST, file))
      if (raw.length < MIN_COMPRESSIBLE) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      }
      write(`${file}.br`, await promisify(brotliCompress)(raw, { params }))
      write(`${file}.gz`, await promisify(gzip)(raw, { level: 9 }))
    }),
  )
}

function write(file: string, content: string | Buffer): void {
  const path = join(DIST, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
