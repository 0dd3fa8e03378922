import { signupValues } from "@haitech/contract/pages"
import {
  type Application,
  type ApplicationRequest,
  applyAsVolunteer,
  listOwnApplications,
  readApplicationByToken,
  withdrawApplicationByToken,
  withdrawOwnApplication,
} from "@haitech/contract/volunteers"
import type { Deps } from "#deps.ts"
import { type ApplicationReceipt, apply } from "#features/volunteers/service/apply.ts"
import { listOwn, readByToken, withdrawByToken, withdrawOwn } from "#features/volunteers/service/own.ts"
import { EMAIL_FORM_LIMIT, handle } from "#platform/http/handle.ts"

const FORM = { name: "apply", anchor: "apply", continued: openAccountStep }
const LINK_LIMIT = { name: "application_link.address", limit: 60, windowSeconds: 600 }

export const applicantRoutes = (deps: Deps) => [
  handle(
    applyAsVolunteer,
    async ({ actor, body, language }) =>
      present(await apply(deps, body, { userId: actor?.id ?? null, language }), body),
    { limit: EMAIL_FORM_LIMIT, form: FORM },
  ),
  handle(listOwnApplications, ({ actor }) => listOwn(deps, actor.id)),
  handle(withdrawOwnApplication, async ({ actor, params }) => {
    await withdrawOwn(deps, actor.id, params.id)
    return undefined
  }),
  handle(readApplicationByToken, ({ body }) => readByToken(deps, body.token), { limit: LINK_LIMIT }),
  handle(
    withdrawApplicationByToken,
    async ({ body }) => {
      await withdrawByToken(deps, body.token)
      return undefined
    },
    { limit: LINK_LIMIT },
  ),
]

/** Returns only the values of this request: anybody can type an email address, so stored values stay private. */
function present(
  { createdAt, ...receipt }: ApplicationReceipt,
  { consent: _given, ...fields }: ApplicationRequest,
): Application {
  const { phone, country, timezone, languages, skills, availability, linkedinUrl, websiteUrl, experience, referral } =
    fields
  return {
    ...fields,
    phone: phone ?? null,
    country: country ?? null,
    timezone: timezone ?? null,
    languages: languages ?? null,
    skills: skills ?? null,
    availability: availability ?? null,
    linkedinUrl: linkedinUrl ?? null,
    websiteUrl: websiteUrl ?? null,
    experience: experience ?? null,
    referral: referral ?? null,
    ...receipt,
    createdAt: createdAt.toISOString(),
  }
}

/** Without script the page of the form continues with the account, whose values are in no address. */
function openAccountStep(_values: Readonly<Record<string, string>>, application: Application) {
  const { token, answerOn } = application
  const form = token
    ? { name: "register", sent: false, values: signupValues(application, token), fields: {} }
    : { name: "apply", sent: true, values: {}, fields: {} }
  return { path: "/apply", answerOn, form }
}
