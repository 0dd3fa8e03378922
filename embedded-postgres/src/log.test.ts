import { appendFileSync, closeSync, readFileSync, statSync, writeSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { complaint, openLog, trimLog } from "./log.ts"
import { scratchFolder } from "./testing.ts"

test("a log that has grown is cut under the server that writes it, and its last stretch is kept beside it", () => {
  const file = join(scratchFolder(), "server.log")
  const server = openLog(file)
  writeSync(server, "small\n")
  trimLog(file)
  expect(readFileSync(file, "utf8")).toBe("small\n")
  appendFileSync(file, "x".repeat(1024 * 1024))
  trimLog(file)
  writeSync(server, "next\n")
  closeSync(server)
  expect(readFileSync(file, "utf8")).toBe("next\n")
  expect(statSync(`${file}.1`).size).toBe(1024 * 1024 + 6)
})

test.each([
  ["LOG:  starting\nFATAL:  lock file is empty\nHINT:  look", "lock file is empty"],
  ["2030-01-01 UTC [7] FATAL:  could not write: No space left on device\nPANIC:  other", /^the disk is full/],
  ["initdb: error: directory exists but is not empty", "directory exists but is not empty"],
  ["bin/postgres: error while loading shared libraries: libicu", /^its programs do not run on this system/],
  ["first line\nsecond line", "first line second line"],
  ["", "it gave no reason."],
])("of %j an administrator is told what matters", (said, told) => {
  expect(complaint(said)).toMatch(told)
})
