import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { LANGUAGES } from "@haitech/contract/languages"
import Fastify from "fastify"
import { afterAll, expect, onTestFinished, test, vi } from "vitest"
import { loadPages } from "./built-pages.ts"
import { secure } from "./security.ts"
import { compressed } from "./stored-file.ts"

const SITE = { name: "HaiTech", url: "https://haitech.test", timeZone: "America/New_York" }
const HOME = "<!doctype html><script>let a</script><style>b{}</style><p>home</p>".padEnd(400, " ")
const RENDERER = `
  export const hasPage = (path) => path === "/"
  globalThis.renderings = 0
  export const render = ({ path, form, testimonials }) =>
    ++globalThis.renderings + (testimonials?.[0].name === "no text" ? null.text : "") + "<script>let a</script>" + path + JSON.stringify(form ?? null) + (testimonials ?? []).map((t) => t.name)`

const folder = mkdtempSync(join(tmpdir(), "pages-"))
afterAll(() => rmSync(folder, { recursive: true }))

async function testApp() {
  write("site.json", JSON.stringify({ site: SITE, assets: {} }))
  write("render/render.js", RENDERER)
  write("render/package.json", '{"type":"module"}')
  for (const page of ["en/index", "fr/index", "en/404", "fr/404", "en/about", "fr/member-dashboard"]) {
    write(`pages/${page}.html`, page === "en/about" ? `${HOME}<p data-programs="">` : HOME)
    write(`pages/${page}.html.br`, (await compressed(Buffer.from(HOME), 4)).br)
  }
  for (const asset of ["a.js", "b.js"]) write(`client/assets/${asset}`, "let a = 1")
  write("client/assets/b.js.br", (await compressed(Buffer.from("let a = 1"), 4)).br)
  write("client/hero.mp4", "0123456789")
  for (const frame of ["program", "page"]) write(`client/run/${frame}.html`, "<script>let b</script>")
  write("client/.vite/manifest.json", "{}")
  const pages = await loadPages(folder, SITE)
  const app = Fastify()
  return { app, pages, get: (url: string, headers = {}) => app.inject({ url, headers }), serve: () => pages.serve(app) }
}

test("a page is served compressed with its policy, and a request with its ETag gets 304", async () => {
  const { get, serve } = await testApp()
  await serve()
  const first = await get("/", { "accept-encoding": "gzip, br" })
  expect(first.statusCode).toBe(200)
  expect(first.headers).toMatchObject({
    "content-encoding": "br",
    "cache-control": "no-cache",
    vary: "accept-encoding",
  })
  expect(brotliDecompressSync(first.rawPayload).toString()).toBe(HOME)
  expect(first.headers["content-security-policy"]).toMatch(
    /script-src 'self' 'sha256-[^']+'; style-src 'self' 'sha256-/,
  )
  const again = await get("/", { "if-none-match": first.headers.etag })
  expect([again.statusCode, again.body]).toEqual([304, ""])
})

test("a hashed asset is cached as immutable, without the headers that only documents need", async () => {
  const { app, get, serve } = await testApp()
  secure(app, SITE.url)
  await serve()
  const [{ headers }, page] = [await get("/assets/a.js"), await get("/")]
  expect(headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  })
  for (const name of [
    "permissions-policy",
    "cross-origin-opener-policy",
    "referrer-policy",
    "x-request-id",
    "etag",
    "vary",
  ]) {
    expect([name in headers, name in page.headers]).toEqual([false, true])
  }
  expect((await get("/assets/b.js")).headers["vary"]).toBe("accept-encoding")
})

test("a video supports byte ranges", async () => {
  const { get, serve } = await testApp()
  await serve()
  const part = await get("/hero.mp4", { range: "bytes=2-4" })
  expect([part.statusCode, part.body, part.headers["content-range"]]).toEqual([206, "234", "bytes 2-4/10"])
  expect((await get("/hero.mp4", { range: "bytes=-3" })).body).toBe("789")
  expect((await get("/hero.mp4", { range: "bytes=10-" })).statusCode).toBe(416)
  expect((await get("/hero.mp4", { range: "bytes=0-1,3-4" })).statusCode).toBe(200)
})

test("unknown paths and files outside the build are not served", async () => {
  const { get, serve } = await testApp()
  await serve()
  for (const url of ["/nothing", "/fr/nothing", "/.vite/manifest.json", "/..%2fsite.json", "/assets", "/404", "/%"]) {
    expect([url, (await get(url)).statusCode >= 400]).toEqual([url, true])
  }
})

