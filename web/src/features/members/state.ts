import type { Profile, ProfileChange } from "@haitech/contract/members"
import { useApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { useChangeProfile } from "./api.ts"

/** The changed fields in the request's format. */
export type Changes = { readonly [Name in keyof ProfileChange]?: unknown }

/** A form for a part of the profile. It sends the changed fields and reports success or errors. */
export function useProfileForm(profile: Profile, read: (form: FormData) => Changes) {
  const { t, showToast, failureMessage } = useApp()
  const { mutateAsync: changeProfile } = useChangeProfile()
  return useFormSubmit({
    send: async (form) => ({ state: "sent", body: await changeProfile(changedFields(profile, read(form))) }),
    onResult(result) {
      if (result.state === "sent") showToast("success", t("profile.saved_title"), t("profile.saved"))
      if (result.state !== "refused") return
      const hasFieldErrors = Object.keys(result.texts).length > 0
      const reason = hasFieldErrors ? t("profile.check") : failureMessage(result.error)
      showToast("failure", t("profile.failed_title"), reason)
    },
  })
}

function changedFields(profile: Profile, values: Changes): ProfileChange {
  const before = profile as Readonly<Record<string, unknown>>
  const entries = Object.entries(values).filter(([name, value]) => !isSame(before[name] ?? "", value ?? ""))
  return Object.fromEntries(entries)
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
