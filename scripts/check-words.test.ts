import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { findForbiddenWords } from "./check-words.ts"

test("a finding has the file, the line, the word, its replacement and the document", () => {
  expect(findingsIn("contract/src/x.ts", "const a = 1\nawait openHouse()")).toEqual([
    'contract/src/x.ts:2: "openHouse" is not a word of this project; use "createTestApp" (docs/STYLE.md, "Words")',
  ])
})

test.for([
  ["an identifier", "scripts/x.ts", "const a: Leaver = b", "Leaver"],
  ["an identifier in a document", "docs/x.md", "Call `foldTallies()`.", "foldTallies"],
  ["a hyphenated name", "web/src/x.css", "button[data-act] {}", "data-act"],
  ["a participle as a variable", "scripts/x.ts", "const said = read()", "said"],
  ["a participle as a property", "scripts/x.ts", "return reply.kept", "kept"],
  ["a word in a comment", "scripts/x.ts", "/* Sends the letter. */", "letter"],
  ["a word in a document", "NOTES.md", "Mail goes through the door.", "door"],
  ["a word in a comment after code", "scripts/x.ts", 'const a = "//" // to the office', "office"],
  ["a word in a test title", "scripts/x.test.ts", 'test("a guest knocks", () => {})', "knocks"],
  ["a word in the title of a table", "scripts/x.test.ts", '])("%s has no door", () => {})', "door"],
  ["a word in a style comment", "contract/x.css", "/* The houses. */", "houses"],
  ["a word in a lint message", ".oxlintrc.json", '"message": "Use the door."', "door"],
  ["a word in the comments of the settings", ".env.example", "# The keeper.", "keeper"],
  ["a section without its specification", "scripts/x.ts", "// See §5.", "§5"],
  ["a message key", "messages/en.json", '"office.title": "Administration"', "office"],
] as const)("%s is found", ([, file, text, word]) => {
  expect(findingsIn(file, text)).toEqual([expect.stringContaining(`${file}:1: "${word}" is not a word`)])
})

test.for([
  ["a longer identifier", "scripts/x.ts", "const OFFICE_HOURS = isListingOpen"],
  ["a participle in a text", "scripts/x.ts", 'const message = `${name} said "kept"`'],
  ["a participle in a comment", "scripts/x.ts", "// The row is kept."],
  ["a word in a text", "scripts/x.ts", 'const text = "letter"'],
  ["a word in a regular expression", "scripts/x.ts", "const pattern = /[`'](door|said)/"],
  ["code in a document", "NOTES.md", "The key `mail.chat_office` of `office`"],
  ["letters of an alphabet", "scripts/x.ts", "// 20 to 64 letters, digits and dashes; no uppercase letters"],
  ["sections of the specification", "scripts/x.ts", "// spec §2, §4 and §5"],
  ["a translated text", "messages/en.json", '"contact.title": "Our office and its door"'],
  ["the specification", "docs/specification.md", "The office answers letters, see §5."],
] as const)("%s is allowed", ([, file, text]) => {
  expect(findingsIn(file, text)).toEqual([])
})

test("a file name is checked, too", () => {
  expect(findingsIn("scripts/office-seed.ts", "")).toEqual([
    expect.stringContaining('scripts/office-seed.ts:1: "office" is not a word of this project; use "admin"'),
  ])
})

test("every finding is reported, not only the first", () => {
  expect(findingsIn("scripts/x.ts", "const asked = told // by whoever\n// in the room")).toHaveLength(4)
})

function findingsIn(file: string, text: string): string[] {
  const root = mkdtempSync(join(tmpdir(), "words-"))
  try {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), `${text}\n`)
    return findForbiddenWords(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
