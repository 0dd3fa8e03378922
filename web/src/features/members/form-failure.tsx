import { useProfileApp } from "#platform/app/app.tsx"
import type { SubmitResult } from "#platform/forms/forms.ts"
import { Notice } from "#ui/notice.tsx"

/** The reason of a refusal that has no field to show it, inside a dialog's form. */
export function FormFailure({ result }: { readonly result: SubmitResult | undefined }) {
  const { failureMessage } = useProfileApp()
  if (result?.state !== "refused" || Object.keys(result.texts).length > 0) return null
  return <Notice failed>{failureMessage(result.error)}</Notice>
}
