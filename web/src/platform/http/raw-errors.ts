import type { MessageKey } from "#platform/i18n/texts.ts"

type Topic = MessageKey extends infer Key ? (Key extends `error.${infer Name}.title` ? Name : never) : never
type RawErrorText = `error.${Topic}.${"title" | "message"}`

/** A substring that matches alone, or substrings that must all occur. */
type Pattern = string | readonly string[]

interface Row {
  readonly topic: Topic
  /** Red, yellow, blue (spec §2). */
  readonly type: "error" | "warning" | "info"
  readonly patterns: readonly Pattern[]
}

const LIVE_MODE_TEST_CARD = "live_mode_test_card"

/** Spec §8 "Raw error to dialog mapping", in its order: the first matching row wins. */
const ROWS: readonly Row[] = [
  { topic: "connection", type: "error", patterns: ["Failed to fetch", "Network Error"] },
  { topic: "access", type: "warning", patterns: ["Unauthorized", "401"] },
  { topic: "input", type: "warning", patterns: ["validation", "invalid", "required"] },
  { topic: "server", type: "error", patterns: ["500", "Internal Server Error"] },
  { topic: "pace", type: "warning", patterns: ["429", "Too Many Requests"] },
  { topic: "test_card", type: "warning", patterns: [LIVE_MODE_TEST_CARD, ["live mode", "test card"]] },
  { topic: "payment", type: "error", patterns: ["payment", "stripe", "card"] },
  { topic: "upload", type: "warning", patterns: ["upload", "file"] },
  { topic: "email", type: "warning", patterns: ["email", "mail"] },
  { topic: "not_found", type: "info", patterns: ["not found", "404"] },
  { topic: "denied", type: "warning", patterns: ["permission", "forbidden", "403"] },
]
const UNEXPECTED: Row = { topic: "unexpected", type: "error", patterns: [] }

/** Every message key that `dialogFor` can return, for `pick` in islands that show raw errors. */
export const RAW_ERROR_TEXTS: readonly RawErrorText[] = [...ROWS, UNEXPECTED].flatMap((row) => {
  const { title, message } = dialogOf(row)
  return [title, message]
})

/**
 * The dialog for a raw error: a string, or an object with `message` and perhaps the card provider's `decline_code`.
 * Matching is case-sensitive first. When no row matches, it ignores case, so that "Payment failed" is a payment error.
 */
export function dialogFor(raw: unknown) {
  const text = textOf(raw)
  const row = ROWS.find(({ patterns }) => patterns.some((pattern) => matches(text, pattern)))
  const lower = text.toLowerCase()
  return dialogOf(
    row ?? ROWS.find(({ patterns }) => patterns.some((pattern) => matches(lower, lowerCased(pattern)))) ?? UNEXPECTED,
  )
}

function dialogOf({ topic, type }: Row) {
  return { title: `error.${topic}.title`, message: `error.${topic}.message`, type } as const
}

function matches(text: string, pattern: Pattern): boolean {
  return [pattern].flat().every((part) => text.includes(part))
}

function lowerCased(pattern: Pattern): Pattern {
  return [pattern].flat().map((part) => part.toLowerCase())
}

function textOf(raw: unknown): string {
  if (typeof raw !== "object" || raw === null) return String(raw)
  const { message, decline_code: decline } = raw as { message?: unknown; decline_code?: unknown }
  const text = typeof message === "string" ? message : ""
  return decline === LIVE_MODE_TEST_CARD ? `${text} ${decline}` : text
}