test("moved addresses redirect with 308", async () => {
  const { get, serve } = await testApp()
  await serve()
  for (const [from, to] of Object.entries({
    "/terms": "/termsofservice",
    "/fr/dashboard": "/fr/member-dashboard",
    "/about/": "/about",
    "/fr/": "/fr",
  })) {
    const response = await get(from)
    expect([from, response.statusCode, response.headers["location"]]).toEqual([from, 308, to])
  }
})

test("every path under an app serves the app, and a path under another page is 404", async () => {
  const { get, serve } = await testApp()
  await serve()
  for (const [address, status] of Object.entries({
    "/fr/member-dashboard": 200,
    "/fr/member-dashboard/profile": 200,
    "/fr/member-dashboard/a/b": 200,
    "/fr/member-dashboards": 404,
    "/about/us": 404,
  })) {
    expect([address, (await get(address)).statusCode]).toEqual([address, status])
  }
})

test("a page shows its records, and a thank-you after a plain form", async () => {
  const { get, pages, serve } = await testApp()
  await serve()
  await pages.revalidate("/", async () => ({ testimonials: [{ name: "Ada" }] as never }))
  expect((await get("/")).body).toContain("Ada")
  const thanks = await get("/?sent=membership")
  expect(thanks.body).toContain('"name":"membership","sent":true')
  expect(thanks.headers["cache-control"]).toBe("private, no-store")
})

test("a page with records is rendered once at its first request, and then compressed at the highest level", async () => {
  const { get, pages, serve } = await testApp()
  await serve()
  const [before, name] = [renderings(), Array.from({ length: 3000 }, (_, index) => (index * index) % 97).join(" ")]
  await pages.revalidate("/", async () => ({ testimonials: [{ name }] as never }))
  const getCompressed = async () => (await get("/", { "accept-encoding": "br" })).rawPayload
  const [first = Buffer.from("")] = await Promise.all(Array.from({ length: 30 }, getCompressed))
  const { br: best } = await compressed(brotliDecompressSync(first), 11)
  expect([renderings() - before, first.length > best.length]).toEqual([1, true])
  await vi.waitFor(async () => expect((await getCompressed()).length).toBe(best.length), 5000)
})

test("a page is rendered again when its records have changed, and only then", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] })
  onTestFinished(() => void vi.useRealTimers())
  const { get, pages, serve } = await testApp()
  await serve()
  let [name, reads] = ["Ada", 0]
  await pages.revalidate("/", async () => {
    reads += 1
    return { testimonials: [{ name }] as never }
  })
  const first = await get("/fr")
  vi.advanceTimersByTime(30_000)
  await expect.poll(() => reads).toBe(2 * LANGUAGES.length)
  expect((await get("/fr")).body).toBe(first.body)
  name = "Grace"
  vi.advanceTimersByTime(30_000)
  await vi.waitFor(async () => expect((await get("/fr")).body).toContain("Grace"), 5000)
})

test("a page is rendered again at a change of its tables, and not of others; many changes are few readings", async () => {
  const { get, pages, serve } = await testApp()
  await serve()
  let [name, reads] = ["Ada", 0]
  const read = async () => {
    reads += 1
    return { testimonials: [{ name }] as never }
  }
  await pages.revalidate("/", read, ["testimonials", "tutors"])
  expect((await get("/fr")).body).toContain("Ada")
  name = "Grace"
  pages.refresh("lessons")
  expect(reads).toBe(LANGUAGES.length)
  for (let count = 0; count < 100; count++) pages.refresh("testimonials")
  await expect.poll(async () => (await get("/fr")).body).toContain("Grace")
  name = "Rose"
  pages.refresh()
  await vi.waitFor(async () => expect((await get("/fr")).body).toContain("Rose"), 5000)
  expect(reads).toBeLessThanOrEqual(3 * LANGUAGES.length)
})

test("a page whose first rendering fails is an error until a later one succeeds", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] })
  onTestFinished(() => void vi.useRealTimers())
  const { get, pages, serve } = await testApp()
  await serve()
  let name = "no text"
  await pages.revalidate("/", async () => ({ testimonials: [{ name }] as never }))
  await pages.show("/about", {})
  expect([(await get("/")).statusCode, (await get("/about")).statusCode]).toEqual([500, 200])
  name = "Ada"
  vi.advanceTimersByTime(30_000)
  await vi.waitFor(async () => expect((await get("/")).body).toContain("Ada"), 5000)
})

