import { useState } from "react"
import { flushSync } from "react-dom"
import { serverProblem, useAdminApp } from "#platform/app/app.tsx"
import { createId } from "#platform/forms/create-id.ts"
import type { SubmitResult } from "#platform/forms/forms.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { isOutdated } from "./is-outdated.ts"
import { type EditRoutes, readRecord, useSaveRecord } from "./save-record.ts"
import { useDraft } from "./use-draft.ts"
import { useResubmit } from "./use-resubmit.ts"

export type Values = Readonly<Record<string, string>>

/** A saved record; `version` counts its saves. */
interface Versioned {
  readonly id: string
  readonly version: number
}

/** The form of one kind of record; without a record it makes a new one. */
export interface RecordFormProps<Row> {
  readonly record: Row | null
  readonly onClose: () => void
  readonly onSaved: (record: Row) => void
}

interface EditorOptions<Row extends Versioned, Form, V extends Values> {
  readonly routes: EditRoutes<Row, Form>
  /** The name of the draft in this browser. */
  readonly noun: string
  readonly record: Row | null
  readonly toValues: (record: Row | null) => V
  /** `basis` is the version of the record that the form edits. */
  readonly toForm: (values: V, basis: Row | null) => Form
  /** Returns the errors by field before the request; without it, the server finds them. */
  readonly check?: (values: V) => Values
  readonly getName: (record: Row) => string
  readonly onSaved: (record: Row) => void
}

/** The form of one record: its values, errors, saving, and the conflict if somebody else saved in the meantime. */
export function useEditor<Row extends Versioned, Form, V extends Values>(options: EditorOptions<Row, Form, V>) {
  const { toValues, check } = options
  const { id, basis, values, isDirty, wasRestored, write, startOver, forget } = useRecordDraft(options)
  const [theirs, setTheirs] = useState<Row | null>(null)
  const save = useSave(options, { id, basis, values }, write)
  const submission = useFormSubmit<Row | null>({
    async send() {
      const invalid = check?.(values) ?? {}
      if (Object.keys(invalid).length > 0) return { state: "invalid", texts: invalid }
      return { state: "sent", body: await save(basis, setTheirs) }
    },
    onResult: useReport(options, forget),
  })
  const { isSending, errors, setErrors } = submission
  const { form, resubmit } = useResubmit(submission.form)
  function settle(newBasis: Row, newValues: V) {
    write({ id, basis: newBasis, values: newValues })
    setTheirs(null)
  }
  /** Sets a value and clears the error of `errorField`. */
  const set = (name: string, value: string, errorField = name) => {
    write({ id, basis, values: { ...values, [name]: value } })
    const { [errorField]: corrected, ...others } = errors
    if (corrected) setErrors(others)
  }
  return {
    basis,
    values,
    errors,
    set,
    isDirty,
    isSending,
    wasRestored,
    forget,
    discard() {
      startOver()
      setErrors({})
    },
    form,
    /** What somebody else has saved in the meantime. */
    newer: theirs,
    conflict: theirs && {
      theirs: toValues(theirs),
      // The form must be rendered with the new basis before it is sent.
      keepMine() {
        flushSync(() => settle(theirs, values))
        resubmit()
      },
      takeTheirs: () => settle(theirs, toValues(theirs)),
    },
    field: (name: string, errorField = name) => ({
      name,
      value: values[name] ?? "",
      error: errors[errorField],
      onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
        set(name, event.currentTarget.value, errorField),
    }),
  }
}

export type Editor = ReturnType<typeof useEditor>

function useReport<Row extends Versioned, Form, V extends Values>(
  { record, getName, onSaved }: EditorOptions<Row, Form, V>,
  forget: () => void,
) {
  const { t, showToast } = useAdminApp()
  const showFailure = (message: string) => showToast("failure", t("admin.save_failed_title"), message)
  return (result: SubmitResult<Row | null>) => {
    if (result.state === "invalid") showFailure(t("profile.check"))
    if (result.state === "refused") showFailure(result.message ?? t("admin.save_failed"))
    if (result.state !== "sent" || !result.body) return
    forget()
    showToast("success", record ? t("admin.updated_title") : t("admin.created_title"), getName(result.body))
    onSaved(result.body)
  }
}

/**
 * Returns a function that saves the draft over the version `base` and resolves with the saved record. If somebody else has
 * saved another version, it passes that to `onConflict` and resolves with null.
 */
function useSave<Row extends Versioned, Form, V extends Values>(
  { routes, toValues, toForm }: EditorOptions<Row, Form, V>,
  { id: newId, basis, values }: Draft<Row, V>,
  write: (draft: Draft<Row, V>) => void,
) {
  const { language } = useAdminApp()
  const { mutateAsync } = useSaveRecord(routes)
  return async function save(base: Row | null, onConflict: (theirs: Row) => void): Promise<Row | null> {
    const form = toForm(values, base)
    try {
      return await mutateAsync({ base, newId, form })
    } catch (failure) {
      // An earlier request created the record, its response got lost, and the user continued editing.
      const isAlreadyCreated = !basis && serverProblem(failure).fields["id"] !== undefined
      if (!isAlreadyCreated && !isOutdated(failure)) throw failure
      const current = await readRecord(routes.list, basis?.id ?? newId, language).catch(() => undefined)
      if (!current) {
        if (isAlreadyCreated) write({ id: createId(), basis, values })
        throw failure
      }
      if (isSame(toValues(current), values)) return current
      if (isAlreadyCreated && current.version === 1) return save(current, onConflict)
      // What somebody else changed is not in this form.
      if (base && base.version !== current.version && isSame(toValues(current), toValues(base)))
        return save(current, onConflict)
      onConflict(current)
      return null
    }
  }
}

interface Draft<Row, V> {
  /** The id of a new record, so that a retry does not create a second one. */
  readonly id: string
  readonly basis: Row | null
  readonly values: V
}

function useRecordDraft<Row extends Versioned, Form, V extends Values>({
  noun,
  record,
  toValues,
}: EditorOptions<Row, Form, V>) {
  const createDraft = () => ({ id: createId(), basis: record, values: toValues(record) })
  const { draft, write, ...rest } = useDraft<Draft<Row, V>>(
    `${noun}:${record?.id ?? "new"}`,
    (stored) => stored ?? createDraft(),
    ({ values, basis }) => !isSame(values, toValues(basis)),
  )
  return { ...draft, ...rest, write, startOver: () => write(createDraft()) }
}

function isSame(one: Values, other: Values): boolean {
  return Object.keys(one).every((name) => one[name] === other[name])
}

/** The errors in `required` of the fields that are blank. */
export function requiredErrors(values: Values, required: Values): Values {
  return Object.fromEntries(Object.entries(required).filter(([name]) => !values[name]?.trim()))
}
