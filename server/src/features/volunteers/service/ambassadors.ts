import { randomInt } from "node:crypto"
import type { Ambassador } from "@haitech/contract/ambassadors"
import { clockAt } from "@haitech/contract/clock"
import { LANGUAGES, pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import {
  countOne,
  countsByMonth,
  findLink,
  findOwner,
  holdAddress,
  insertLink,
  isFirstRecord,
  replaceLink,
} from "#features/volunteers/queries/ambassadors.ts"
import { codeIn, monthsUntil, newCode } from "#features/volunteers/rules/ambassadors.ts"
import type { AmbassadorLinkRow } from "#features/volunteers/table/ambassadors.ts"
import type { Member } from "#platform/actor.ts"
import type { Tx } from "#platform/db/client.ts"
import { isConflict } from "#platform/db/conflict.ts"
import { text } from "#platform/messages.ts"
import { Problem } from "#platform/problem.ts"
import { qrCode } from "#platform/qr-code.ts"

export const VIA_PATH = "/via"

/** Each new code makes printed ones useless. */
const CODE_LIMIT = { name: "ambassador.code", limit: 10, windowSeconds: 3600 }

type ReadDeps = Pick<Deps, "db" | "now" | "site">

export async function readAmbassador({ db, now, site }: ReadDeps, userId: string): Promise<Ambassador> {
  const [link, counts] = await Promise.all([findLink(db, userId), countsByMonth(db, userId)])
  return {
    link: link ? presentLink(site, link) : null,
    joined: counts.reduce((sum, { joined }) => sum + joined, 0),
    months: monthsUntil(counts, dayOf(now(), site.timeZone).slice(0, 7)),
  }
}

function presentLink(site: Deps["site"], { code, createdAt }: AmbassadorLinkRow) {
  const path = `${VIA_PATH}/${code}`
  const url = site.url + path
  const invitations = LANGUAGES.map((language) => {
    const link = site.url + pathIn(language, path)
    return { language, text: text(language, "ambassador.invitation", { site: site.name, link }) }
  })
  return { code, url, since: createdAt.toISOString(), invitations, qr: qrCode(url) }
}

/** @throws {Problem} `record.changed` when the code is not `was`, `rate.limited` */
export async function renewCode(
  deps: ReadDeps & Pick<Deps, "limiter">,
  userId: string,
  was: string | null,
): Promise<Ambassador> {
  const { db, limiter, now } = deps
  await limiter.take(CODE_LIMIT, userId)
  const code = newCode(randomInt)
  try {
    const isStored = was === null ? insertLink(db, userId, code) : replaceLink(db, userId, { was, code, at: now() })
    if (!(await isStored)) throw new Problem("record.changed")
  } catch (error) {
    throw isConflict(error) ? new Problem("record.changed") : error
  }
  return readAmbassador(deps, userId)
}

/** Undefined for a code that was replaced, one of a former ambassador, and a visit of its ambassador. */
export async function findValidCode(
  { db }: Pick<Deps, "db">,
  path: string,
  visitor: Member | null,
): Promise<string | undefined> {
  const code = codeIn(path)
  const owner = code && (await findOwner(db, code))
  return owner && owner !== visitor?.id ? code : undefined
}

/**
 * Counts a membership or an account that this transaction has stored, if it is the first record of its address: somebody who
 * joins and registers is one. `via` is the code that the browser sent.
 */
export async function countArrival(
  tx: Tx,
  { now, site }: Pick<Deps, "now" | "site">,
  { email, via }: { readonly email: string; readonly via: string | undefined },
): Promise<void> {
  const code = via && codeIn(via)
  if (!code) return
  await holdAddress(tx, email)
  if (await isFirstRecord(tx, email)) await countOne(tx, code, dayOf(now(), site.timeZone))
}

function dayOf(instant: Date, timeZone: string): string {
  return clockAt(instant.toISOString(), timeZone).date
}
