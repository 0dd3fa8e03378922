import { brotliDecompressSync } from "node:zlib"
import { afterEach, expect, test, vi } from "vitest"
import { createMeasuredPages } from "./measured-pages.ts"
import { inlineScripts } from "./policy.ts"
import { storedPage } from "./stored-file.ts"

afterEach(() => vi.restoreAllMocks())

const PAGE = storedPage(Buffer.from("<!doctype html><html><body><script>let a</script><p>page</p></body></html>"))
const VISIT = { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" }

const DEFAULTS = { sample: 1, script: "/assets/vitals-a1.js", url: "/fr/about?a=1", headers: {} }

async function serve(options: object = {}) {
  const { sample, script, url, headers } = { ...DEFAULTS, ...options }
  return createMeasuredPages({ sample, script })({ url, headers: { ...VISIT, ...headers } } as never, PAGE)
}

test("a measured page loads the script after it has come to rest, by a hash of its policy", async () => {
  const file = await serve()
  const html = file.raw.toString()
  expect(inlineScripts(html)).toEqual([
    "let a",
    'addEventListener("load",()=>setTimeout(()=>import("/assets/vitals-a1.js"),5000))',
  ])
  const again = storedPage(file.raw)
  const hashes = (policy = "") => policy.match(/'sha256-[^']+'/g)?.sort()
  expect(hashes(file.headers?.["content-security-policy"])).toEqual(hashes(again.headers?.["content-security-policy"]))
  expect([brotliDecompressSync(file.br ?? "").toString(), file.etag]).toEqual([html, again.etag])
})

test.each([
  ["Global Privacy Control", { headers: { "sec-gpc": "1" } }],
  ["Do Not Track", { headers: { dnt: "1" } }],
  ["Save-Data", { headers: { "save-data": "on" } }],
  ["the site's data saver", { headers: { cookie: "theme=dark; save=on" } }],
  ["a request of the service worker", { headers: { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors" } }],
  ["a frame", { headers: { "sec-fetch-dest": "iframe" } }],
  ["the admin area", { url: "/admin" }],
  ["a certificate", { url: "/certificate/0123456789AB" }],
  ["a share of nothing", { sample: 0 }],
  ["a build without the script", { script: undefined }],
])("%s gets the page as it is", async (_, options) => {
  expect(await serve(options)).toBe(PAGE)
})

test("a share of the visits is measured, at most one a second", async () => {
  vi.spyOn(performance, "now").mockReturnValue(5000)
  const measured = createMeasuredPages({ sample: 0.1, script: "/assets/vitals-a1.js" })
  const request = { url: "/", headers: VISIT } as never
  vi.spyOn(Math, "random").mockReturnValue(0.1)
  expect(await measured(request, PAGE)).toBe(PAGE)
  vi.mocked(Math.random).mockReturnValue(0.0999)
  expect(await measured(request, PAGE)).not.toBe(PAGE)
  expect(await measured(request, PAGE)).toBe(PAGE)
  vi.mocked(performance.now).mockReturnValue(6000)
  expect(await measured(request, PAGE)).not.toBe(PAGE)
})
