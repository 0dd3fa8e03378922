import type { Language } from "@haitech/contract/languages"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { sendForm } from "#platform/forms/forms.ts"
import { request } from "#platform/http/request.ts"

export function requestReceipts(form: FormData, language: Language) {
  return sendForm(async () => (await import("@haitech/contract/donations")).requestReceipts, form, language)
}

export const listReceipts = (token: string, language: Language) =>
  request(routes.listReceipts, { body: { token } }, language)

export const emailReceipt = (body: InputOf<typeof routes.emailReceipt>["body"], language: Language) =>
  request(routes.emailReceipt, { body }, language)

export type Receipts = Awaited<ReturnType<typeof listReceipts>>
