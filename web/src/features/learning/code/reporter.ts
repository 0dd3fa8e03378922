import type { OutputKind, RunOutcome, Write } from "./program-run.ts"

const MAX_LENGTH = 100_000
const FLUSH_LENGTH = 4000
const FLUSH_MS = 100

class TooMuchOutput extends Error {}

/** Sends the output of a program in pieces, and its end once. A program that prints without end is ended. */
export function createReporter(post: (message: unknown) => void) {
  let waiting: { kind: OutputKind; text: string } | undefined
  let length = 0
  let flushedAt = Date.now()
  let isOver = false
  const flush = () => {
    if (waiting) post(waiting)
    waiting = undefined
    flushedAt = Date.now()
  }
  const end = (outcome: RunOutcome) => {
    if (isOver) return
    flush()
    isOver = true
    post(outcome)
  }
  const write: Write = (kind, text) => {
    if (isOver) return
    length += text.length
    if (length > MAX_LENGTH) {
      end({ end: "output" })
      throw new TooMuchOutput()
    }
    if (waiting && waiting.kind !== kind) flush()
    waiting = { kind, text: (waiting?.text ?? "") + text }
    if (waiting.text.length > FLUSH_LENGTH || Date.now() - flushedAt > FLUSH_MS) flush()
  }
  return { begin: () => post("begin"), write, end }
}
