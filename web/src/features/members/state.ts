import type { Profile, ProfileChange } from "@haitech/contract/members"
import { useProfileApp } from "#platform/app/app.tsx"
import { failureTexts } from "#platform/forms/offline.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { useChangeProfile } from "./change-profile.ts"
import { draftsOf } from "./leave-guard.ts"

/** The changed fields in the request's format. */
export type Changes = { readonly [Name in keyof ProfileChange]?: unknown }

/** A form for a part of the profile. It sends the changed fields, reports the result, and keeps unsaved input. */
export function useProfileForm(profile: Profile, part: "personal" | "preferences", read: (form: FormData) => Changes) {
  const { t, texts, showToast, failureMessage } = useProfileApp()
  const { mutateAsync: changeProfile } = useChangeProfile()
  return useFormSubmit({
    send: async (form) => ({ state: "sent", body: await changeProfile(changedFields(profile, read(form))) }),
    draft: draftsOf(profile.id) + part,
    onResult(result) {
      if (result.state === "sent") showToast("success", t("profile.saved_title"), t("profile.saved"))
      // An ended session is reported by the page that asks to sign in.
      if (result.state !== "refused" || result.status === 401) return
      const hasFieldErrors = Object.keys(result.texts).length > 0
      const reason = hasFieldErrors ? t("profile.check") : failureMessage(result.error)
      const failure = { title: t("profile.failed_title"), description: reason }
      const { title, description } = failureTexts(result, texts, failure)
      showToast("failure", title, description)
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
