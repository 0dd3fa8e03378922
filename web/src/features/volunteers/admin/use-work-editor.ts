import type { ApplicationRecord } from "@haitech/contract/admin/volunteers"
import type { UserId } from "@haitech/contract/ids"
import { useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { useUnloadQuestion } from "#platform/admin/use-unload-question.ts"
import { useVolunteersAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { dropDraft, keepDraft, readDraft } from "#platform/offline/drafts.ts"
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
  const { mutateAsync: change } = useChangeApplication(application.id)
  const { writing, write, isDirty, wasRestored } = useWriting(application, steps.textOf)
  const { values, basis, version, hasClash } = writing
  const { form, isSending, errors, setErrors } = useFormSubmit<ApplicationRecord>({
    send: async () => ({ state: "sent", body: await change({ version, ...changeOf(values, basis, steps.valueOf) }) }),
    onResult(result) {
      if (result.state === "refused") showToast("failure", t("admin.save_failed_title"), failureMessage(result.error))
      if (result.state === "sent")
        showToast("success", t("admin.updated_title"), t("admin.application_saved", { name: result.body.name }))
    },
  })
  const element = useRef<HTMLFormElement>(null)
  return {
    form: {
      ...form,
      ref(node: HTMLFormElement | null) {
        element.current = node
        form.ref(node)
      },
    },
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
    conflict: hasClash
      ? {
          theirs: basis,
          keepMine() {
            flushSync(() => write({ ...writing, hasClash: false }))
            element.current?.requestSubmit()
          },
          takeTheirs: () => write({ ...writing, values: basis, hasClash: false }),
        }
      : null,
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
  const key = `application:${application.id}`
  const stored = { version: application.version, values: workOf(application, textOf) }
  const [draft] = useState(() => readDraft<Writing>(key))
  const [writing, write] = useState(() => rebase(draft, stored))
  if (writing.version !== stored.version) write(rebase(writing, stored))
  const isDirty = FIELDS.some((name) => writing.values[name] !== writing.basis[name])
  useEffect(() => {
    if (isDirty) keepDraft(key, writing)
    else dropDraft(key)
  }, [key, isDirty, writing])
  useUnloadQuestion(isDirty)
  return { writing, write, isDirty, wasRestored: draft !== null && isDirty }
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
