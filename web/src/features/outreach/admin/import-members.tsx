import type { MembershipImport, ImportReport as Report } from "@haitech/contract/admin/imports"
import { useState } from "react"
import { serverProblem, useImportAdminApp } from "#platform/app/app.tsx"
import { FocusedHeading } from "./focused-heading.tsx"
import { useCheckImport } from "./import-api.ts"
import { ImportDone } from "./import-done.tsx"
import { ImportFileField } from "./import-file-field.tsx"
import { ImportForm } from "./import-form.tsx"
import { ImportReport } from "./import-report.tsx"

type Step =
  | { readonly kind: "choose"; readonly error?: string }
  | { readonly kind: "report"; readonly file: File; readonly report: Report }
  | { readonly kind: "done"; readonly result: MembershipImport }

interface Props {
  /** Where the focus goes at the start of another import. */
  readonly focusTitle: () => void
}

/** Checks a file, shows what would happen, and imports it. */
export function ImportMembers({ focusTitle }: Props) {
  const { t } = useImportAdminApp()
  const [step, setStep] = useState<Step>({ kind: "choose" })
  const { check, isChecking } = useCheck(setStep)
  function restart() {
    focusTitle()
    setStep({ kind: "choose" })
  }
  if (step.kind === "done") return <ImportDone result={step.result} onAgain={restart} />
  return (
    <>
      <p className="import-about">{t("import.about")}</p>
      <p className="import-about text-muted">{t("import.columns")}</p>
      <ImportFileField
        isChecking={isChecking}
        error={step.kind === "choose" ? step.error : undefined}
        chosen={step.kind === "report" ? step.file.name : undefined}
        onFile={(file) => void check(file)}
      />
      {step.kind === "report" && !isChecking && (
        <section className="admin-box import-result" aria-labelledby="import-result">
          <FocusedHeading id="import-result">{t("import.result")}</FocusedHeading>
          <ImportReport report={step.report} />
          {step.report.added > 0 ? (
            <ImportForm {...step} onDone={(result) => setStep({ kind: "done", result })} />
          ) : (
            <p className="strong">{t("import.nothing")}</p>
          )}
        </section>
      )}
    </>
  )
}

function useCheck(setStep: (step: Step) => void) {
  const { t, lengths, failureMessage } = useImportAdminApp()
  const { mutateAsync, isPending } = useCheckImport()
  async function check(chosen: File): Promise<void> {
    if (isPending) return
    if (chosen.size > lengths.importBytes) return setStep({ kind: "choose", error: t("field.import_file.too_large") })
    const file = await copyOf(chosen)
    if (!file) return setStep({ kind: "choose", error: t("import.unreadable") })
    try {
      setStep({ kind: "report", file, report: await mutateAsync(file) })
    } catch (failure) {
      setStep({ kind: "choose", error: serverProblem(failure).fields["file"] ?? failureMessage(failure) })
    }
  }
  return { check, isChecking: isPending }
}

/** What is imported is what was checked, although the file on the disk may change. */
async function copyOf(file: File): Promise<File | undefined> {
  try {
    return new File([await file.arrayBuffer()], file.name)
  } catch {
    return undefined
  }
}
