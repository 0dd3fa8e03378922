import { cityOf, formatDay, formatHour } from "@haitech/contract/clock"
import type { Deps } from "#deps.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { sendAccountEmail } from "./service/account-email.ts"
import { isAdmin } from "./service/admins.ts"
import { type NewDevice, type Recipient, type ResetRequest, recipientOf } from "./service/emails.ts"
import { prepareReset } from "./service/passwords.ts"

type AccountJobDeps = Pick<Deps, "backups" | "db" | "limiter" | "mail" | "now" | "keyedHash" | "site">
type Handlers = Readonly<Record<string, Handler>>

const RESET_PASSWORD = { label: "mail.account.not_me", path: "/forgot-password" } as const

export const accountJobs = (deps: AccountJobDeps): Handlers => ({
  ...resetJobs(deps),
  ...lifecycleJobs(deps),
  ...securityJobs(deps),
})

const resetJobs = (deps: AccountJobDeps): Handlers => ({
  "account.forgotten": async ({ usernameOrEmail }: ResetRequest, effect) => {
    const reset = await prepareReset(deps, usernameOrEmail, effect)
    if (!reset) return
    await sendAccountEmail(deps, "forgotten", recipientOf(reset.user), {
      key: effect.key,
      // An administrator resets by the link only: six digits are too few for that account.
      paragraphs: reset.user.isAdmin
        ? ["mail.forgotten.link", "mail.forgotten.mistake"]
        : ["mail.forgotten.link", "mail.forgotten.code", "mail.forgotten.mistake"],
      // Browsers do not send the fragment, so the token reaches no server and no log.
      action: { label: "mail.forgotten.action", path: `/reset-password#user=${reset.user.id}&token=${reset.token}` },
      values: { code: reset.code },
    })
  },
  "account.admin_forgotten": async ({ usernameOrEmail }: ResetRequest, effect) => {
    const reset = await prepareReset(deps, usernameOrEmail, effect, isAdmin)
    if (!reset) return
    await sendAccountEmail(deps, "admin_forgotten", recipientOf(reset.user), {
      key: effect.key,
      paragraphs: ["mail.admin_forgotten.link", "mail.forgotten.mistake"],
      action: { label: "mail.forgotten.action", path: `/admin#user=${reset.user.id}&token=${reset.token}` },
    })
  },
})

const lifecycleJobs = (deps: AccountJobDeps): Handlers => ({
  "account.welcome": (user: Recipient, { key }) =>
    sendAccountEmail(deps, "welcome_account", user, {
      key,
      paragraphs: ["mail.welcome_account.ready", "mail.welcome_account.free", "mail.welcome_account.mistake"],
      action: { label: "mail.welcome_account.action", path: "/member-dashboard" },
    }),
  "account.address_left": (user: Recipient, { key }) =>
    sendAccountEmail(deps, "address_left", user, {
      key,
      paragraphs: ["mail.address_left.done", "mail.address_left.mistake"],
      action: { label: "mail.account.write", path: "/contact" },
    }),
  "account.address_changed": (user: Recipient, { key }) =>
    sendAccountEmail(deps, "address_changed", user, {
      key,
      paragraphs: ["mail.address_changed.done", "mail.address_changed.mistake"],
    }),
  "account.deleted": (user: Recipient, { key }) =>
    sendAccountEmail(deps, "deleted", user, {
      key,
      paragraphs: ["mail.deleted.done", "mail.deleted.kept", "mail.deleted.thanks"],
      isUnlisted: true,
    }),
  "account.note_deletion": async ({ userId }: { readonly userId: string }) => deps.backups?.noteDeletion(userId),
})

const securityJobs = (deps: AccountJobDeps): Handlers => ({
  "account.password_changed": (user: Recipient, { key }) =>
    sendAccountEmail(deps, "password_changed", user, {
      key,
      paragraphs: ["mail.password_changed.done", "mail.password_changed.mistake"],
      action: RESET_PASSWORD,
    }),
  "account.google_joined": (user: Recipient, { key }) =>
    sendAccountEmail(deps, "google_joined", user, {
      key,
      paragraphs: ["mail.google_joined.done", "mail.google_joined.mistake"],
      action: RESET_PASSWORD,
    }),
  "account.new_device": ({ device, at, ...user }: NewDevice, { key }) =>
    sendAccountEmail(deps, "new_device", user, {
      key,
      paragraphs: [device ? "mail.new_device.from" : "mail.new_device.unnamed", "mail.new_device.mistake"],
      action: RESET_PASSWORD,
      values: {
        device,
        city: cityOf(deps.site.timeZone),
        day: formatDay(user.language, at, deps.site.timeZone),
        time: formatHour(user.language, at, deps.site.timeZone),
      },
    }),
})
