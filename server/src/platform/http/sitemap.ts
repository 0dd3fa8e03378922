import { LANGUAGES, pathIn } from "@haitech/contract/languages"
import type { FastifyInstance } from "fastify"
import type { Pages } from "./pages.ts"
import { REVALIDATE, sendFile, tagOf } from "./stored-file.ts"

interface Sources {
  readonly siteUrl: string
  readonly pages: Pick<Pages, "findable">
  readonly articles: () => Promise<readonly { readonly path: string; readonly changedAt: string }[]>
}

export function mountSitemap(app: FastifyInstance, { siteUrl, pages, articles }: Sources): void {
  app.get("/sitemap.xml", async (request, reply) => {
    const entries = pages.findable().flatMap((path) => alternates(siteUrl, path))
    for (const { path, changedAt } of await articles()) {
      entries.push(`<url><loc>${escapeXml(siteUrl + path)}</loc><lastmod>${changedAt}</lastmod></url>`)
    }
    const raw = Buffer.from(`${HEAD}${entries.join("\n")}\n</urlset>\n`)
    return sendFile(request, reply, {
      type: "application/xml; charset=utf-8",
      cacheControl: REVALIDATE,
      etag: tagOf(raw),
      raw,
    })
  })
}

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
`

function alternates(siteUrl: string, path: string): string[] {
  const versions = LANGUAGES.map((language) => ({
    language: language as string,
    url: siteUrl + pathIn(language, path),
  }))
  const links = [...versions, { language: "x-default", url: siteUrl + path }].map(
    ({ language, url }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(url)}"/>`,
  )
  return versions.map(({ url }) => `<url><loc>${escapeXml(url)}</loc>${links.join("")}</url>`)
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")
}
