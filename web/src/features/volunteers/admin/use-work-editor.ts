import type { ApplicationRecord } from "@haitech/contract/admin/volunteers"
import type { UserId } from "@haitech/contract/ids"
import { flushSync } from "react-dom"
import { isOutdated } from "#platform/admin/is-outdated.ts"
import { useDraft } from "#platform/admin/use-draft.ts"
import { useResubmit } from "#platform/admin/use-resubmit.ts"
import { useVolunteersAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { type ApplicationChange, useChangeApplication } from "./api.ts"
import { STEPS } from "./labels.ts"

const FIELDS = ["assignedAdmin", "nextStep", "nextStepOn", "adminNotes"] as const
type Field = (typeof FIELDS)[number]
type Work = Readonly<Record<Field, string>>

/** What the form shows; `basis` are the stored values of the `version` that it edits. */
interface Writing {
  readonly version: number
  readonly basis: Work
  readonly values: Work
  /** Somebody else changed a field that this form changes, too. */
  readonly hasClash: boolean
}

/** Who does what next. What is typed survives a reload, another page, and a change by somebody else. */
export function useWorkEditor(application: ApplicationRecord) {
  const { t, showToast, failureMessage } = useVolunteersAdminApp()
  const steps = useSteps()
  const { writing, write, isDirty, wasRestored } = useWriting(application, steps.textOf)
  const { values, basis, hasClash } = writing
  const save = useSave(application.id, steps, write)
  const submission = useFormSubmit<ApplicationRecord | null>({
    send: async () => ({ state: "sent", body: await save(writing) }),
    onResult(result) {
      if (result.state === "refused") showToast("failure", t("admin.save_failed_title"), failureMessage(result.error))
      if (result.state === "sent" && result.body)
        showToast("success", t("admin.updated_title"), t("admin.application_saved", { name: result.body.name }))
    },
  })
  const { isSending, errors, setErrors } = submission
  const { form, resubmit } = useResubmit(submission.form)
  return {
    form,
    isSending,
    isDirty,
    wasRestored,
    values,
    steps: steps.texts,
    field: (name: Field) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
        write({ ...writing, values: { ...values, [name]: value } }),
    }),
    discard() {
      write({ ...writing, values: basis, hasClash: false })
      setErrors({})
    },
    conflict: {
      isOpen: hasClash,
      theirs: basis,
      /** Back to the form, where nothing is saved yet. */
      close: () => write({ ...writing, hasClash: false }),
      keepMine() {
        // The form must be rendered without the conflict before it is sent.
        flushSync(() => write({ ...writing, hasClash: false }))
        resubmit()
      },
      takeTheirs: () => write({ ...writing, values: basis, hasClash: false }),
    },
  }
}

/** Saves over a change by somebody else that concerns other fields; of the same field both are shown, and nothing is saved. */
function useSave(id: string, { textOf, valueOf }: ReturnType<typeof useSteps>, write: (writing: Writing) => void) {
  const { change, current } = useChangeApplication(id)
  const send = ({ version, values, basis }: Writing) => change({ version, ...changeOf(values, basis, valueOf) })
  return async function save(writing: Writing): Promise<ApplicationRecord | null> {
    try {
      return await send(writing)
    } catch (failure) {
      const theirs = isOutdated(failure) ? current() : undefined
      if (!theirs || theirs.version === writing.version) throw failure
      const rebased = rebase(writing, { version: theirs.version, values: workOf(theirs, textOf) })
      write(rebased)
      return rebased.hasClash ? null : send(rebased)
    }
  }
}

function changeOf(values: Work, basis: Work, stepOf: (text: string) => string): ApplicationChange {
  const changed = (name: Field) => values[name].trim() !== basis[name].trim()
  const valueOf = (name: Field) => values[name].trim() || null
  const hasStep = values.nextStep.trim() !== ""
  return {
    ...(changed("assignedAdmin") && { assignedAdmin: valueOf("assignedAdmin") as UserId | null }),
    ...(changed("adminNotes") && { adminNotes: valueOf("adminNotes") }),
    ...(changed("nextStep") && { nextStep: hasStep ? stepOf(values.nextStep.trim()) : null }),
    ...((changed("nextStepOn") || !hasStep) && { nextStepOn: hasStep ? valueOf("nextStepOn") : null }),
  }
}

/** A usual next step is stored by its name, so that each administrator reads it in their language. */
function useSteps() {
  const { t, label } = useVolunteersAdminApp()
  const known = Object.entries(STEPS).map(([step, text]) => ({ step, text: t(text) }))
  return {
    texts: known.map(({ text }) => text),
    textOf: (step: string) => label(STEPS, step),
    valueOf: (text: string) => known.find((one) => one.text === text)?.step ?? text,
  }
}

function useWriting(application: ApplicationRecord, textOf: (step: string) => string) {
  const stored = { version: application.version, values: workOf(application, textOf) }
  const { draft, write, isDirty, wasRestored } = useDraft<Writing>(
    `application:${application.id}`,
    (before) => rebase(before, stored),
    ({ values, basis }) => FIELDS.some((name) => values[name] !== basis[name]),
  )
  if (draft.version !== stored.version) write(rebase(draft, stored))
  return { writing: draft, write, isDirty, wasRestored }
}

function workOf(
  { owner, nextStep, nextStepOn, adminNotes }: ApplicationRecord,
  textOf: (step: string) => string,
): Work {
  return {
    assignedAdmin: owner?.id ?? "",
    nextStep: nextStep === null ? "" : textOf(nextStep),
    nextStepOn: nextStepOn ?? "",
    adminNotes: adminNotes ?? "",
  }
}

/** Keeps what was changed here, over what is stored now. */
function rebase(mine: Writing | null, { version, values: theirs }: Pick<Writing, "version" | "values">): Writing {
  if (!mine) return { version, basis: theirs, values: theirs, hasClash: false }
  const isMine = (name: Field) => mine.values[name] !== mine.basis[name]
  const isTheirs = (name: Field) => theirs[name] !== mine.basis[name] && theirs[name] !== mine.values[name]
  const merged = FIELDS.map((name) => [name, isMine(name) ? mine.values[name] : theirs[name]] as const)
  const hasClash = mine.hasClash || FIELDS.some((name) => isMine(name) && isTheirs(name))
  return { version, basis: theirs, values: Object.fromEntries(merged) as Work, hasClash }
}
