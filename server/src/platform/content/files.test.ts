import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { readContent } from "./files.ts"

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "content-"))
})
afterEach(() => rm(root, { recursive: true }))

async function read(source: string) {
  await writeFile(join(root, "a.md"), source)
  const [file] = await readContent(".", root)
  return file
}

test("a file has the fields of its front matter and the text after it", async () => {
  const file = await read("---\nname: Ada: the first\nrole:  Learner \n---\n\n# Title\n\n---\n\nText.\n\n")
  expect([file?.field("name"), file?.field("role"), file?.text]).toEqual([
    "Ada: the first",
    "Learner",
    "# Title\n\n---\n\nText.",
  ])
})

test("Windows line ends and decomposed characters are normalized", async () => {
  const file = await read("---\r\nname: Ade\u0300le\r\n---\r\nOne\r\ntwo\r\n")
  expect([file?.field("name"), file?.text]).toEqual(["Ad\u00e8le", "One\ntwo"])
})

test("only markdown files are read, in order of their names", async () => {
  for (const name of ["2.md", "10.md", "1.md", "1.md~", "notes.txt"])
    await writeFile(join(root, name), "---\nname: Ada\n---\n")
  expect((await readContent(".", root)).map(({ name }) => name)).toEqual(["./1.md", "./10.md", "./2.md"])
})

test.each([
  ["no front matter", "Text."],
  ["front matter without an end", "---\nname: Ada\nText."],
  ["a line that is not name: value", "---\nname: Ada\nand more\n---\nText."],
  ["a name without a value", "---\nname:\n---\nText."],
])("%s is an error that names the file", async (_what, source) => {
  await expect(read(source)).rejects.toThrow("content/./a.md")
})

test("reading a missing field throws", async () => {
  const file = await read("---\nname: Ada\n---\nText.")
  expect(() => file?.field("role")).toThrow('content/./a.md: the front matter does not say "role"')
})
