import { beforeEach, expect, test, vi } from "vitest"
import { savedCourse, savedCourses } from "./saved-courses.ts"
import { takeCourse } from "./take-course.ts"
import { CONTENTS, COURSE, createSite, zipOf } from "./testing.ts"
import { writeCourseFile } from "./write-course-file.ts"

const ORIGIN = "https://haitech.test"
const UPDATED: typeof CONTENTS = { ...CONTENTS, [COURSE]: "<p>new" }

let stored: Map<string, Map<string, Response>>
/** After how many files the device is full. */
let space: number
const site = await createSite()

beforeEach(() => {
  stored = new Map()
  space = Number.POSITIVE_INFINITY
  vi.stubGlobal("caches", {
    open: async (name: string) => openCache(name),
    delete: async (name: string) => stored.delete(name),
  })
})

function openCache(name: string) {
  const entries = stored.get(name) ?? new Map<string, Response>()
  stored.set(name, entries)
  const path = (key: string | { url: string }) => (typeof key === "string" ? key : new URL(key.url).pathname)
  return {
    match: async (key: string) => entries.get(path(key))?.clone(),
    keys: async () => [...entries.keys()].map((key) => ({ url: ORIGIN + key })),
    delete: async (key: string | { url: string }) => entries.delete(path(key)),
    put: async (key: string, response: Response) => {
      if (name === "arriving" && space-- <= 0) throw new DOMException("full", "QuotaExceededError")
      entries.set(key, response)
    },
  }
}

const take = async (contents = CONTENTS, madeAt = "2026-01-02T00:00:00.000Z", page = COURSE) =>
  (await takeCourse(zipOf(await site.list(contents, { madeAt, page }), contents), site.key)).outcome
const textAt = async (address: string) => (await openCache("saved").match(address))?.text()

test("a course from a file is saved with all its files and their policies, and gives the same file again", async () => {
  expect(await take()).toBe("opened")
  expect(await savedCourse(COURSE)).toMatchObject({ title: "Numbers", isComplete: true })
  expect([...(stored.get("saved") ?? [])].map(([address]) => address)).toEqual(Object.keys(CONTENTS))
  const page = await openCache("saved").match(COURSE)
  expect(page?.headers.get("content-security-policy")).toBe("default-src 'none'")
  const file = await writeCourseFile(COURSE)
  expect(file?.name).toBe("Numbers.zip")
  expect(file && (await takeCourse(file, site.key)).outcome).toBe("same")
  expect(stored.has("arriving")).toBe(false)
})

test("the newer version wins", async () => {
  await take()
  expect(await take(UPDATED, "2026-01-01T00:00:00.000Z")).toBe("older")
  expect(await textAt(COURSE)).toBe("<p>course")
  expect(await take(UPDATED, "2026-01-03T00:00:00.000Z")).toBe("opened")
  expect(await textAt(COURSE)).toBe("<p>new")
})

test("an older file replaces no newer page that courses share", async () => {
  await take({ ...CONTENTS, "/learn": "<p>newer" }, "2026-01-03T00:00:00.000Z")
  const other = { "/assets/o-1.js": "let o", "/learn": "<p>all", "/learn/words": "<p>words" }
  expect(await take(other, "2026-01-02T00:00:00.000Z", "/learn/words")).toBe("opened")
  expect(await textAt("/learn")).toBe("<p>newer")
})

test("on a full device nothing of a new course is saved, and an older version stays whole", async () => {
  space = 2
  await expect(take()).rejects.toThrow("full")
  expect([await savedCourses(), [...(stored.get("saved")?.keys() ?? [])], stored.has("arriving")]).toEqual([
    [],
    [],
    false,
  ])
  space = Number.POSITIVE_INFINITY
  await take()
  space = 1
  const update = { ...UPDATED, "/learn/numbers/one": "<p>1" }
  await expect(take(update, "2026-01-03T00:00:00.000Z")).rejects.toThrow("full")
  expect((await savedCourse(COURSE))?.isComplete).toBe(true)
  for (const [address, text] of Object.entries(CONTENTS)) expect(await textAt(address)).toBe(text)
})

test("a course that lacks a file, or whose list nobody signed, gives no file", async () => {
  expect(await writeCourseFile(COURSE)).toBeNull()
  await take()
  await openCache("saved").delete("/learn/numbers/one")
  expect(await writeCourseFile(COURSE)).toBeNull()
})
