import { majorityOf } from "@haitech/contract/safeguarding"
import type { GuardianConsentRow } from "./table.ts"

/** A year later, or on the day when the member is 18. */
export function consentEnd(decidedAt: Date, birthYear: number | undefined): Date {
  const nextYear = new Date(decidedAt)
  nextYear.setUTCFullYear(nextYear.getUTCFullYear() + 1)
  const majority = birthYear === undefined ? nextYear : majorityOf(birthYear)
  return majority < nextYear ? majority : nextYear
}

export function isDecidable({ state, expiresAt }: Pick<GuardianConsentRow, "state" | "expiresAt">, now: Date): boolean {
  return state === "requested" && expiresAt > now
}

/** Also with a tag behind a plus sign, which reaches the same mailbox. */
export function isSameMailbox(one: string, other: string): boolean {
  return mailboxOf(one) === mailboxOf(other)
}

function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*@/, "@")
}

/** Emails go to an address that a member typed: they repeat a name only if it can be nothing else. */
export function plainName(name: string | null): string | undefined {
  return name && /^[\p{L}\p{M}][\p{L}\p{M}'’ -]{0,49}$/u.test(name) ? name : undefined
}