test("the records of a page are those of its language", async () => {
  const { get, pages, serve } = await testApp()
  await serve()
  const inLanguage = (language: string) => ({ testimonials: [{ name: `Ada in ${language}` }] as never })
  await pages.revalidate("/", async (language) => inLanguage(language))
  pages.renderOnDemand("/blog/", async (rest, language) => inLanguage(`${language} at ${rest}`))
  for (const [path, name] of [
    ["/", "Ada in en"],
    ["/ht", "Ada in ht"],
    ["/ht?sent=contact", "Ada in ht"],
    ["/blog/1", "Ada in en at 1"],
    ["/fr/blog/1", "Ada in fr at 1"],
  ] as const)
    expect([path, (await get(path)).body]).toEqual([path, expect.stringContaining(name)])
})

async function recordPage() {
  const { get, pages, serve } = await testApp()
  await serve()
  const shown = { name: "Ada" }
  pages.renderOnDemand("/blog/", async () => ({ testimonials: [{ ...shown }] as never }))
  const before = renderings()
  return { get: (path = "/blog/1") => get(path), shown, count: () => renderings() - before }
}

const renderings = () => Number(Reflect.get(globalThis, "renderings"))

test("simultaneous first requests for a page render it once", async () => {
  const { get, count } = await recordPage()
  const replies = await Promise.all(Array.from({ length: 30 }, () => get()))
  expect([...new Set(replies.map(({ statusCode }) => statusCode)), count()]).toEqual([200, 1])
})

test("a page that failed is rendered again", async () => {
  const { get, shown, count } = await recordPage()
  shown.name = "no text"
  const replies = [await get(), await get()]
  expect([...replies.map(({ statusCode }) => statusCode), count()]).toEqual([500, 500, 2])
})

test("a thank-you page is rendered once, and an invalid form name gets the plain page", async () => {
  const { get, serve } = await testApp()
  await serve()
  const first = await get("/?sent=contact")
  expect((await get("/?sent=contact")).body).toBe(first.body)
  for (const name of ["<script>", "x".repeat(21), "Contact"]) {
    expect((await get(`/?sent=${encodeURIComponent(name)}`)).body).toBe(HOME)
  }
})

test("pages are rendered one at a time, other work runs in between, and too many are refused", async () => {
  const { pages } = await testApp()
  const order: string[] = []
  const renderings = Array.from({ length: 30 }, () => pages.render({ path: "/", language: "en" }, 200))
  const results = Promise.allSettled(renderings.map((rendering) => rendering.then(() => order.push("page"))))
  const tick = () => void (order.push("tick") < 100 && setImmediate(tick))
  setImmediate(tick)
  const settled = await results
  expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(21)
  for (const result of settled.slice(21)) expect(result).toMatchObject({ reason: { code: "server.busy" } })
  expect(order.join(" ")).not.toContain("page page")
})

test("of a page with records only the scripts of the build may run", async () => {
  const { get, pages, serve } = await testApp()
  await serve()
  await pages.revalidate("/", async () => ({ testimonials: [{ name: "<script>alert(1)</script>" }] as never }))
  pages.renderOnDemand("/blog/", async () => ({ testimonials: [{ name: "<script>alert(2)</script>" }] as never }))
  const built = (await get("/about")).headers["content-security-policy"]
  const [own] = /'sha256-[^']+'/.exec(String(built)) ?? []
  const rendered = await pages.render({ path: "/", language: "en", form: {} as never }, 200)
  for (const policy of [
    (await get("/")).headers["content-security-policy"],
    (await get("/blog/1")).headers["content-security-policy"],
    rendered.headers["content-security-policy"],
  ]) {
    expect(policy).toContain(`script-src 'self' ${own};`)
  }
})

test("only a page that takes cards with Stripe may load Stripe's script, and its result of a form too", async () => {
  const { get, pages, serve } = await testApp()
  await serve()
  const others = await get("/about")
  expect(others.headers["content-security-policy"]).not.toContain("stripe")
  await pages.revalidate("/", async () => ({ testimonials: [{ name: '<p data-payments="stripe">' }] as never }))
  for (const { headers } of [await get("/"), await get("/?sent=donation")]) {
    expect(String(headers["content-security-policy"]).split("; ")).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^script-src 'self' https:\/\/js.stripe.com https:\/\/\*.js.stripe.com 'sha256-/),
        "connect-src 'self' https://api.stripe.com",
        "frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
        "form-action 'self' https://checkout.stripe.com",
      ]),
    )
    expect(headers).toMatchObject({
      "permissions-policy": expect.stringContaining('payment=(self "https://js.stripe.com")'),
      "cross-origin-opener-policy": "same-origin-allow-popups",
    })
  }
})

