import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { TOKENS } from "./comments.ts"
import {
  ALLOWED_FILES,
  ALLOWED_PHRASES,
  HYPHENATED,
  IDENTIFIERS,
  NAME_PARTS,
  NOT_YET_CHECKED,
  PROSE,
  VARIABLES,
} from "./words.ts"

const SOURCES = [
  "{contract,embedded-postgres,server,web,e2e,bench}/{,src/**/}*.{ts,tsx,css,txt,md,json}",
  "scripts/*.ts",
  "docs/**/*.md",
  "messages/*.json",
  "*.{md,ts,json}",
  ".{env.example,oxlintrc.json}",
  ".ci/*",
]
const OWN_FILES = /^scripts\/(words|check-words(\.test)?)\.ts$/

const TEST_TITLE = /(?:\b(?:test|describe)(?:\.\w+)*|[\])])\(\s*(["'`])((?:(?!\1).)+)\1/g
const PROSE_WORDS = Object.entries(PROSE).map(([word, use]) => ({ pattern: new RegExp(`\\b(${word})\\b`, "gi"), use }))
const HYPHENATED_NAMES = new RegExp(`(?<![\\w-])(${Object.keys(HYPHENATED).join("|")})(?![\\w-])`, "g")
/** A section of the specification without its name; the later ones of a list need none. */
const BARE_SECTION = /(?<![Ss]pec )(?<!§[\d.]+(?:,| and| to|–|-) ?)§\d+/g

export function findForbiddenWords(root: string): string[] {
  return globSync(SOURCES, { cwd: root, exclude: (name) => name === "node_modules" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !OWN_FILES.test(file) && !isAllowed(file))
    .filter((file) => !/(^|\/)package-lock\.json$|\.types\//.test(file))
    .sort()
    .flatMap((file) => [...fileNameFindings(file), ...contentFindings(file, readFileSync(join(root, file), "utf8"))])
}

function fileNameFindings(file: string): string[] {
  const parts = file.split(/[/.-]/)
  return parts.flatMap((part) => (Object.hasOwn(NAME_PARTS, part) ? [finding(file, 1, part, NAME_PARTS[part])] : []))
}

function contentFindings(file: string, text: string): string[] {
  if (/^messages\/.*\.json$/.test(file)) return keyFindings(file, text)
  const names = [...identifierFindings(file, text), ...hyphenatedFindings(file, text)]
  if (NOT_YET_CHECKED.some((path) => file.startsWith(path))) return names
  return [...names, ...variableFindings(file, text), ...proseFindings(file, text)]
}

function keyFindings(file: string, text: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    const key = /^\s*"([\w.]+)":/.exec(line)?.[1]
    const part = key?.split(".").find((name) => Object.hasOwn(NAME_PARTS, name))
    return part ? [finding(file, index + 1, part, NAME_PARTS[part])] : []
  })
}

function identifierFindings(file: string, text: string): string[] {
  return findings(file, text, /[A-Za-z_$][\w$]*/g, (name) =>
    Object.hasOwn(IDENTIFIERS, name) ? IDENTIFIERS[name] : undefined,
  )
}

function hyphenatedFindings(file: string, text: string): string[] {
  return findings(file, text, HYPHENATED_NAMES, (name) => HYPHENATED[name])
}

function variableFindings(file: string, text: string): string[] {
  if (!/\.tsx?$/.test(file)) return []
  const code = text.replace(TOKENS, blank)
  return findings(file, code, /[A-Za-z_$][\w$]*/g, (name) =>
    Object.hasOwn(VARIABLES, name) ? VARIABLES[name] : undefined,
  )
}

function proseFindings(file: string, text: string): string[] {
  const prose = ALLOWED_PHRASES.reduce((rest, { phrase }) => rest.replace(phrase, blank), proseOf(file, text))
  return [
    ...PROSE_WORDS.flatMap(({ pattern, use }) => findings(file, prose, pattern, () => use)),
    ...findings(file, prose, BARE_SECTION, (section) => `spec ${section}`),
  ]
}

/** The text with everything but its prose blanked out, so that line numbers stay. */
function proseOf(file: string, text: string): string {
  if (file.endsWith(".md")) return text.replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)\s]*\)/g, blank)
  if (/\.(ts|tsx|css)$/.test(file)) {
    const ranges = [...text.matchAll(TOKENS)].filter(({ groups }) => groups?.["comment"])
    const titles = /\.(test|spec)\.tsx?$/.test(file) ? [...text.matchAll(TEST_TITLE)] : []
    return only(text, [...ranges, ...titles])
  }
  if (file.endsWith(".json")) return only(text, [...text.matchAll(/"(message|description)": "[^"\n]*"/g)])
  return only(text, [...text.matchAll(/#.*/g)])
}

function only(text: string, ranges: readonly RegExpExecArray[]): string {
  const result = blank(text).split("")
  for (const { 0: range, index } of ranges) {
    for (let at = index; at < index + range.length; at++) result[at] = text[at] ?? ""
  }
  return result.join("")
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ")
}

function findings(file: string, text: string, pattern: RegExp, useFor: (word: string) => string | undefined): string[] {
  return text.split("\n").flatMap((line, index) =>
    [...line.matchAll(pattern)].flatMap(([word]) => {
      const use = useFor(word)
      return use && !isAllowed(file, word) ? [finding(file, index + 1, word, use)] : []
    }),
  )
}

function isAllowed(file: string, word?: string): boolean {
  return ALLOWED_FILES.some(({ file: path, words }) => path === file && (!words || (word && words.includes(word))))
}

function finding(file: string, line: number, word: string, use = ""): string {
  return `${file}:${line}: "${word}" is not a word of this project; use "${use}" (docs/STYLE.md, "Words")`
}

if (process.argv[1] === import.meta.filename) {
  const found = findForbiddenWords(join(import.meta.dirname, ".."))
  for (const sentence of found) console.error(sentence)
  process.exitCode = found.length === 0 ? 0 : 1
}
