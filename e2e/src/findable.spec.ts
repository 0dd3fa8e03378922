import { LANGUAGES } from "@haitech/contract/languages"
import { expect } from "@playwright/test"
import { test } from "./fixtures.ts"
import { PUBLIC_ADDRESSES } from "./public-pages.ts"

const SITE = "http://localhost:3000"
const PAGES = PUBLIC_ADDRESSES.filter(
  (address) =>
    !/(^|\/)(404|50[03])$|-password$|\/(application|guardian|login-code|monthly-gift|newsletters|proposal|receipts|saved|session)$/.test(
      address,
    ),
)

test("every page names its canonical URL and its alternates in the other languages", async ({ page }) => {
  const alternatesOf = new Map<string, string[]>()
  const titles = new Map<string, string>()
  for (const address of PAGES) {
    const html = await (await page.request.get(address)).text()
    const { canonical, languages, alternates, title, description } = await page.evaluate(readHead, html)
    expect([canonical, languages]).toEqual([[SITE + address], [...LANGUAGES, "x-default"]])
    alternatesOf.set(SITE + address, alternates)
    expect([address, titles.get(title)]).toEqual([address, undefined])
    titles.set(title, address)
    expect(description?.length).toBeGreaterThan(30)
  }
  for (const [address, alternates] of alternatesOf) {
    expect(alternates).toContain(address)
    for (const alternate of alternates) expect(alternatesOf.get(alternate)).toEqual(alternates)
  }
})

for (const language of LANGUAGES) {
  test(`a shared link in ${language} has a preview image of 1200 by 630 with an alternative text`, async ({
    page,
    request,
  }) => {
    await page.goto(language === "en" ? "/about" : `/${language}/about`)
    const meta = (name: string) => page.locator(`meta[property='${name}']`).getAttribute("content")
    const image = await meta("og:image")
    expect(image).toBe(`${SITE}/pictures/${language}.png`)
    const response = await request.get(new URL(image ?? "").pathname)
    const bytes = await response.body()
    expect([response.status(), response.headers()["content-type"]]).toEqual([200, "image/png"])
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
    expect([await meta("og:image:width"), await meta("og:image:height")]).toEqual(["1200", "630"])
    expect(bytes.length).toBeLessThan(120_000)
    expect(await meta("og:image:alt")).toBeTruthy()
    expect(await meta("og:locale")).toMatch(new RegExp(`^${language}_[A-Z]{2}$`))
  })
}

/** Runs in the browser: parses the head of another page. */
function readHead(html: string) {
  const page = new DOMParser().parseFromString(html, "text/html")
  const readAttributes = (selector: string, name: string) =>
    [...page.querySelectorAll(selector)].map((link) => link.getAttribute(name) ?? "")
  return {
    canonical: readAttributes("link[rel=canonical]", "href"),
    languages: readAttributes("link[rel=alternate][hreflang]", "hreflang"),
    alternates: readAttributes("link[rel=alternate][hreflang]", "href"),
    title: page.title,
    description: readAttributes("meta[name=description]", "content")[0],
  }
}

test("the icons of the manifest exist in their declared sizes", async ({ page, request }) => {
  await page.goto("/")
  const manifest = await (await request.get("/manifest.webmanifest")).json()
  expect(manifest).toMatchObject({ name: "HaiTech Learning", short_name: "HaiTech", start_url: "/member-dashboard" })
  for (const { src, sizes, type } of manifest.icons) {
    const response = await request.get(src)
    expect([src, response.status(), response.headers()["content-type"]]).toEqual([src, 200, type])
    if (type !== "image/png") continue
    const bytes = await response.body()
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  const touchIcon = await page.locator("link[rel=apple-touch-icon]").getAttribute("href")
  expect((await request.get(touchIcon ?? "")).headers()["content-type"]).toBe("image/png")
  const ico = await (await request.get("/favicon.ico")).body()
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.subarray(23, 26).toString()]).toEqual([1, 1, "PNG"])
})

test("the sitemap lists every page and course once, and robots.txt names the sitemap and disallows private pages", async ({
  request,
}) => {
  const response = await request.get("/sitemap.xml")
  const text = await response.text()
  expect(response.headers()["content-type"]).toMatch(/^application\/xml/)
  const listed = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
  const coursePages = listed.filter((address) => address?.includes("/learn/"))
  const others = listed.filter((address) => !coursePages.includes(address))
  expect(others.sort()).toEqual(PAGES.map((address) => SITE + address).sort())
  expect(coursePages).toContain(`${SITE}/learn/javascript-fundamentals/first-words`)
  expect(new Set(coursePages).size).toBe(coursePages.length)
  expect(text).not.toMatch(/admin|member-dashboard|password|404/)
  const robots = await (await request.get("/robots.txt")).text()
  expect(robots).toContain(`Sitemap: ${SITE}/sitemap.xml`)
  for (const path of ["/api/", "/admin", "/member-dashboard"]) expect(robots).toContain(`Disallow: ${path}\n`)
})

test("the about page describes the organization as JSON-LD, which the content security policy does not execute", async ({
  page,
}) => {
  const response = await page.goto("/ht/about")
  const text = (await page.locator("script[type='application/ld+json']").textContent()) ?? ""
  expect(JSON.parse(text)).toMatchObject({
    "@type": ["NGO", "EducationalOrganization"],
    name: "HaiTech",
    nonprofitStatus: "https://schema.org/Nonprofit501c3",
  })
  expect(response?.headers()["content-security-policy"]).toContain("script-src 'self' 'sha256-")
})
