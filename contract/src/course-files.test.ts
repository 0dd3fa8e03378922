import { expect, test } from "vitest"
import { COURSE_FILE_LIMITS, CourseFileList } from "./course-files.ts"

const file = (address: string, bytes = 1) => ({ address, bytes, sentBytes: 1, digest: "d".repeat(43), headers: 0 })
const signed = {
  page: "/fr/learn/numbers",
  title: "Nombres",
  titleLanguage: "fr",
  madeAt: "2026-01-02T00:00:00.000Z",
  signature: "s".repeat(86),
}
const list = (...files: unknown[]) => ({
  version: "v",
  headers: [{ "content-type": "text/html" }],
  files: [file(signed.page), ...files],
  signed,
})
const accepts = (value: unknown) => CourseFileList.safeParse(value).success

test("a list may have the files of a course", () => {
  for (const address of [
    "/learn",
    "/ht/saved",
    "/learn/numbers/count-2",
    "/assets/a.b-_x~1.js",
    "/fonts/figtree.woff2",
    "/fragments/en/code.html",
    "/run/page.html",
    "/icon.svg",
    "/reload.js",
  ])
    expect([address, accepts(list(file(address)))]).toEqual([address, true])
})

test("a list holds its limits, and names only headers that it has", () => {
  const rest = COURSE_FILE_LIMITS.bytes - 1
  expect([accepts(list(file("/learn", rest))), accepts(list(file("/learn", rest + 1)))]).toEqual([true, false])
  const files = Array.from({ length: COURSE_FILE_LIMITS.files - 1 }, (_, at) => file(`/assets/a${at}.js`))
  expect([accepts(list(...files)), accepts(list(...files, file("/learn")))]).toEqual([true, false])
  for (const change of [{ headers: 1 }, { headers: -1 }, { bytes: 0.5 }, { bytes: "1" }, { extra: 1 }])
    expect(accepts(list({ ...file("/learn"), ...change }))).toBe(false)
  expect(accepts({ ...list(), signed: { ...signed, titleLanguage: "de" } })).toBe(false)
})
