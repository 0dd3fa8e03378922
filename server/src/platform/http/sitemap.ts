import { LANGUAGES, type Language, pathIn } from "@haitech/contract/languages"
import type { FastifyInstance } from "fastify"
import type { Pages } from "./pages.ts"
import { bodyOfFile, REVALIDATE, tagOf } from "./stored-file.ts"

interface Sources {
  readonly siteUrl: string
  readonly pages: Pick<Pages, "findable">
  readonly records: () => Promise<readonly SitemapEntry[]>
}

/** A page of one record, in the languages that its text exists in. */
export interface SitemapEntry {
  readonly path: string
  readonly languages: readonly Language[]
  readonly changedAt: string
}

export function mountSitemap(app: FastifyInstance, { siteUrl, pages, records }: Sources): void {
  app.get("/sitemap.xml", async (request, reply) => {
    const entries = pages.findable().flatMap((path) => alternates(siteUrl, path, LANGUAGES))
    for (const { path, languages, changedAt } of await records())
      entries.push(...alternates(siteUrl, path, languages, `<lastmod>${changedAt}</lastmod>`))
    const raw = Buffer.from(`${HEAD}${entries.join("\n")}\n</urlset>\n`)
    return bodyOfFile(request, reply, {
      type: "application/xml; charset=utf-8",
      cacheControl: REVALIDATE,
      etag: tagOf(raw),
      raw: () => raw,
    })
  })
}

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
`

function alternates(siteUrl: string, path: string, languages: readonly Language[], change = ""): string[] {
  const versions = languages.map((language) => ({
    language: language as string,
    url: siteUrl + pathIn(language, path),
  }))
  if (versions.length === 1) return versions.map(({ url }) => `<url><loc>${escapeXml(url)}</loc>${change}</url>`)
  const links = [...versions, { language: "x-default", url: siteUrl + path }].map(
    ({ language, url }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(url)}"/>`,
  )
  return versions.map(({ url }) => `<url><loc>${escapeXml(url)}</loc>${change}${links.join("")}</url>`)
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")
}
