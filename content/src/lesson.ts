import { createHash } from "node:crypto"
import { Block, type LessonPage } from "@haitech/contract/lessons"
import { parse } from "yaml"
import * as z from "zod/mini"

const BLOCKS = ["exercise", "trace", "dialogue", "words", "media"]
const FENCE = /^(`{3,})\s*([\w-]*)\s*$/

const Head = z.strictObject({
  title: z.string().check(z.minLength(1), z.maxLength(100)),
  goal: z.string().check(z.minLength(1), z.maxLength(300)),
  minutes: z.int().check(z.minimum(3), z.maximum(30)),
  /** Counts the course's parts from 1. */
  part: z.int().check(z.minimum(1)),
  /** The version of the English text that this one translates. */
  source: z.optional(z.string().check(z.regex(/^[0-9a-f]{12}$/))),
})

export interface LessonText extends Pick<LessonPage, "title" | "goal" | "minutes" | "blocks"> {
  readonly part: number
  readonly kind: "text" | "code"
  /** The whole file. */
  readonly source: string
  readonly version: string
  readonly sourceVersion: string | null
}

export class LessonError extends Error {}

/** Reads the markdown of a lesson, as docs/COURSES.md describes it. @throws {LessonError} that names the line and field */
export function parseLesson(file: string): LessonText {
  const source = file.replaceAll("\r\n", "\n").normalize("NFC")
  const { head, body, bodyLine } = splitFrontMatter(source)
  const { source: sourceVersion, ...fields } = check(Head, readYaml(head, 2), "front matter")
  const blocks = parseBlocks(body, bodyLine)
  assertUniqueIds(blocks)
  return {
    ...fields,
    kind: blocks.some((block) => block.kind === "exercise" && block.exercise.type === "code") ? "code" : "text",
    blocks,
    source,
    version: versionOf(source),
    sourceVersion: sourceVersion ?? null,
  }
}

/** Of a text without the line that says what it translates, so that a new stamp is not a new version. */
export function versionOf(source: string): string {
  return createHash("sha256")
    .update(source.replace(/^source: .*\n/m, ""))
    .digest("hex")
    .slice(0, 12)
}

/** Front matter is YAML between two lines of `---`. */
export function splitFrontMatter(source: string): { head: string; body: string; bodyLine: number } {
  const [whole, head] = /^---\n(.*?\n)---\n/s.exec(source) ?? []
  if (whole === undefined || head === undefined) throw new LessonError("line 1: the file begins with front matter")
  return { head, body: source.slice(whole.length), bodyLine: whole.split("\n").length }
}

export function readYaml(text: string, firstLine: number): unknown {
  try {
    return parse(text) as unknown
  } catch (error) {
    throw new LessonError(`from line ${firstLine}: ${error instanceof Error ? error.message : "not YAML"}`)
  }
}

export function check<Schema extends z.ZodMiniType>(schema: Schema, input: unknown, where: string): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`)
  throw new LessonError(`${where}: ${issues.join("; ")}`)
}

function parseBlocks(body: string, firstLine: number): Block[] {
  const blocks: Block[] = []
  let text: string[] = []
  const endText = () => {
    const markdown = text.join("\n").trim()
    if (markdown) blocks.push({ kind: "text", markdown })
    text = []
  }
  const lines = body.split("\n")
  for (let at = 0; at < lines.length; at++) {
    const [, fence, name = ""] = FENCE.exec(lines[at] ?? "") ?? []
    if (!fence) {
      text.push(lines[at] ?? "")
      continue
    }
    const end = lines.findIndex((line, index) => index > at && isClosing(line, fence))
    if (end < 0) throw new LessonError(`line ${firstLine + at}: the block is not closed`)
    if (BLOCKS.includes(name)) {
      endText()
      blocks.push(parseBlock(name, lines.slice(at + 1, end).join("\n"), firstLine + at + 1))
    } else text.push(...lines.slice(at, end + 1))
    at = end
  }
  endText()
  return blocks
}

function isClosing(line: string, fence: string): boolean {
  const [, other, name] = FENCE.exec(line) ?? []
  return other !== undefined && name === "" && other.length >= fence.length
}

function parseBlock(name: string, yaml: string, line: number): Block {
  const fields = readYaml(yaml, line)
  const where = `${name} in line ${line}`
  if (typeof fields !== "object" || fields === null) throw new LessonError(`${where}: it has no fields`)
  return check(Block, name === "exercise" ? { kind: name, exercise: fields } : { ...fields, kind: name }, where)
}

function assertUniqueIds(blocks: readonly Block[]): void {
  const ids = blocks.flatMap((block) => {
    if (block.kind === "exercise") return [block.exercise.id]
    return block.kind === "words" ? block.words.map(({ id }) => `word-${id}`) : []
  })
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new LessonError(`the id "${twice}" occurs twice`)
}
