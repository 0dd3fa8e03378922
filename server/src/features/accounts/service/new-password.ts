import type { Deps } from "#deps.ts"
import { isOwnWord } from "#features/accounts/rules.ts"
import type { UserRow } from "#features/accounts/table.ts"
import { isCommonPassword } from "#platform/password-list.ts"
import { Problem } from "#platform/problem.ts"

type Owner = Pick<UserRow, "username" | "email">

/** Attackers try these first (NIST SP 800-63B, 5.1.1.2). @throws {Problem} `request.invalid` on `field` */
export function requireUncommonPassword(
  { site }: Pick<Deps, "site">,
  field: "password" | "newPassword",
  password: string,
  owner?: Owner,
): void {
  const words = [site.name, owner?.username, owner?.email, owner?.email.split("@")[0]].filter((word) => word != null)
  if (password.trim() !== "" && !isCommonPassword(password) && !words.some((word) => isOwnWord(password, word))) return
  throw new Problem("request.invalid", { fields: { [field]: "password.common" } })
}
