import { cityOf, formatDay, formatHour } from "@haitech/contract/clock"
import { pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { type MessageKey, text } from "#platform/messages.ts"
import { isAdmin } from "./service/admins.ts"
import type { NewDevice, Recipient, ResetRequest } from "./service/emails.ts"
import { prepareReset } from "./service/passwords.ts"

type Kind =
  | "welcome_account"
  | "forgotten"
  | "admin_forgotten"
  | "password_changed"
  | "google_joined"
  | "address_left"
  | "address_changed"
  | "new_device"
  | "deleted"

interface Content {
  readonly paragraphs: readonly MessageKey[]
  readonly action?: { readonly label: MessageKey; readonly path: string }
  readonly values?: Readonly<Record<string, string>>
}

const RESET_PASSWORD = { label: "mail.account.not_me", path: "/forgot-password" } as const

/** Sends the emails about an account to its owner (spec §2 Profile; security 4.2). */
export const accountJobs = (
  deps: Pick<Deps, "db" | "limiter" | "mail" | "now" | "keyedHash" | "site">,
): Readonly<Record<string, Handler>> => {
  const { mail, site } = deps

  async function send(kind: Kind, { to, name, language }: Recipient, key: string, content: Content): Promise<void> {
    const translate = (message: MessageKey) => text(language, message, { site: site.name, name, ...content.values })
    const subject = translate(`mail.${kind}.subject`)
    const parts = renderEmail({
      language,
      subject,
      greeting: name ? translate("mail.account.greeting") : translate("mail.account.greeting_nameless"),
      paragraphs: content.paragraphs.map(translate),
      ...(content.action && {
        action: { label: translate(content.action.label), url: site.url + pathIn(language, content.action.path) },
      }),
      footer: translate("mail.account.footer"),
    })
    await mail.send({ key, to, language, subject, ...parts })
  }

  return {
    "account.welcome": (user: Recipient, { key }) =>
      send("welcome_account", user, key, {
        paragraphs: ["mail.welcome_account.ready", "mail.welcome_account.free", "mail.welcome_account.mistake"],
        action: { label: "mail.welcome_account.action", path: "/member-dashboard" },
      }),
    "account.forgotten": async ({ usernameOrEmail }: ResetRequest, effect) => {
      const reset = await prepareReset(deps, usernameOrEmail, effect)
      if (!reset) return
      const { email, firstName, username, language, id } = reset.user
      await send("forgotten", { to: email, name: firstName ?? username ?? "", language }, effect.key, {
        paragraphs: ["mail.forgotten.link", "mail.forgotten.code", "mail.forgotten.mistake"],
        // Browsers do not send the fragment, so the token reaches no server and no log.
        action: { label: "mail.forgotten.action", path: `/reset-password#user=${id}&token=${reset.token}` },
        values: { code: reset.code },
      })
    },
    "account.admin_forgotten": async ({ usernameOrEmail }: ResetRequest, effect) => {
      const reset = await prepareReset(deps, usernameOrEmail, effect, isAdmin)
      if (!reset) return
      const { email, firstName, username, language, id } = reset.user
      await send("admin_forgotten", { to: email, name: firstName ?? username ?? "", language }, effect.key, {
        paragraphs: ["mail.admin_forgotten.link", "mail.forgotten.mistake"],
        action: { label: "mail.forgotten.action", path: `/admin#user=${id}&token=${reset.token}` },
      })
    },
    "account.password_changed": (user: Recipient, { key }) =>
      send("password_changed", user, key, {
        paragraphs: ["mail.password_changed.done", "mail.password_changed.mistake"],
        action: RESET_PASSWORD,
      }),
    "account.google_joined": (user: Recipient, { key }) =>
      send("google_joined", user, key, {
        paragraphs: ["mail.google_joined.done", "mail.google_joined.mistake"],
        action: RESET_PASSWORD,
      }),
    "account.address_left": (user: Recipient, { key }) =>
      send("address_left", user, key, {
        paragraphs: ["mail.address_left.done", "mail.address_left.mistake"],
        action: { label: "mail.account.write", path: "/contact" },
      }),
    "account.address_changed": (user: Recipient, { key }) =>
      send("address_changed", user, key, {
        paragraphs: ["mail.address_changed.done", "mail.address_changed.mistake"],
      }),
    "account.new_device": ({ device, at, ...user }: NewDevice, { key }) =>
      send("new_device", user, key, {
        paragraphs: [device ? "mail.new_device.from" : "mail.new_device.unnamed", "mail.new_device.mistake"],
        action: RESET_PASSWORD,
        values: {
          device,
          city: cityOf(site.timeZone),
          day: formatDay(user.language, at, site.timeZone),
          time: formatHour(user.language, at, site.timeZone),
        },
      }),
    "account.deleted": (user: Recipient, { key }) =>
      send("deleted", user, key, { paragraphs: ["mail.deleted.done", "mail.deleted.kept", "mail.deleted.thanks"] }),
  }
}
