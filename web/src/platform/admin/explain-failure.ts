import { dialogFor, type RawErrorText, refusalMessage } from "#platform/http/raw-errors.ts"

/** The server's reason, or the title and the message of the raw error (spec §8). */
export function explainFailure(failure: unknown, texts: Readonly<Record<RawErrorText, string>>) {
  const refusal = refusalMessage(failure)
  if (refusal !== undefined) return { message: refusal }
  const { title, message } = dialogFor(failure)
  return { title: texts[title], message: texts[message] }
}
