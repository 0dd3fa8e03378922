import { PROOF_HEADER } from "@haitech/contract/headers"
import { CallFailed } from "./request.ts"

type Headers = Readonly<Record<string, string>>

/**
 * Solves the challenge with which a call was refused: seconds of calculation on a cheap phone, beside the main thread
 * (Web Crypto). The solver is fetched with the first challenge.
 * @returns the headers with which the same call goes through; nothing where the failure is another one, the page is not
 *   secure, or the time was not enough
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
