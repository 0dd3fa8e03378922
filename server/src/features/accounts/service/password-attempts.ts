import type { Deps } from "#deps.ts"
import { isKnownDevice } from "#features/accounts/queries/sessions.ts"
import { challengeDifficulty } from "#features/accounts/rules.ts"
import { Problem } from "#platform/problem.ts"
import type { Rule } from "#platform/rate-limits/limiter.ts"
import { hashOf } from "./sessions.ts"

const WINDOW = { windowSeconds: 900 }
/** Wrong passwords for one account from one device that its owner signed in with before. */
const DEVICE_LIMIT = { name: "password.device", limit: 10, ...WINDOW }
/** Wrong passwords for one account from all other devices: of one network, and of all networks together. */
const NETWORK_LIMIT = { name: "password.network", limit: 5, ...WINDOW }
const STRANGERS_LIMIT = { name: "password.strangers", limit: 10, ...WINDOW }
/** The same with a proof of work each, per network. */
const PROVEN_LIMIT = { name: "password.proven", limit: 5, ...WINDOW }
const PURPOSE = "password"
const NOBODY = "00000000-0000-0000-0000-000000000000"

/** Where somebody tries a password. */
export interface AttemptOrigin {
  /** Of the network, as limits count it. */
  readonly address: string
  readonly deviceSecret: string
  /** The header with a solved challenge, as it came. */
  readonly proof: string | undefined
}

/**
 * Counts a try at an account's password before the password is looked at, so that of many at once no more are looked at
 * than one after the other (security C7). A device that signed in before has a budget of its own, so strangers cannot
 * lock the owner out; strangers share one per account and one per account and network. Beyond it a proof of work opens
 * the way, so that the right password is never refused for what others tried. Names that nobody has are counted alike.
 * @param account the user's id, or the name as typed where there is no such user
 * @returns gives the try back, for when the password is right
 * @throws {Problem} `challenge.required`; `rate.limited` when the network has used up its proven tries, too
 */
export async function countAttempt(
  deps: Pick<Deps, "db" | "limiter" | "proofsOfWork">,
  account: { readonly id: string | undefined; readonly name: string },
  { address, deviceSecret, proof }: AttemptOrigin,
): Promise<() => Promise<void>> {
  const { db, limiter } = deps
  const who = account.id ?? account.name
  const counted: (readonly [Rule, string])[] = []
  const count = (rule: Rule, subject: string) => {
    counted.push([rule, subject])
    return limiter.count(rule, subject)
  }
  const giveBack = async () => void (await Promise.all(counted.map((each) => limiter.giveBack(...each))))

  const device = hashOf(deviceSecret)
  // Asked for a name that nobody has, too, so that the answer takes as long.
  const isKnown = await isKnownDevice(db, account.id ?? NOBODY, device)
  if (isKnown && (await count(DEVICE_LIMIT, `${who} ${device}`)).over === 0) return giveBack

  const network = await count(NETWORK_LIMIT, `${who} ${address}`)
  const strangers = network.over > 0 ? network : await count(STRANGERS_LIMIT, who)
  if (strangers.over === 0) return giveBack

  await requireProof(deps, proof, strangers)
  const proven = await count(PROVEN_LIMIT, `${who} ${address}`)
  if (proven.over > 0) throw new Problem("rate.limited", { retryAfter: proven.retryAfter })
  return giveBack
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