test("a thank-you page is rendered again when the page's records change", async () => {
  const { get, pages, serve } = await testApp()
  await serve()
  const first = await get("/?sent=contact")
  await pages.revalidate("/", async () => ({ testimonials: [{ name: "Ada" }] as never }))
  const second = await get("/?sent=contact")
  expect([first.body.includes("Ada"), second.body.includes("Ada")]).toEqual([false, true])
})

test("a missing build, or one for another name or address, is refused with a one-line message", async () => {
  await testApp()
  await expect(loadPages(folder, { ...SITE, name: "Other" })).rejects.toThrow(
    "built for HaiTech at https://haitech.test",
  )
  await expect(loadPages(join(folder, "none"), SITE)).rejects.toThrow("run `npm run build`")
})

function write(file: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), content)
}

test("the frames of programs have a sandbox without network, and only a page with programs may open them", async () => {
  const { get, serve } = await testApp()
  const policyOf = async (url: string) => String((await get(url)).headers["content-security-policy"])
  await serve()
  expect(await policyOf("/run/program.html")).toMatch(
    /^sandbox allow-scripts; default-src 'none'; script-src 'sha256-[^']+' blob: 'wasm-unsafe-eval'; worker-src blob:; frame-ancestors 'self'$/,
  )
  expect(await policyOf("/run/page.html")).toMatch(/^sandbox allow-scripts; default-src 'none'; /)
  expect(await policyOf("/about")).toMatch(/frame-src 'self'; .*, frame-src \*:\*\/run\/$/)
  expect(await policyOf("/")).not.toContain("frame-src")
})

test("the files of a page are listed at its address with .json, in each language", async () => {
  const { get, pages, serve } = await testApp()
  pages.listFiles("/about", async (rest) => (rest === "" ? { pages: ["/", "/nothing"], fragments: [] } : null))
  await serve()
  for (const [url, page] of [
    ["/about.json", "/"],
    ["/fr/about.json", "/fr"],
  ] as const) {
    const response = await get(url)
    expect([response.statusCode, response.headers["cache-control"]]).toEqual([200, "no-cache"])
    expect(response.json().files).toEqual([
      expect.objectContaining({ address: page, bytes: HOME.length, digest: expect.stringMatching(/^[\w-]{43}$/) }),
    ])
    expect((await get(url, { "if-none-match": response.headers.etag })).statusCode).toBe(304)
  }
  for (const url of ["/about/us.json", "/learn.json", "/.json"]) expect((await get(url)).statusCode).toBe(404)
})

test("the list of a course is signed once for each version, with the headers that its files are sent with", async () => {
  const { get, pages, serve } = await testApp()
  const course = { title: "About", titleLanguage: "en" }
  const sign = vi.fn((text: string) => `signed ${text.length}`)
  pages.listFiles("/about", async () => ({ pages: ["/"], fragments: [], course }), sign)
  await serve()
  const list = (await get("/fr/about.json")).json()
  expect(list.signed).toEqual({
    ...course,
    page: "/fr/about",
    madeAt: expect.any(String),
    signature: expect.stringMatching(/^signed \d+$/),
  })
  const { headers } = await get("/fr")
  const [listed] = list.headers
  for (const name of ["content-type", "content-security-policy"]) expect(listed[name]).toBe(headers[name])
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 })
  expect((await get("/fr/about.json")).json()).toEqual(list)
  vi.useRealTimers()
  expect(sign).toHaveBeenCalledOnce()
})

test("the service worker may fetch this site only, and one that is switched off ends those of devices", async () => {
  await testApp()
  write("client/sw.js", "self.skipWaiting()")
  const withWorker = Fastify()
  await (await loadPages(folder, SITE)).serve(withWorker)
  const on = await withWorker.inject("/sw.js")
  expect(on.headers).toMatchObject({
    "cache-control": "no-cache",
    "content-security-policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  })
  expect(on.body).toBe("self.skipWaiting()")
  const withoutWorker = Fastify()
  await (await loadPages(folder, SITE, { hasServiceWorker: false })).serve(withoutWorker)
  const off = await withoutWorker.inject("/sw.js")
  expect(off.headers["cache-control"]).toBe("no-cache")
  expect(off.body).toContain("registration.unregister()")
})
