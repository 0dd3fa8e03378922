import type { Profile, ProfileChange } from "@haitech/contract/members"
import type { FormEvent } from "react"
import { serverProblem, useApp } from "#platform/app/app.tsx"
import { useErrors } from "#platform/forms/use-errors.ts"
import { useResultFocus } from "#ui/use-result-focus.ts"
import { useChangeProfile } from "./api.ts"

/** The changed fields in the request's format. */
export type Changes = { readonly [Name in keyof ProfileChange]?: unknown }

/** A form for a part of the profile. It sends the changed fields and reports success or errors. */
export function useProfileForm(profile: Profile, read: (form: FormData) => Changes) {
  const { t, showToast, failureMessage } = useApp()
  const { mutate, isPending, error, data } = useChangeProfile()
  const { errors, onInput } = useErrors(serverProblem(error).fields, error)
  const element = useResultFocus(error ?? data)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    mutate(changedFields(profile, read(new FormData(event.currentTarget))), {
      onSuccess: () => showToast("success", t("profile.saved_title"), t("profile.saved")),
      onError: (failure) => showToast("failure", t("profile.failed_title"), failureText(failure)),
    })
  }

  function failureText(failure: unknown): string {
    const hasFieldErrors = Object.keys(serverProblem(failure).fields).length > 0
    return hasFieldErrors ? t("profile.check") : failureMessage(failure)
  }

  return { isPending, errors, form: { ref: element, onInput, onSubmit: submit, noValidate: true } }
}

function changedFields(profile: Profile, values: Changes): ProfileChange {
  const before = profile as Readonly<Record<string, unknown>>
  const entries = Object.entries(values).filter(([name, value]) => !isSame(before[name] ?? "", value ?? ""))
  return Object.fromEntries(entries)
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
