import { COURSE_FILE_LIMITS, COURSE_FILE_LIST } from "@haitech/contract/course-files"
import { strFromU8 } from "fflate"
import { beforeAll, expect, test } from "vitest"
import { readCourseFile, type SignedList } from "./read-course-file.ts"
import { CONTENTS, COURSE, createSite, zipOf } from "./testing.ts"

let site: Awaited<ReturnType<typeof createSite>>
let list: SignedList

beforeAll(async () => {
  site = await createSite()
  list = await site.list()
})

const refusalOf = async (file: Blob) =>
  readCourseFile(file, site.key).then(
    () => "opened",
    (error) => error.reason ?? String(error),
  )

test("a file of this site gives its list and its contents", async () => {
  const file = await readCourseFile(zipOf(list), site.key)
  expect(file.list).toEqual(list)
  const contents = await Promise.all(file.list.files.map(async (listed) => strFromU8(await file.read(listed))))
  expect(contents).toEqual(Object.values(CONTENTS))
})

test("a file that another site signed, or whose list was changed after it was signed, is refused", async () => {
  const other = await createSite()
  expect(await refusalOf(zipOf(await other.list()))).toBe("forged")
  const [first, ...rest] = list.files
  const changes: object[] = [
    { ...list, version: "other" },
    { ...list, files: [{ ...first, digest: "x".repeat(43) }, ...rest] },
    { ...list, files: [{ ...first, address: "/assets/b-1.js" }, ...rest] },
    { ...list, headers: [{ "content-type": "text/html" }] },
    { ...list, signed: { ...list.signed, title: "Other" } },
    { ...list, signed: { ...list.signed, madeAt: "2027-01-02T00:00:00.000Z" } },
    { ...list, signed: { ...list.signed, signature: "A".repeat(86) } },
  ]
  for (const change of changes) expect(await refusalOf(zipOf(change))).toBe("forged")
})

test("a content other than the listed one is refused, also where it is of the same size", async () => {
  for (const script of ["let b", "let abc", "", "let a".padEnd(5000)])
    expect(await refusalOf(zipOf(list, CONTENTS, { "assets/a-1.js": script }))).toBe("damaged")
})

test("a zip with a file more, a file less, or another order is refused", async () => {
  expect(await refusalOf(zipOf(list, CONTENTS, { "../sw.js": "evil" }))).toBe("damaged")
  expect(await refusalOf(zipOf(list, CONTENTS, { "assets/b-2.js": "evil" }))).toBe("damaged")
  expect(await refusalOf(zipOf(list, CONTENTS, { "learn.html": null }))).toBe("damaged")
  expect(await refusalOf(zipOf(list, CONTENTS, { [COURSE_FILE_LIST]: null }))).toBe("damaged")
  const reversed = Object.fromEntries(Object.entries(CONTENTS).toReversed())
  expect(await refusalOf(zipOf(list, reversed))).toBe("damaged")
})

test("even a signed list may name nothing that a course does not have", async () => {
  const hostile = [
    "https://evil.example/learn/x",
    "//evil.example/learn/x",
    "/learn/../admin",
    "/assets/../sw.js",
    "/assets/%2e%2e/sw.js",
    "/assets\\a.js",
    "/sw.js",
    "/admin",
    "/api/auth/user",
    "/member-dashboard",
    "/de/learn/numbers",
    "/learn/numbers/one?x=1",
    "/learn/numbers/one/more",
    "",
  ]
  for (const address of hostile) {
    const contents = { [address]: "evil", ...CONTENTS }
    expect([address, await refusalOf(zipOf(await site.list(contents), contents))]).toEqual([address, "damaged"])
  }
  const rest = { version: list.version, headers: list.headers, files: list.files }
  for (const page of ["/admin", "/learn", "/learn/other", "https://evil.example"])
    expect(await refusalOf(zipOf(await site.sign(rest, { page })))).toBe("damaged")
  const twice = await site.sign({ ...rest, files: [...list.files, ...list.files] })
  expect(await refusalOf(zipOf(twice))).toBe("damaged")
  const cookie = await site.sign({ ...rest, headers: [{ "set-cookie": "session=1" }] })
  expect(await refusalOf(zipOf(cookie))).toBe("damaged")
})

test("nothing is unpacked beyond its listed size, however small it is in the zip", async () => {
  const bomb = new Uint8Array(4_000_000)
  expect(await refusalOf(zipOf(list, CONTENTS, { "assets/a-1.js": bomb }))).toBe("damaged")
  expect(await refusalOf(zipOf(list, CONTENTS, { [COURSE_FILE_LIST]: bomb }))).toBe("damaged")
  const large = { ...list, files: list.files.map((file) => ({ ...file, bytes: COURSE_FILE_LIMITS.bytes })) }
  expect(await refusalOf(zipOf(large))).toBe("damaged")
  const many = Object.fromEntries(Array.from({ length: 1100 }, (_, at) => [`/assets/a-${at}.js`, ""]))
  expect(await refusalOf(zipOf(list, { ...many, ...CONTENTS }))).toBe("damaged")
})

test("a size that the zip's own directory understates is refused", async () => {
  const zip = new Uint8Array(await zipOf(list, CONTENTS, { "assets/a-1.js": "evil!".padEnd(5000) }).arrayBuffer())
  const view = new DataView(zip.buffer)
  for (let at = 0; at < zip.length - 46; at++) {
    const name = strFromU8(zip.subarray(at + 46, at + 46 + "assets/a-1.js".length))
    if (view.getUint32(at, true) === 0x02014b50 && name === "assets/a-1.js") view.setUint32(at + 24, 5, true)
  }
  expect(await refusalOf(new Blob([zip]))).toBe("damaged")
})

test("what is no zip, or half of one, is refused", async () => {
  const zip = zipOf(list)
  for (const file of [new Blob([]), new Blob(["hello"]), zip.slice(0, zip.size / 2), zip.slice(10)])
    expect(await refusalOf(file)).toBe("damaged")
  for (const text of ["", "{", "null", "[]", JSON.stringify({ ...list, extra: 1 }), JSON.stringify({ [COURSE]: 1 })])
    expect(await refusalOf(zipOf(list, CONTENTS, { [COURSE_FILE_LIST]: text }))).toBe("damaged")
})
