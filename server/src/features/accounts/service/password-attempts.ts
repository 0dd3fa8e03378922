import type { Deps } from "#deps.ts"
import { isKnownDevice } from "#features/accounts/queries/sessions.ts"
import { challengeDifficulty } from "#features/accounts/rules.ts"
import { Problem } from "#platform/problem.ts"
import type { Rule } from "#platform/rate-limits/limiter.ts"
import { hashOf } from "./sessions.ts"

const WINDOW = { windowSeconds: 900 }
/** Wrong passwords for one account from one device that its owner signed in with before. */
const DEVICE_LIMIT = { name: "password.device", limit: 10, ...WINDOW }
/** Wrong passwords for one account from all other devices: per network, and for all networks together. */
const NETWORK_LIMIT = { name: "password.network", limit: 5, ...WINDOW }
const UNKNOWN_DEVICES_LIMIT = { name: "password.strangers", limit: 10, ...WINDOW }
/** The same with a proof of work each, per network. */
const PROVEN_LIMIT = { name: "password.proven", limit: 5, ...WINDOW }
const PURPOSE = "password"
const NO_USER_ID = "00000000-0000-0000-0000-000000000000"

export interface AttemptOrigin {
  readonly address: string
  readonly deviceSecret: string
  readonly proof: string | undefined
}

/**
 * Counts an attempt before the password is compared, so that concurrent attempts stay in the limit (security C7). A
 * device that signed in before has a limit of its own, so strangers cannot lock the owner out; strangers need a proof of
 * work beyond theirs. Unknown names count the same way.
 * @param account the user's id, or the login as typed where there is no such user
 * @returns a function that gives the attempt back, to be called when the password is right
 * @throws {Problem} `challenge.required`; `rate.limited` when the network has used up its attempts with a proof, too
 */
export async function countAttempt(
  deps: Pick<Deps, "db" | "limiter" | "proofsOfWork">,
  account: { readonly id: string | undefined; readonly name: string },
  { address, deviceSecret, proof }: AttemptOrigin,
): Promise<() => Promise<void>> {
  const { db, limiter } = deps
  const subject = account.id ?? account.name
  const counted: (readonly [Rule, string])[] = []
  const count = (rule: Rule, key: string) => {
    counted.push([rule, key])
    return limiter.count(rule, key)
  }
  const refund = async () => void (await Promise.all(counted.map((entry) => limiter.refund(...entry))))

  const device = hashOf(deviceSecret)
  // Queried for unknown names, too, so that the response takes as long.
  const isKnown = await isKnownDevice(db, account.id ?? NO_USER_ID, device)
  if (isKnown && (await count(DEVICE_LIMIT, `${subject} ${device}`)).over === 0) return refund

  const network = await count(NETWORK_LIMIT, `${subject} ${address}`)
  const unknownDevices = network.over > 0 ? network : await count(UNKNOWN_DEVICES_LIMIT, subject)
  if (unknownDevices.over === 0) return refund

  await requireProof(deps, proof, unknownDevices)
  const proven = await count(PROVEN_LIMIT, `${subject} ${address}`)
  if (proven.over > 0) throw new Problem("rate.limited", { retryAfter: proven.retryAfter })
  return refund
}

async function requireProof(
  { proofsOfWork }: Pick<Deps, "proofsOfWork">,
  proof: string | undefined,
  { over, retryAfter }: { readonly over: number; readonly retryAfter: number },
): Promise<void> {
  if (proof !== undefined && (await proofsOfWork.accept(PURPOSE, proof))) return
  const challenge = await proofsOfWork.challenge(PURPOSE, challengeDifficulty(over))
  throw new Problem("challenge.required", { challenge, retryAfter })
}
