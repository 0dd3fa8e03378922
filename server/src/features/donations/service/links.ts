import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { type Gift, giftsOf } from "#features/donations/queries/gifts.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"
import { isSameSecret } from "#platform/secret.ts"
import { readStatement } from "./statements.ts"

const VALID_S = 3600
const PAUSE_MS = 10 * 60 * 1000

type LinkDeps = Pick<Deps, "db" | "now" | "keyedHash">

/** Does the same for every address: the job looks for gifts. */
export async function requestLink({ db, now, keyedHash }: LinkDeps, email: string, language: Language): Promise<void> {
  const slot = Math.floor(now().getTime() / PAUSE_MS)
  const key = `donation.link:${keyedHash("receipt link", email.toLowerCase()).slice(0, 32)}:${slot}`
  await enqueue(db, { kind: "donation.link", key, payload: { email: email.toLowerCase(), language } })
}

/** `address.expiry.signature`: who has it may see the receipts of the address until then. */
export function signToken({ now, keyedHash }: LinkDeps, email: string): string {
  const expires = Math.floor(now().getTime() / 1000) + VALID_S
  const claim = `${Buffer.from(email.toLowerCase()).toString("base64url")}.${expires}`
  return `${claim}.${keyedHash("receipts", claim)}`
}

/** @throws {Problem} `receipt_link.expired` */
export async function giftsOfToken(deps: LinkDeps, token: string): Promise<{ email: string; gifts: Gift[] }> {
  const email = verifyToken(deps, token)
  return { email, gifts: await giftsOf(deps.db, email) }
}

/** @throws {Problem} `receipt_link.expired`, `donation.unknown` */
export async function emailFromToken(
  deps: LinkDeps,
  token: string,
  { receipt, year }: { readonly receipt?: string | undefined; readonly year?: number | undefined },
): Promise<void> {
  const email = verifyToken(deps, token)
  const link = deps.keyedHash("receipt emails", token).slice(0, 32)
  if (year !== undefined) {
    if (!(await readStatement(deps, email, year))) throw new Problem("donation.unknown")
    const key = `donation.statement:${year}:${link}`
    return void (await enqueue(deps.db, { kind: "donation.statement", key, payload: { email, year } }))
  }
  const gift = (await giftsOf(deps.db, email)).find(({ donationId }) => donationId === receipt)
  if (!gift) throw new Problem("donation.unknown")
  const { intentId, donationId } = gift
  await enqueue(deps.db, {
    kind: "donation.receipt",
    key: `donation.receipt:${donationId}:${link}`,
    payload: { intentId },
  })
}

function verifyToken({ now, keyedHash }: LinkDeps, token: string): string {
  const [address = "", expires = "", signature = ""] = token.split(".")
  const isSigned = isSameSecret(signature, keyedHash("receipts", `${address}.${expires}`))
  if (!isSigned || Number(expires) * 1000 <= now().getTime()) throw new Problem("receipt_link.expired")
  return Buffer.from(address, "base64url").toString()
}
