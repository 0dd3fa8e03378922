import type { Deps } from "#deps.ts"
import { sendAccountEmail } from "#features/accounts/service/account-email.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import type { CodesUsedUpEmail, CodeUsedEmail, FactorEmail, ResetEmail } from "./service/emails.ts"

type JobDeps = Pick<Deps, "mail" | "site">

const SECURITY_PAGE = { label: "mail.factors.action", path: "/admin/security" } as const

export const factorJobs = (deps: JobDeps): Readonly<Record<string, Handler>> => ({
  "factors.added": ({ passkey, ...user }: FactorEmail, { key }) =>
    sendAccountEmail(deps, "factor_added", user, {
      key,
      paragraphs: [
        passkey === undefined ? "mail.factor_added.app" : "mail.factor_added.passkey",
        "mail.factor_added.mistake",
      ],
      action: SECURITY_PAGE,
      values: { passkey: passkey ?? "" },
    }),
  "factors.removed": ({ passkey, ...user }: FactorEmail, { key }) =>
    sendAccountEmail(deps, "factor_removed", user, {
      key,
      paragraphs: [
        passkey === undefined ? "mail.factor_removed.app" : "mail.factor_removed.passkey",
        "mail.factor_added.mistake",
      ],
      action: SECURITY_PAGE,
      values: { passkey: passkey ?? "" },
    }),
  "factors.code_used": ({ left, ...user }: CodeUsedEmail, { key }) =>
    sendAccountEmail(deps, "factor_code_used", user, {
      key,
      paragraphs: ["mail.factor_code_used.done", "mail.factor_code_used.left", "mail.factor_added.mistake"],
      action: SECURITY_PAGE,
      values: { left: String(left) },
    }),
  "factors.codes_used_up": ({ limit, ...user }: CodesUsedUpEmail, { key }) =>
    sendAccountEmail(deps, "factor_codes_used_up", user, {
      key,
      paragraphs: [
        "mail.factor_codes_used_up.done",
        "mail.factor_codes_used_up.until",
        "mail.factor_codes_used_up.password",
      ],
      action: SECURITY_PAGE,
      values: { limit: String(limit) },
    }),
  "factors.reset": ({ by, reason, ...user }: ResetEmail, { key }) =>
    sendAccountEmail(deps, "factors_reset", user, {
      key,
      paragraphs: [
        by === undefined ? "mail.factors_reset.operator" : "mail.factors_reset.done",
        ...(reason === undefined ? [] : (["mail.factors_reset.reason"] as const)),
        "mail.factors_reset.next",
      ],
      action: SECURITY_PAGE,
      values: { by: by ?? "", reason: reason ?? "" },
    }),
})
