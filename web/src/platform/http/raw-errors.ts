import type { ProblemCode } from "@haitech/contract/problems"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { CallFailed } from "./request.ts"

type Topic = MessageKey extends infer Key ? (Key extends `error.${infer Name}.title` ? Name : never) : never
export type RawErrorText = `error.${Topic}.${"title" | "message"}`

interface Row {
  readonly topic: Topic
  /** Red, yellow, blue (spec §2). */
  readonly type: "error" | "warning" | "info"
  readonly pattern: RegExp
}

const LIVE_MODE_TEST_CARD = "live_mode_test_card"

/** Refusals whose message says no more than their status. */
const GENERIC_CODES: readonly ProblemCode[] = [
  "session.missing",
  "access.refused",
  "call.unknown",
  "rate.limited",
  "server.broke",
]

/** Spec §8 "Raw error to dialog mapping", in its order: the first matching row wins. */
const ROWS: readonly Row[] = [
  // The last three: what Firefox and Safari say instead of "Failed to fetch", and all three when a call has taken too long.
  { topic: "connection", type: "error", pattern: /Failed to fetch|Network Error|NetworkError|\bLoad failed|timed out/ },
  { topic: "access", type: "warning", pattern: /Unauthorized|401/ },
  { topic: "input", type: "warning", pattern: /validation|invalid|required/ },
  { topic: "server", type: "error", pattern: /500|Internal Server Error/ },
  { topic: "pace", type: "warning", pattern: /429|Too Many Requests/ },
  {
    topic: "test_card",
    type: "warning",
    pattern: /live_mode_test_card|live mode.*test card|test card.*live mode/s,
  },
  { topic: "payment", type: "error", pattern: /payment|stripe|card/ },
  { topic: "upload", type: "warning", pattern: /upload|file/ },
  { topic: "email", type: "warning", pattern: /email|mail/ },
  { topic: "not_found", type: "info", pattern: /not found|404/ },
  { topic: "denied", type: "warning", pattern: /permission|forbidden|403/ },
]
const UNEXPECTED = { topic: "unexpected", type: "error" } as const

/** Every message key that `dialogFor` can return, for the texts of an app or of a fragment. */
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
  const row = ROWS.find(({ pattern }) => pattern.test(text)) ?? ROWS.find(({ pattern }) => anyCase(pattern).test(text))
  return dialogOf(row ?? UNEXPECTED)
}

/** The server's reason for a refused request; undefined when only the raw error says what happened. */
export function refusalMessage(error: unknown): string | undefined {
  const problem = error instanceof CallFailed ? error.problem : null
  return problem && !GENERIC_CODES.includes(problem.code) ? problem.message : undefined
}

function dialogOf({ topic, type }: Pick<Row, "topic" | "type">) {
  return { title: `error.${topic}.title`, message: `error.${topic}.message`, type } as const
}

function anyCase({ source, flags }: RegExp): RegExp {
  return new RegExp(source, `${flags}i`)
}

function textOf(raw: unknown): string {
  if (typeof raw !== "object" || raw === null) return String(raw)
  const { message, decline_code: decline } = raw as { message?: unknown; decline_code?: unknown }
  const text = typeof message === "string" ? message : ""
  return decline === LIVE_MODE_TEST_CARD ? `${text} ${decline}` : text
}
