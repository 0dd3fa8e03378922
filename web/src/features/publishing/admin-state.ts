import { type FormEvent, useEffect, useRef, useState } from "react"
import { serverProblem, useAdminApp } from "#platform/app.tsx"
import { dropDraft, keepDraft, readDraft } from "#platform/drafts.ts"
import { freshId } from "#platform/fresh-id.ts"
import { CallFailed } from "#platform/request.ts"
import type { Records } from "#platform/use-records.ts"
import { focusAfterSubmit } from "#ui/field.tsx"
import { type Forms, type Noun, type Rows, readRecord, useSaveRecord } from "./admin-api.ts"

/** What stands in the fields of a form, by their names. */
export type Values = Readonly<Record<string, string>>

interface Plan<N extends Noun> {
  readonly noun: N
  /** Null for a new one. */
  readonly record: Rows[N] | null
  readonly valuesOf: (record: Rows[N] | null) => Values
  /** `basis` is the record that is written over. */
  readonly formOf: (values: Values, basis: Rows[N] | null) => Forms[N]
  /** What is wrong before anything is sent, by field. */
  readonly check: (values: Values) => Values
  readonly nameOf: (record: Rows[N]) => string
  readonly onSaved: (record: Rows[N]) => void
}

/** The form of one record: what is typed, whether it is saved, and what somebody else saved meanwhile. */
export function useEditor<N extends Noun>(plan: Plan<N>) {
  const { noun, record, valuesOf, formOf, check, nameOf, onSaved } = plan
  const { t, showToast, language } = useAdminApp()
  const { mutate, isPending } = useSaveRecord(noun)
  const { id: newId, basis, values, isDirty, wasKept, write, startOver, forget } = useDraft(plan)
  const [wrong, setWrong] = useState<Values>({})
  const [theirs, setTheirs] = useState<Rows[N] | null>(null)
  const [isComparing, setIsComparing] = useState(false)
  const { form, look } = useFocusOnWrong()

  function save(over: Rows[N] | null) {
    const form = formOf(values, over)
    const next = over ? { id: over.id, form } : { id: undefined, form: { ...form, id: newId } }
    mutate(next, { onSuccess: done, onError: (failure) => void fail(failure) })
  }
  function done(saved: Rows[N]) {
    forget()
    showToast("success", record ? t("admin.updated_title") : t("admin.created_title"), nameOf(saved))
    onSaved(saved)
  }
  async function fail(failure: unknown) {
    const said = serverProblem(failure)
    // It was made before, by a call whose answer was lost, and then written on.
    const isMade = !basis && said.fields["id"] !== undefined
    if (isMade || isOutdated(failure)) {
      const now = await compare(basis?.id ?? newId)
      if (now && isSame(valuesOf(now), values)) return done(now)
      if (now && isMade && now.version === 1) return save(now)
      if (now) return setTheirs(now)
      if (isMade) write({ id: freshId(), basis, values })
    }
    setWrong(said.fields)
    look()
    return showToast("failure", t("admin.save_failed_title"), said.message ?? t("admin.save_failed"))
  }
  async function compare(id: string) {
    setIsComparing(true)
    const now = await readRecord(noun, id, language).catch(() => undefined)
    setIsComparing(false)
    return now
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending || isComparing) return
    const found = check(values)
    setWrong(found)
    if (Object.keys(found).length === 0) return save(basis)
    look()
    showToast("failure", t("admin.save_failed_title"), t("profile.check"))
  }
  /** `settles` is the field under which something may have been said of it. */
  const set = (name: string, value: string, settles = name) => {
    write({ id: newId, basis, values: { ...values, [name]: value } })
    if (wrong[settles]) setWrong(Object.fromEntries(Object.entries(wrong).filter(([other]) => other !== settles)))
  }
  return {
    values,
    wrong,
    set,
    isDirty,
    isPending: isPending || isComparing,
    wasKept,
    forget,
    discard() {
      startOver()
      setWrong({})
    },
    form: { ref: form, onSubmit: submit, noValidate: true },
    conflict: theirs && {
      theirs: valuesOf(theirs),
      keepMine: () => {
        write({ id: newId, basis: theirs, values })
        setTheirs(null)
        save(theirs)
      },
      takeTheirs: () => {
        write({ id: newId, basis: theirs, values: valuesOf(theirs) })
        setWrong({})
        setTheirs(null)
      },
    },
    field: (name: string) => ({
      name,
      value: values[name] ?? "",
      error: wrong[name],
      onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
        set(name, value),
    }),
  }
}

export type Editor = ReturnType<typeof useEditor>

interface Draft<Row> {
  /** Of what is new: sent again, it is the same record. */
  readonly id: string
  readonly basis: Row | null
  readonly values: Values
}

/** What was typed outlives the form until it is saved or thrown away: also a lost session, a reload, a way back. */
function useDraft<N extends Noun>({ noun, record, valuesOf }: Plan<N>) {
  const key = `${noun}:${record?.id ?? "new"}`
  const [kept] = useState(() => readDraft<Draft<Rows[N]>>(key))
  const blank = () => ({ id: freshId(), basis: record, values: valuesOf(record) })
  const [draft, write] = useState<Draft<Rows[N]>>(() => kept ?? blank())
  const isDirty = !isSame(draft.values, valuesOf(draft.basis))
  const saved = useRef(false)
  useEffect(() => {
    if (isDirty && !saved.current) keepDraft(key, draft)
    else dropDraft(key)
  }, [key, isDirty, draft])
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener("beforeunload", ask)
    return () => removeEventListener("beforeunload", ask)
  }, [isDirty])
  return {
    ...draft,
    isDirty,
    wasKept: kept !== null && isDirty,
    write,
    startOver: () => write(blank()),
    forget() {
      saved.current = true
      dropDraft(key)
    },
  }
}

/** Once what is wrong is drawn, the focus goes there. */
function useFocusOnWrong() {
  const form = useRef<HTMLFormElement>(null)
  const [looks, setLooks] = useState(0)
  useEffect(() => {
    if (looks > 0 && form.current) focusAfterSubmit(form.current)
  }, [looks])
  return { form, look: () => setLooks((before) => before + 1) }
}

function isOutdated(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.problem?.code === "record.changed"
}

function isSame(some: Values, other: Values): boolean {
  return Object.keys(some).every((name) => some[name] === other[name])
}

/** The fields among `required` that hold nothing but spaces. */
export function emptyAmong(values: Values, required: Values): Values {
  return Object.fromEntries(Object.entries(required).filter(([name]) => !values[name]?.trim()))
}

/** Which record of a list is in its form: one of its rows, or a new one. */
export function useEditing<Row extends { readonly id: string }>(records: Records<Row>) {
  const [target, setTarget] = useState<{ readonly record: Row | null } | null>(null)
  return {
    target,
    add: () => setTarget({ record: null }),
    /** Without an id it is the one that is open. */
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
