import { appendFileSync, closeSync, readFileSync, statSync, writeSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { explain, openLog, trimLog } from "./log.ts"
import { scratchFolder } from "./testing-processes.ts"

test("a large log is moved to a second file while the server writes to it", () => {
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
  ["LOG:  starting\nFATAL:  lock file is empty\nHINT:  look", "lock file is empty", []],
  [
    "2030-01-01 UTC [7] FATAL:  could not write: No space left on device\nPANIC:  other",
    "the disk is full; make room.",
    ["other-data-dir"],
  ],
  ["initdb: error: directory exists but is not empty", "directory exists but is not empty", []],
  [
    "bin/postgres: error while loading shared libraries: libicu",
    "its programs do not run on this system.",
    ["other-server"],
  ],
  ["first line\nsecond line", "first line second line", []],
  ["", "it gave no reason.", []],
])("%j is explained", (output, reason, remedies) => {
  expect(explain(output)).toEqual({ reason, remedies })
})
