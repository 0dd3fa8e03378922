import type { ApplicationId } from "@haitech/contract/ids"
import { type Language, pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { findApplication, setApplicant } from "#features/volunteers/queries/applications.ts"
import { isLinkExpired } from "#features/volunteers/rules/progress.ts"
import type { VolunteerApplicationRow } from "#features/volunteers/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { isSameSecret } from "#platform/secret.ts"

type LinkDeps = Pick<Deps, "keyedHash" | "site">

/** The link in each email about an application. Its secrets are after the `#` and reach no server when it is opened. */
export function applicationLink(deps: LinkDeps, id: ApplicationId, language: Language): string {
  return `${deps.site.url}${pathIn(language, "/application")}#application=${applicationToken(deps, id)}`
}

export function applicationToken({ keyedHash }: Pick<Deps, "keyedHash">, id: string): string {
  return `${id}.${keyedHash("application", id)}`
}

/** @throws {Problem} `application_link.expired`, also for a wrong signature and an application that no longer exists */
export async function findByToken(
  deps: Pick<Deps, "db" | "keyedHash" | "now">,
  token: string,
): Promise<VolunteerApplicationRow> {
  const id = idIn(deps, token)
  const row = id && (await findApplication(deps.db, id))
  if (!row || isLinkExpired(row, deps.now())) throw new Problem("application_link.expired")
  return row
}

/** Gives a new account the application whose token its owner has. Another token does nothing, and nobody can tell. */
export async function connectApplication(
  deps: Pick<Deps, "keyedHash">,
  tx: Tx,
  { token, userId }: { readonly token: string | undefined; readonly userId: string },
): Promise<void> {
  const id = token && idIn(deps, token)
  if (id) await setApplicant(tx, id, userId)
}

function idIn(deps: Pick<Deps, "keyedHash">, token: string): ApplicationId | undefined {
  const [id = ""] = token.split(".")
  return isSameSecret(token, applicationToken(deps, id)) ? (id as ApplicationId) : undefined
}
