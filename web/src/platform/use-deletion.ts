import type { Route, Sent } from "@haitech/contract/route"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useOffice } from "./app.tsx"
import { ask } from "./ask.ts"
import { call } from "./calls.ts"
import { useRecordLists } from "./record-lists.ts"
import type { Records } from "./use-records.ts"
import { useShortcuts } from "./use-shortcuts.ts"

interface Words<Row> {
  readonly nameOf: (row: Row) => string
  /** §8: "Team member deleted". */
  readonly deleted: string
  /** §8: "Failed to delete team member". */
  readonly failed: string
}

/**
 * Deletes at once, without asking: what was deleted can be taken back from the bar, and for a day from History. `noun` is
 * the last word of the calls.
 */
export function useDeletion<Row extends { readonly id: string }>(
  noun: string,
  records: Records<Row>,
  words: Words<Row>,
) {
  const { t, tell, tellFailure } = useOffice()
  const { mutateAsync: remove } = useDeleteRecord(noun)
  const { mutateAsync: restore, isPending } = useRestoreRecord(noun)
  const [gone, setGone] = useState<Row | null>(null)

  /** Without an id it is the one that is open. */
  async function del(id: string | null = records.openId) {
    const at = records.rows.findIndex((row) => row.id === id)
    const row = records.rows[at]
    if (!row) return
    const next = records.rows[at + 1] ?? records.rows[at - 1]
    if (records.openId === row.id) records.open(null)
    const asked = remove(row.id)
    if (next) focusRow(next.id)
    try {
      await asked
      setGone(row)
    } catch {
      tell("failure", t("office.delete_failed_title"), words.failed)
    }
  }

  async function undo() {
    if (!gone || isPending) return
    try {
      await restore(gone.id)
      setGone(null)
      focusRow(gone.id)
    } catch (failure) {
      tellFailure(failure)
    }
  }

  useShortcuts(gone ? { z: () => void undo() } : {})
  return {
    remove: (id?: string) => void del(id),
    bar: {
      of: gone && {
        id: gone.id,
        title: words.deleted,
        about: t("office.deleted_about", { name: words.nameOf(gone) }),
      },
      undo: t("office.undo"),
      isPending,
      onUndo: () => void undo(),
      onGone: () => setGone(null),
    },
  }
}

/** The row leaves at once, and comes back where the call failed. */
function useDeleteRecord(noun: string) {
  const { language } = useOffice()
  const lists = useRecordLists(noun)
  return useMutation({
    mutationFn: (id: string) =>
      ask(call("DELETE", `/api/admin/${noun}/:id`), { params: { id } } as Sent<Route>, language),
    onMutate: (id) => lists.foresee((rows) => rows.filter((row) => row.id !== id)),
    onError: (_failure, _id, before) => before?.goBack(),
    onSettled: lists.refresh,
  })
}

export function useRestoreRecord(noun: string) {
  const { language } = useOffice()
  const lists = useRecordLists(noun)
  return useMutation({
    mutationFn: (id: string) =>
      ask(call("POST", `/api/admin/${noun}/:id/restoration`), { params: { id } } as Sent<Route>, language),
    onSuccess: lists.refresh,
  })
}

/** Acting moves on to the next row; by then the list is drawn anew. */
function focusRow(id: string) {
  setTimeout(() => document.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"]`)?.focus(), 50)
}
