import { type FormEvent, useEffect, useRef, useState } from "react"
import type { Records } from "#platform/admin/use-records.ts"
import { serverProblem, useAdminApp } from "#platform/app/app.tsx"
import { createId } from "#platform/forms/create-id.ts"
import { CallFailed } from "#platform/http/request.ts"
import { dropDraft, keepDraft, readDraft } from "#platform/offline/drafts.ts"
import { focusAfterSubmit } from "#ui/field.tsx"
import { type EditRoutes, readRecord, useSaveRecord } from "./api.ts"

/** The values of a form by field name. */
export type Values = Readonly<Record<string, string>>

/** A saved record; `version` counts its saves. */
interface Versioned {
  readonly id: string
  readonly version: number
}

interface EditorOptions<Row extends Versioned, Form, V extends Values> {
  readonly routes: EditRoutes<Row, Form>
  /** The name of the draft in this browser. */
  readonly noun: string
  readonly record: Row | null
  readonly toValues: (record: Row | null) => V
  /** `basis` is the version of the record that the form edits. */
  readonly toForm: (values: V, basis: Row | null) => Form
  /** Returns the errors by field before the request. */
  readonly check: (values: V) => Values
  readonly getName: (record: Row) => string
  readonly onSaved: (record: Row) => void
}

/** The form of one record: its values, errors, saving, and the conflict if somebody else saved in the meantime. */
export function useEditor<Row extends Versioned, Form, V extends Values>(options: EditorOptions<Row, Form, V>) {
  const { routes, record, toValues, toForm, check, getName, onSaved } = options
  const { t, showToast, language } = useAdminApp()
  const { mutate, isPending } = useSaveRecord(routes)
  const { id: newId, basis, values, isDirty, wasRestored, write, startOver, forget } = useDraft(options)
  const [errors, setErrors] = useState<Values>({})
  const [theirs, setTheirs] = useState<Row | null>(null)
  const [isLoadingCurrent, setIsLoadingCurrent] = useState(false)
  const { form, focusFirstError } = useFocusOnError()

  function save(base: Row | null) {
    const form = toForm(values, base)
    const next = base ? { id: base.id, form } : { id: undefined, form: { ...form, id: newId } }
    mutate(next, { onSuccess: onSaveSuccess, onError: (failure) => void onSaveError(failure) })
  }
  function onSaveSuccess(saved: Row) {
    forget()
    showToast("success", record ? t("admin.updated_title") : t("admin.created_title"), getName(saved))
    onSaved(saved)
  }
  async function onSaveError(failure: unknown) {
    const problem = serverProblem(failure)
    // An earlier request created the record, its response got lost, and the user continued editing.
    const isAlreadyCreated = !basis && problem.fields["id"] !== undefined
    if (isAlreadyCreated || isOutdated(failure)) {
      const current = await loadCurrent(basis?.id ?? newId)
      if (current && isSame(toValues(current), values)) return onSaveSuccess(current)
      if (current && isAlreadyCreated && current.version === 1) return save(current)
      if (current) return setTheirs(current)
      if (isAlreadyCreated) write({ id: createId(), basis, values })
    }
    setErrors(problem.fields)
    focusFirstError()
    return showToast("failure", t("admin.save_failed_title"), problem.message ?? t("admin.save_failed"))
  }
  async function loadCurrent(id: string) {
    setIsLoadingCurrent(true)
    const current = await readRecord(routes.list, id, language).catch(() => undefined)
    setIsLoadingCurrent(false)
    return current
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending || isLoadingCurrent) return
    const invalid = check(values)
    setErrors(invalid)
    if (Object.keys(invalid).length === 0) return save(basis)
    focusFirstError()
    showToast("failure", t("admin.save_failed_title"), t("profile.check"))
  }
  /** Sets a value and clears the error of `errorField`. */
  const set = (name: string, value: string, errorField = name) => {
    write({ id: newId, basis, values: { ...values, [name]: value } })
    if (errors[errorField])
      setErrors(Object.fromEntries(Object.entries(errors).filter(([other]) => other !== errorField)))
  }
  return {
    values,
    errors,
    set,
    isDirty,
    isPending: isPending || isLoadingCurrent,
    wasRestored,
    forget,
    discard() {
      startOver()
      setErrors({})
    },
    form: { ref: form, onSubmit: submit, noValidate: true },
    conflict: theirs && {
      theirs: toValues(theirs),
      keepMine: () => {
        write({ id: newId, basis: theirs, values })
        setTheirs(null)
        save(theirs)
      },
      takeTheirs: () => {
        write({ id: newId, basis: theirs, values: toValues(theirs) })
        setErrors({})
        setTheirs(null)
      },
    },
    field: (name: string) => ({
      name,
      value: values[name] ?? "",
      error: errors[name],
      onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
        set(name, value),
    }),
  }
}

