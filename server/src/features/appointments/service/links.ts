import type { AppointmentId } from "@haitech/contract/ids"
import { type Language, pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { findAppointment } from "#features/appointments/queries/lists.ts"
import { isLinkExpired } from "#features/appointments/rules.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import { Problem } from "#platform/problem.ts"
import { isSameSecret } from "#platform/secret.ts"

/** The link in each email about a session. Its secrets are after the `#` and reach no server when it is opened. */
export function sessionLink(deps: Pick<Deps, "keyedHash" | "site">, id: AppointmentId, language: Language): string {
  return `${deps.site.url}${pathIn(language, "/session")}#session=${id}.${signatureOf(deps, id)}`
}

/** @throws {Problem} `appointment_link.expired`, also for a wrong signature and a session that no longer exists */
export async function findByToken(
  deps: Pick<Deps, "db" | "keyedHash" | "now">,
  token: string,
): Promise<AppointmentRow> {
  const [id = "", signature = ""] = token.split(".")
  const isSigned = isSameSecret(signature, signatureOf(deps, id))
  const row = isSigned ? await findAppointment(deps.db, id as AppointmentId) : undefined
  if (!row || isLinkExpired(row, deps.now())) throw new Problem("appointment_link.expired")
  return row
}

function signatureOf({ keyedHash }: Pick<Deps, "keyedHash">, id: string): string {
  return keyedHash("session", id)
}
