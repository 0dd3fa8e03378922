import { join } from "node:path"
import { type Language, languageOf } from "@haitech/contract/languages"
import type { PageRequest, Site } from "@haitech/contract/pages"
import type { FastifyInstance } from "fastify"
import { createServer, type ViteDevServer } from "vite"
import { type PageRecords, type Pages, pageAt, type RenderedPage } from "./pages.ts"

interface Renderer {
  readonly islandNames: readonly string[]
  render(request: PageRequest, assets: unknown, site: Site): string
  renderFragment(name: string, language: string, assets: unknown, site: Site): string
  hasPage(path: string): boolean
  readonly findablePaths: readonly string[]
}

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  // Vite's own scripts and styles are inline and change with every edit, so hashes are impossible.
  "content-security-policy": "default-src 'self' 'unsafe-inline' data: ws:",
}

export function developPages(folder: string, site: Site): Pages {
  const records = new Map<string, Parameters<Pages["revalidate"]>[1]>()
  const onDemand = new Map<string, Parameters<Pages["renderOnDemand"]>[1]>()
  let vite: ViteDevServer
  let renderer: Renderer

  async function renderPage(request: PageRequest, status: number): Promise<RenderedPage> {
    renderer = (await vite.ssrLoadModule("/src/entry/render.tsx")) as Renderer
    const current = await records.get(request.path)?.(request.language)
    const html = renderer.render({ ...request, ...current }, await devAssets(vite, renderer), site)
    return { status, html: await vite.transformIndexHtml(request.path, html), headers: HEADERS }
  }

  async function recordsUnder(path: string, language: Language): Promise<PageRecords | null> {
    const [start, read] = [...onDemand].find(([prefix]) => path.startsWith(prefix)) ?? []
    return start && read ? read(path.slice(start.length), language) : null
  }

  return {
    shareAssets: async () => undefined,
    async serve(app) {
      vite = await startVite(app, folder)
      renderer = (await vite.ssrLoadModule("/src/entry/render.tsx")) as Renderer
      app.get<{ Params: { language: string; name: string } }>(
        "/fragments/:language/:name.html",
        async (request, reply) => {
          const { language, name } = request.params
          const fragment = renderer.renderFragment(name, language, await devAssets(vite, renderer), site)
          return reply.type("text/html; charset=utf-8").send(fragment)
        },
      )
      app.get("/*", async (request, reply) => {
        const { language, path: requestPath } = languageOf(request.url.split("?")[0] ?? "/")
        const path = pageAt(requestPath)
        const found = await recordsUnder(path, language)
        const { status, html, headers } = await renderPage(
          { path, language, ...found },
          found || renderer.hasPage(path) ? 200 : 404,
        )
        return reply.code(status).headers(headers).send(html)
      })
    },
    findable: () => renderer.findablePaths,
    has: (path) => renderer.hasPage(path),
    render: renderPage,
    failure: () => undefined,
    show: async (path, current) => void records.set(path, async () => current),
    revalidate: async (path, read) => void records.set(path, read),
    refresh: () => undefined,
    onRedraw: () => undefined,
    renderOnDemand: (path, read) => void onDemand.set(path, read),
    // The files of a development server change with every edit: nothing of them is saved on a device.
    listFiles: () => undefined,
  }
}

async function startVite(app: FastifyInstance, folder: string): Promise<ViteDevServer> {
  const vite = await createServer({
    configFile: join(folder, "vite.config.ts"),
    root: folder,
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook("onRequest", (request, reply, done) => {
    if (request.url.startsWith("/api/")) done()
    else vite.middlewares(request.raw, reply.raw, () => done())
  })
  app.addHook("onClose", () => vite.close())
  return vite
}

async function devAssets(vite: ViteDevServer, { islandNames }: Renderer) {
  return {
    styles: {},
    boot: "",
    theme: (await vite.transformRequest("/src/entry/theme.ts"))?.code ?? "",
    served: { styles: "/src/styles/site.css", boot: "/src/entry/public.ts" },
    islands: Object.fromEntries(islandNames.map((name) => [name, `/@id/virtual:island/${name}`])),
  }
}
