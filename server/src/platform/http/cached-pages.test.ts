import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import Fastify from "fastify"
import { afterAll, expect, onTestFinished, test } from "vitest"
import { loadPages } from "./built-pages.ts"
import { registerCookies } from "./session-cookie.ts"
import { rememberWrites } from "./written-cookie.ts"

const SITE = { name: "HaiTech", url: "https://haitech.test", timeZone: "America/New_York" }
const PAGES = ["/", "/fr", "/member-dashboard", "/member-dashboard/learning", "/admin/users", "/team", "/blog/one"]
const CACHED = "max-age=0, s-maxage=300, stale-while-revalidate=60, stale-if-error=86400"
const TARGETED = "max-age=300, stale-while-revalidate=60, stale-if-error=86400"
const RENDERER = `
  export const hasPage = (path) => path === "/"
  export const render = ({ path, form, team }) => "<body>" + path + JSON.stringify([form, team]) + "</body>"`

const folder = mkdtempSync(join(tmpdir(), "cached-pages-"))
afterAll(() => rmSync(folder, { recursive: true }))
write("site.json", JSON.stringify({ site: SITE, assets: { vitals: "/assets/vitals.js" } }))
write("render/render.js", RENDERER)
write("render/package.json", '{"type":"module"}')
for (const page of ["en/index", "fr/index", "en/404", "en/member-dashboard", "en/admin", "en/team"])
  write(`pages/${page}.html`, `<body>${page}</body>`)
write("client/assets/a.js", "let a = 1")
write("client/fragments/en/code.html", "<p>code</p>")

async function openPages(options: Parameters<typeof loadPages>[2]) {
  const app = Fastify()
  onTestFinished(() => app.close())
  await registerCookies(app)
  rememberWrites(app, () => 1, true)
  const pages = await loadPages(folder, SITE, options)
  await pages.serve(app)
  let team = "Ada"
  await pages.revalidate("/team", async () => ({ team: [team] }) as never, ["team_members"])
  pages.renderOnDemand("/blog/", async (rest) => (rest === "none" ? null : {}), { isShared: true })
  pages.renderOnDemand("/certificate/", async () => ({}))
  const get = (url: string, headers = {}) => app.inject({ url, headers })
  const control = async (url: string, headers = {}) => (await get(url, headers)).headers["cache-control"]
  const rename = (name: string) => {
    team = name
    pages.refresh("team_members")
  }
  return { pages, get, control, rename }
}

test("with a CDN every page that is the same for everybody may be cached, and without one each is asked for", async () => {
  const [on, off] = [await openPages({ cdnMaxAge: 300 }), await openPages({})]
  for (const url of PAGES) {
    expect([await on.control(url), await off.control(url)]).toEqual([CACHED, "no-cache"])
    expect((await on.get(url)).headers["cdn-cache-control"]).toBe(TARGETED)
    expect((await off.get(url)).headers).not.toHaveProperty("cdn-cache-control")
  }
})

test("a page that did not change says the same with its 304", async () => {
  const { get } = await openPages({ cdnMaxAge: 300 })
  for (const url of PAGES) {
    const { etag } = (await get(url)).headers
    const { statusCode, headers } = await get(url, { "if-none-match": etag })
    expect([statusCode, headers["cache-control"], headers.etag, headers.vary]).toEqual([
      304,
      CACHED,
      etag,
      "accept-encoding",
    ])
  }
})

test.each([
  ["/nowhere", 404, "no-cache"],
  ["/404", 404, "no-cache"],
  ["/blog/none", 404, "no-cache"],
  ["/?sent=contact", 200, "private, no-store"],
  ["/certificate/ABC", 200, "no-cache"],
  ["/fragments/en/code.html", 200, "no-cache"],
  ["/assets/a.js", 200, "public, max-age=31536000, immutable"],
])("%s is as it is without a CDN", async (url, status, expected) => {
  const { get } = await openPages({ cdnMaxAge: 300 })
  const { statusCode, headers } = await get(url)
  expect([statusCode, headers["cache-control"], headers["cdn-cache-control"]]).toEqual([status, expected, undefined])
})

test("nobody gets the refusal of somebody else's byte range", async () => {
  const { get } = await openPages({ cdnMaxAge: 300 })
  for (const url of ["/", "/assets/a.js"]) {
    const { statusCode, headers } = await get(url, { range: "bytes=999999-" })
    expect([statusCode, headers["cache-control"]]).toEqual([416, "private, no-store"])
    expect(headers["cdn-cache-control"]).toBeUndefined()
  }
})

test("a page does not depend on who asks", async () => {
  const { get } = await openPages({ cdnMaxAge: 300 })
  const visitors = [
    { cookie: "session=1; signed-in=1; save=on; theme=dark", "accept-language": "ht", "save-data": "on", ect: "2g" },
    {
      "user-agent": "a",
      referer: "https://a.example",
      origin: "https://a.example",
      authorization: "Bearer a",
      host: "b",
    },
    {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "http",
      "x-original-url": "/admin",
      "x-request-id": "a",
    },
  ]
  for (const url of PAGES) {
    const {
      body,
      headers: { date: _date, ...expected },
    } = await get(url)
    expect(expected).not.toHaveProperty("set-cookie")
    for (const visitor of visitors) {
      const seen = await get(url, visitor)
      expect([seen.body, seen.headers]).toEqual([body, { ...expected, date: seen.headers.date }])
    }
  }
})

test("a measured page stays out of shared caches", async () => {
  const { control } = await openPages({ cdnMaxAge: 300, webVitalsSample: 1 })
  const visit = { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "accept-encoding": "br" }
  await expect.poll(() => control("/", visit)).toBe("private, no-cache")
  expect(await control("/")).toBe(CACHED)
})

test("a redrawn page is told, once it shows its records, and one that stays the same is not", async () => {
  const { pages, get, rename } = await openPages({ cdnMaxAge: 300 })
  expect((await get("/team")).body).toContain("Ada")
  const seen: string[] = []
  pages.onRedraw(async () => void seen.push((await get("/team")).body))
  rename("Ada")
  rename("Grace")
  await expect.poll(() => seen).toEqual([expect.stringContaining("Grace")])
})

function write(file: string, content: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), content)
}
