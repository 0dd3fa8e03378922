import type { MessageKey } from "#platform/i18n/texts.ts"

export const SIGN_OUT_TEXTS = [
  "sign_out.title",
  "sign_out.waiting_one",
  "sign_out.waiting_other",
  "sign_out.stay",
  "sign_out.leave",
] as const satisfies readonly MessageKey[]

/** What is said before somebody signs out. */
export function signOutTexts(t: (key: (typeof SIGN_OUT_TEXTS)[number]) => string) {
  return {
    title: t("sign_out.title"),
    waiting_one: t("sign_out.waiting_one"),
    waiting_other: t("sign_out.waiting_other"),
    stay: t("sign_out.stay"),
    leave: t("sign_out.leave"),
  }
}
