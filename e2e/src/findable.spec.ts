import { LANGUAGES } from "@haitech/contract/languages"
import { expect } from "@playwright/test"
import { test } from "./fixtures.ts"
import { PUBLIC_ADDRESSES } from "./public-pages.ts"

const SITE = "http://localhost:3000"
const PAGES = PUBLIC_ADDRESSES.filter((address) => !/(^|\/)404$|-password$/.test(address))

test("every page says which it is, and which are its sisters in the other languages", async ({ page }) => {
  const sistersOf = new Map<string, string[]>()
  const titles = new Map<string, string>()
  for (const address of PAGES) {
    const html = await (await page.request.get(address)).text()
    const { canonical, languages, sisters, title, description } = await page.evaluate(readHead, html)
    expect([canonical, languages]).toEqual([[SITE + address], [...LANGUAGES, "x-default"]])
    sistersOf.set(SITE + address, sisters)
    expect([address, titles.get(title)]).toEqual([address, undefined])
    titles.set(title, address)
    expect(description?.length).toBeGreaterThan(30)
  }
  for (const [address, sisters] of sistersOf) {
    expect(sisters).toContain(address)
    for (const sister of sisters) expect(sistersOf.get(sister)).toEqual(sisters)
  }
})

for (const language of LANGUAGES) {
  test(`a shared link in ${language} shows a picture of 1200 by 630 that says what it is`, async ({
    page,
    request,
  }) => {
    await page.goto(language === "en" ? "/about" : `/${language}/about`)
    const meta = (name: string) => page.locator(`meta[property='${name}']`).getAttribute("content")
    const picture = await meta("og:image")
    expect(picture).toBe(`${SITE}/pictures/${language}.png`)
    const answer = await request.get(new URL(picture ?? "").pathname)
    const bytes = await answer.body()
    expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "image/png"])
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
    expect([await meta("og:image:width"), await meta("og:image:height")]).toEqual(["1200", "630"])
    expect(bytes.length).toBeLessThan(120_000)
    expect(await meta("og:image:alt")).toBeTruthy()
    expect(await meta("og:locale")).toMatch(new RegExp(`^${language}_[A-Z]{2}$`))
  })
}

/** Runs in the page: what the head of another one says. */
function readHead(html: string) {
  const page = new DOMParser().parseFromString(html, "text/html")
  const all = (links: string, name: string) =>
    [...page.querySelectorAll(links)].map((link) => link.getAttribute(name) ?? "")
  return {
    canonical: all("link[rel=canonical]", "href"),
    languages: all("link[rel=alternate][hreflang]", "hreflang"),
    sisters: all("link[rel=alternate][hreflang]", "href"),
    title: page.title,
    description: all("meta[name=description]", "content")[0],
  }
}

test("the icons of the manifest are there, in the sizes it says", async ({ page, request }) => {
  await page.goto("/")
  const manifest = await (await request.get("/manifest.webmanifest")).json()
  expect(manifest).toMatchObject({ name: "HaiTech Learning", short_name: "HaiTech", start_url: "/" })
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await request.get(src)
    expect([src, answer.status(), answer.headers()["content-type"]]).toEqual([src, 200, type])
    if (type !== "image/png") continue
    const bytes = await answer.body()
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  const touch = await page.locator("link[rel=apple-touch-icon]").getAttribute("href")
  expect((await request.get(touch ?? "")).headers()["content-type"]).toBe("image/png")
  const ico = await (await request.get("/favicon.ico")).body()
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.subarray(23, 26).toString()]).toEqual([1, 1, "PNG"])
})

test("the sitemap names every page once, and robots are told of it and of nothing personal", async ({ request }) => {
  const answer = await request.get("/sitemap.xml")
  const text = await answer.text()
  expect(answer.headers()["content-type"]).toMatch(/^application\/xml/)
  const named = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
  expect([...named].sort()).toEqual(PAGES.map((address) => SITE + address).sort())
  expect(text).not.toMatch(/admin|member-dashboard|password|404/)
  const robots = await (await request.get("/robots.txt")).text()
  expect(robots).toContain(`Sitemap: ${SITE}/sitemap.xml`)
  for (const path of ["/api/", "/admin", "/member-dashboard"]) expect(robots).toContain(`Disallow: ${path}\n`)
})

test("the page about us says who stands behind the site, as data that runs nowhere", async ({ page }) => {
  const answer = await page.goto("/ht/about")
  const text = (await page.locator("script[type='application/ld+json']").textContent()) ?? ""
  expect(JSON.parse(text)).toMatchObject({
    "@type": ["NGO", "EducationalOrganization"],
    name: "HaiTech",
    nonprofitStatus: "https://schema.org/Nonprofit501c3",
  })
  expect(answer?.headers()["content-security-policy"]).toContain("script-src 'self' 'sha256-")
})