export type Editor = ReturnType<typeof useEditor>

interface Draft<Row, V> {
  /** The id of a new record, so that a retry does not create a second one. */
  readonly id: string
  readonly basis: Row | null
  readonly values: V
}

/** Stores the form until it is saved or discarded, so that it survives an expired session, a reload and navigation. */
function useDraft<Row extends Versioned, Form, V extends Values>({
  noun,
  record,
  toValues,
}: EditorOptions<Row, Form, V>) {
  const key = `${noun}:${record?.id ?? "new"}`
  const [stored] = useState(() => readDraft<Draft<Row, V>>(key))
  const createDraft = () => ({ id: createId(), basis: record, values: toValues(record) })
  const [draft, write] = useState<Draft<Row, V>>(() => stored ?? createDraft())
  const isDirty = !isSame(draft.values, toValues(draft.basis))
  const isSaved = useRef(false)
  useEffect(() => {
    if (isDirty && !isSaved.current) keepDraft(key, draft)
    else dropDraft(key)
  }, [key, isDirty, draft])
  useEffect(() => {
    if (!isDirty) return
    const onBeforeUnload = (event: Event) => event.preventDefault()
    addEventListener("beforeunload", onBeforeUnload)
    return () => removeEventListener("beforeunload", onBeforeUnload)
  }, [isDirty])
  return {
    ...draft,
    isDirty,
    wasRestored: stored !== null && isDirty,
    write,
    startOver: () => write(createDraft()),
    forget() {
      isSaved.current = true
      dropDraft(key)
    },
  }
}

/** Focuses the first invalid field after the errors have rendered. */
function useFocusOnError() {
  const form = useRef<HTMLFormElement>(null)
  const [requests, setRequests] = useState(0)
  useEffect(() => {
    if (requests > 0 && form.current) focusAfterSubmit(form.current)
  }, [requests])
  return { form, focusFirstError: () => setRequests((count) => count + 1) }
}

function isOutdated(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.problem?.code === "record.changed"
}

function isSame(one: Values, other: Values): boolean {
  return Object.keys(one).every((name) => one[name] === other[name])
}

/** The errors in `required` of the fields that are blank. */
export function requiredErrors(values: Values, required: Values): Values {
  return Object.fromEntries(Object.entries(required).filter(([name]) => !values[name]?.trim()))
}

/** The record of a list that is being edited: one of its rows, or a new one. */
export function useEditing<Row extends { readonly id: string }>(records: Records<Row>) {
  const [target, setTarget] = useState<{ readonly record: Row | null } | null>(null)
  return {
    target,
    add: () => setTarget({ record: null }),
    /** Edits the open record by default. */
    edit(id: string | null = records.openId) {
      const record = records.rows.find((row) => row.id === id)
      if (record) setTarget({ record })
    },
    close: () => setTarget(null),
    saved(row: Row) {
      setTarget(null)
      records.open(row.id)
    },
  }
}
