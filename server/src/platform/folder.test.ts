import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { makeFolder } from "./folder.ts"

const root = mkdtempSync(join(tmpdir(), "folder-"))
afterAll(() => rmSync(root, { recursive: true }))

test("makeFolder creates a folder and its parents for the owner only, and is idempotent", () => {
  makeFolder(join(root, "a/b/c"))
  makeFolder(join(root, "a/b/c"))
  expect(["a", "a/b", "a/b/c"].map((path) => statSync(join(root, path)).mode & 0o777)).toEqual([0o700, 0o700, 0o700])
})

test("a file at the path is an error with its path", () => {
  writeFileSync(join(root, "file"), "")
  expect(() => makeFolder(join(root, "file"))).toThrow(
    expect.objectContaining({ code: "EEXIST", path: join(root, "file") }),
  )
  expect(() => makeFolder(join(root, "file/below"))).toThrow(expect.objectContaining({ code: "EEXIST" }))
})

test.runIf(process.platform === "linux")("makeFolder fails where the system allows no folder, without looping", () => {
  expect(() => makeFolder("/proc/nope")).toThrow(expect.objectContaining({ code: "ENOENT" }))
})
