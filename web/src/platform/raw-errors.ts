import type { MessageKey } from "./texts.ts"

type Topic = MessageKey extends infer Key ? (Key extends `error.${infer Name}.title` ? Name : never) : never
type RawErrorText = `error.${Topic}.${"title" | "message"}`

/** A word that decides alone, or words that decide together. */
type Sign = string | readonly string[]

interface Row {
  readonly topic: Topic
  /** §2: red, yellow, blue. */
  readonly type: "error" | "warning" | "info"
  readonly signs: readonly Sign[]
}

const LIVE_MODE_TEST_CARD = "live_mode_test_card"

/** §8 "Raw error to dialog mapping", in its order: the first row that fits wins. */
const ROWS: readonly Row[] = [
  { topic: "connection", type: "error", signs: ["Failed to fetch", "Network Error"] },
  { topic: "access", type: "warning", signs: ["Unauthorized", "401"] },
  { topic: "input", type: "warning", signs: ["validation", "invalid", "required"] },
  { topic: "server", type: "error", signs: ["500", "Internal Server Error"] },
  { topic: "pace", type: "warning", signs: ["429", "Too Many Requests"] },
  { topic: "test_card", type: "warning", signs: [LIVE_MODE_TEST_CARD, ["live mode", "test card"]] },
  { topic: "payment", type: "error", signs: ["payment", "stripe", "card"] },
  { topic: "upload", type: "warning", signs: ["upload", "file"] },
  { topic: "email", type: "warning", signs: ["email", "mail"] },
  { topic: "not_found", type: "info", signs: ["not found", "404"] },
  { topic: "denied", type: "warning", signs: ["permission", "forbidden", "403"] },
]
const ANYTHING_ELSE: Row = { topic: "unexpected", type: "error", signs: [] }

/** Every text that `dialogFor` may name: for `pick`, where an island shows raw errors. */
export const RAW_ERROR_TEXTS: readonly RawErrorText[] = [...ROWS, ANYTHING_ELSE].flatMap((row) => {
  const { title, message } = textsOf(row)
  return [title, message]
})

/**
 * What the error dialog says of a raw error: a text, or anything that carries one in `message` and perhaps the card
 * provider's `decline_code`. The table's own letters are looked for first. Only where none of them is found do capitals
 * no longer count, so that "Payment failed" is about the payment.
 */
export function dialogFor(raw: unknown) {
  const said = wordsOf(raw)
  const row = ROWS.find(({ signs }) => signs.some((sign) => bears(said, sign)))
  const lower = said.toLowerCase()
  return textsOf(row ?? ROWS.find(({ signs }) => signs.some((sign) => bears(lower, lowered(sign)))) ?? ANYTHING_ELSE)
}

function textsOf({ topic, type }: Row) {
  return { title: `error.${topic}.title`, message: `error.${topic}.message`, type } as const
}

function bears(said: string, sign: Sign): boolean {
  return [sign].flat().every((word) => said.includes(word))
}

function lowered(sign: Sign): Sign {
  return [sign].flat().map((word) => word.toLowerCase())
}

function wordsOf(raw: unknown): string {
  if (typeof raw !== "object" || raw === null) return String(raw)
  const { message, decline_code: decline } = raw as { message?: unknown; decline_code?: unknown }
  const said = typeof message === "string" ? message : ""
  return decline === LIVE_MODE_TEST_CARD ? `${said} ${decline}` : said
}
