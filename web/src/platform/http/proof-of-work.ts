import { PROOF_HEADER } from "@haitech/contract/headers"
import { CallFailed } from "./request.ts"

type Headers = Readonly<Record<string, string>>

/**
 * Takes seconds on a cheap phone, off the main thread.
 * @returns undefined without a challenge or a secure context, or when the solver ran out of time
 */
export async function proofFor(failure: unknown): Promise<Headers | undefined> {
  const challenge = failure instanceof CallFailed ? failure.problem?.challenge : undefined
  if (!challenge || !globalThis.crypto?.subtle) return undefined
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import("altcha-lib"),
    import("altcha-lib/algorithms/web/pbkdf2"),
  ])
  const solution = await solveChallenge({ challenge, deriveKey })
  return solution ? { [PROOF_HEADER]: btoa(JSON.stringify({ challenge, solution })) } : undefined
}
