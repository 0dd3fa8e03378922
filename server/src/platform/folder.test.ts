import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { makeFolder } from "./folder.ts"

const root = mkdtempSync(join(tmpdir(), "folder-"))
afterAll(() => rmSync(root, { recursive: true }))

test("a folder is made with all above it, for its owner only, and made twice it is the same", () => {
  makeFolder(join(root, "a/b/c"))
  makeFolder(join(root, "a/b/c"))
  expect(["a", "a/b", "a/b/c"].map((path) => statSync(join(root, path)).mode & 0o777)).toEqual([0o700, 0o700, 0o700])
})

test("a file in the way is an error that says where", () => {
  writeFileSync(join(root, "file"), "")
  expect(() => makeFolder(join(root, "file"))).toThrow(
    expect.objectContaining({ code: "EEXIST", path: join(root, "file") }),
  )
  expect(() => makeFolder(join(root, "file/below"))).toThrow(expect.objectContaining({ code: "EEXIST" }))
})

test.runIf(process.platform === "linux")("where nothing can be made it ends, and does not go round for ever", () => {
  expect(() => makeFolder("/proc/nope")).toThrow(expect.objectContaining({ code: "ENOENT" }))
})
