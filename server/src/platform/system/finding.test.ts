import { expect, test } from "vitest"
import { databaseFindings } from "./database.ts"
import { reasonOf } from "./finding.ts"
import { diskFinding } from "./machine.ts"

const GIGABYTE = 1e9

test.each([
  [50, 100, "disk_free"],
  [2, 20, "disk_free"],
  [1.9, 10, "disk_low"],
  [9, 100, "disk_low"],
  [0.25, 1, "disk_low"],
  [0.24, 1, "disk_full"],
])("%d of %d GB are %s", (free, size, code) => {
  expect(diskFinding({ free: free * GIGABYTE, size: size * GIGABYTE }).code).toBe(code)
})

const STATE = { version: "18.1", megabytes: 42, canCreate: true, isPrivate: true, used: 4, max: 100, now: 1000 }
const HERE = { isEmbedded: false, now: 1000 }
const codes = (state: Partial<typeof STATE>, here: Partial<typeof HERE> = {}) =>
  databaseFindings({ ...STATE, ...state }, { ...HERE, ...here }).map(({ code }) => code)

test("a database is ready, or says what it lacks", () => {
  expect(databaseFindings(STATE, HERE)).toEqual([
    { code: "database_ready", values: { version: "18.1", megabytes: "42" } },
  ])
  expect(codes({}, { isEmbedded: true })).toEqual(["database_embedded"])
  expect(codes({ canCreate: false, isPrivate: false })).toEqual(["database_ready", "database_rights", "database_plain"])
  expect([codes({ used: 80 }), codes({ used: 81 })]).toEqual([
    ["database_ready"],
    ["database_ready", "database_crowded"],
  ])
  expect([codes({ now: 1005 }), codes({ now: 994 })]).toEqual([
    ["database_ready"],
    ["database_ready", "database_clock"],
  ])
})

test("a reason is a code or the kind of the error, never its message", () => {
  const refused = Object.assign(new Error("connect to user:secret@host"), { code: "ECONNREFUSED" })
  expect(reasonOf(refused)).toBe("ECONNREFUSED")
  expect(reasonOf(new TypeError("fetch failed", { cause: refused }))).toBe("ECONNREFUSED")
  expect(reasonOf(new AggregateError([refused], "all failed"))).toBe("ECONNREFUSED")
  expect(reasonOf(new RangeError("a secret"))).toBe("RangeError")
  expect(reasonOf("a secret")).toBe("?")
})
