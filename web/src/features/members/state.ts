import type { Profile, ProfileChange } from "@haitech/contract/members"
import type { FormEvent } from "react"
import { serverProblem, useApp } from "#platform/app.tsx"
import { useErrors } from "#platform/use-errors.ts"
import { useResultFocus } from "#ui/use-result-focus.ts"
import { useChangeProfile } from "./api.ts"

/** What somebody changes, as it travels. */
export type Changes = { readonly [Name in keyof ProfileChange]?: unknown }

/** A form over a part of the profile: it sends what is different, says that it is saved, or what is wrong with it. */
export function useProfileForm(profile: Profile, read: (form: FormData) => Changes) {
  const { t, showToast } = useApp()
  const { mutate, isPending, error, data } = useChangeProfile()
  const { errors, onInput } = useErrors(serverProblem(error).fields, error)
  const element = useResultFocus(error ?? data)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    mutate(differing(profile, read(new FormData(event.currentTarget))), {
      onSuccess: () => showToast("success", t("profile.saved_title"), t("profile.saved")),
      onError: (failure) => showToast("failure", t("profile.failed_title"), wordsFor(failure)),
    })
  }

  function wordsFor(failure: unknown): string {
    const said = serverProblem(failure)
    if (Object.keys(said.fields).length > 0) return t("profile.check")
    return said.message ?? t("profile.failed")
  }

  return { isPending, errors, form: { ref: element, onInput, onSubmit: submit, noValidate: true } }
}

function differing(profile: Profile, said: Changes): ProfileChange {
  const before = profile as Readonly<Record<string, unknown>>
  const entries = Object.entries(said).filter(([name, value]) => !isSame(before[name] ?? "", value ?? ""))
  return Object.fromEntries(entries)
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
