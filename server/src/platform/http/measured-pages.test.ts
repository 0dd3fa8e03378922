import { brotliDecompressSync } from "node:zlib"
import { afterEach, expect, test, vi } from "vitest"
import { createMeasuredPages } from "./measured-pages.ts"
import { inlineScripts } from "./policy.ts"
import { storedPage } from "./stored-file.ts"

afterEach(() => vi.restoreAllMocks())

const PAGE = storedPage(Buffer.from("<!doctype html><html><body><script>let a</script><p>page</p></body></html>"))
const VISIT = { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "accept-encoding": "gzip, br" }
const DEFAULTS = { sample: 1, script: "/assets/vitals-a1.js", url: "/fr/about?a=1", headers: {} }

function serve(options: object = {}) {
  const { sample, script, url, headers } = { ...DEFAULTS, ...options }
  const measured = createMeasuredPages({ sample, script })
  return () => measured({ url, headers: { ...VISIT, ...headers } } as never, PAGE)
}

const isMeasured = (visit: ReturnType<typeof serve>) => expect.poll(visit).not.toBe(PAGE)

test("a measured page loads the script after it has come to rest, by a hash of its policy", async () => {
  const visit = serve()
  expect(visit()).toBe(PAGE)
  await isMeasured(visit)
  const next = visit()
  const html = brotliDecompressSync(next.br ?? "")
  expect(inlineScripts(html.toString())).toEqual([
    "let a",
    'addEventListener("load",()=>setTimeout(()=>import("/assets/vitals-a1.js"),5000))',
  ])
  const again = storedPage(html)
  const hashes = (policy = "") => policy.match(/'sha256-[^']+'/g)?.sort()
  expect(hashes(next.headers?.["content-security-policy"])).toEqual(hashes(again.headers?.["content-security-policy"]))
  expect([next.etag, next.gz, visit()]).toEqual([again.etag, undefined, next])
})

test.each([
  ["Global Privacy Control", { headers: { "sec-gpc": "1" } }],
  ["Do Not Track", { headers: { dnt: "1" } }],
  ["Save-Data", { headers: { "save-data": "on" } }],
  ["the site's data saver", { headers: { cookie: "theme=dark; save=on" } }],
  ["a request of the service worker", { headers: { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors" } }],
  ["a frame", { headers: { "sec-fetch-dest": "iframe" } }],
  ["a client without Brotli", { headers: { "accept-encoding": "gzip" } }],
  ["the admin area", { url: "/admin" }],
  ["a certificate", { url: "/certificate/0123456789AB" }],
  ["a share of nothing", { sample: 0 }],
  ["a build without the script", { script: undefined }],
])("%s gets the page as it is", async (_, options) => {
  const [visit, other] = [serve(options), serve()]
  visit()
  await isMeasured(other)
  expect(visit()).toBe(PAGE)
})

test("a share of the visits is measured", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.0999)
  const visit = serve({ sample: 0.1 })
  await isMeasured(visit)
  vi.mocked(Math.random).mockReturnValue(0.1)
  expect(visit()).toBe(PAGE)
})
