import type { Route, Sent } from "@haitech/contract/route"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useAdminApp } from "./app.tsx"
import { call } from "./calls.ts"
import { useRecordLists } from "./record-lists.ts"
import { request } from "./request.ts"
import { useShowPartialFailure } from "./use-bulk-action.ts"
import type { Records } from "./use-records.ts"
import { useShortcuts } from "./use-shortcuts.ts"

interface Labels<Row> {
  readonly nameOf: (row: Row) => string
  /** §8: "Team member deleted". `count` is 1 where only one can be deleted at a time. */
  readonly deleted: (count: number) => string
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
  words: Labels<Row>,
) {
  const { t, showToast, showFailure } = useAdminApp()
  const showPartialFailure = useShowPartialFailure()
  const { mutateAsync: remove } = useDeleteRecords(noun)
  const { mutateAsync: restore, isPending } = useRestoreRecords(noun)
  const [gone, setGone] = useState<readonly Row[]>([])

  /**
   * Without ids it is the one that is open.
   * @returns those that are deleted
   */
  async function del(chosen: readonly string[]): Promise<readonly string[]> {
    const { rows, opened, openId } = records
    const ids = chosen.length === 0 && openId ? [openId] : chosen
    const leaving = rows.filter(({ id }) => ids.includes(id))
    if (opened && ids.includes(opened.id) && !rows.includes(opened)) leaving.push(opened)
    if (leaving.length === 0) return []
    const next = rowAfter(rows, leaving)
    if (leaving.some(({ id }) => id === openId)) records.open(null)
    const done: string[] = []
    const asked = remove({ ids: leaving.map(({ id }) => id), done })
    if (next) focusRow(next.id)
    try {
      await asked
    } catch (failure) {
      if (done.length > 0) showPartialFailure(failure, done.length, leaving.length)
      else showToast("failure", t("admin.delete_failed_title"), words.failed)
    }
    if (done.length > 0) setGone(leaving.filter(({ id }) => done.includes(id)))
    return done
  }

  async function undo() {
    const [first] = gone
    if (!first || isPending) return
    const done: string[] = []
    try {
      await restore({ ids: gone.map(({ id }) => id), done })
    } catch (failure) {
      if (done.length > 0) showPartialFailure(failure, done.length, gone.length)
      else showFailure(failure)
    }
    setGone(gone.filter(({ id }) => !done.includes(id)))
    if (done[0]) focusRow(done[0])
  }

  useShortcuts(gone.length > 0 ? { z: () => void undo() } : {})
  return {
    remove: (id?: string) => void del(id === undefined ? [] : [id]),
    removeMany: del,
    bar: {
      of: inWords(gone, words, t),
      undo: t("admin.undo"),
      isPending,
      onUndo: () => void undo(),
      onGone: () => setGone([]),
    },
  }
}

function inWords<Row extends { readonly id: string }>(
  gone: readonly Row[],
  { nameOf, deleted }: Labels<Row>,
  t: ReturnType<typeof useAdminApp>["t"],
) {
  const [first] = gone
  if (!first) return null
  const about = gone.length === 1 ? t("admin.deleted_about", { name: nameOf(first) }) : t("admin.deleted_several")
  return { id: first.id, title: deleted(gone.length), about }
}

interface Batch {
  readonly ids: readonly string[]
  /** Takes those that are done. */
  readonly done?: string[]
}

/** The rows leave at once; those whose call failed come back. */
function useDeleteRecords(noun: string) {
  const { language } = useAdminApp()
  const client = useQueryClient()
  const lists = useRecordLists(noun)
  const mutationKey = ["deletion", noun]
  const without = (ids: readonly string[] = []) =>
    lists.applyOptimistically((rows) => rows.filter(({ id }) => !ids.includes(id)))
  return useMutation({
    mutationKey,
    mutationFn: ({ ids, done }: Batch) =>
      oneByOne(ids, done, (id) =>
        request(call("DELETE", `/api/admin/${noun}/:id`), { params: { id } } as Sent<Route>, language),
      ),
    onMutate: ({ ids }) => without(ids),
    onError(_failure, { done }, before) {
      before?.rollback()
      return without(done)
    },
    // Not while others are on their way: what is read before they are gone would bring them back for a moment.
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? lists.refresh() : undefined),
  })
}

export function useRestoreRecords(noun: string) {
  const { language } = useAdminApp()
  const lists = useRecordLists(noun)
  return useMutation({
    mutationFn: ({ ids, done }: Batch) =>
      oneByOne(ids, done, (id) =>
        request(call("POST", `/api/admin/${noun}/:id/restoration`), { params: { id } } as Sent<Route>, language),
      ),
    onSettled: lists.refresh,
  })
}

/**
 * One refusal does not keep the others from it.
 * @throws the first refusal, at the end
 */
async function oneByOne(ids: readonly string[], done: string[] = [], act: (id: string) => Promise<unknown>) {
  const refusals: unknown[] = []
  for (const id of ids) {
    try {
      await act(id)
      done.push(id)
    } catch (refusal) {
      refusals.push(refusal)
    }
  }
  if (refusals.length > 0) throw refusals[0]
}

type Rows = readonly { readonly id: string }[]

/** Where somebody goes on: after the row they are at, or else the first that leaves. A row that stays keeps them. */
function rowAfter(rows: Rows, leaving: Rows) {
  const left = new Set(leaving.map(({ id }) => id))
  const here = document.activeElement?.closest("li")?.querySelector<HTMLElement>("[data-record]")?.dataset["record"]
  if (here && !left.has(here)) return undefined
  const at = rows.findIndex(({ id }) => (here ? id === here : left.has(id)))
  const stays = ({ id }: Rows[number]) => !left.has(id)
  return rows.slice(at + 1).find(stays) ?? rows.slice(0, Math.max(0, at)).findLast(stays)
}

/** A row that comes back is there once the list is drawn anew. */
function focusRow(id: string, tries = 20) {
  const row = document.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"]`)
  if (row) row.focus()
  else if (tries > 0) setTimeout(() => focusRow(id, tries - 1), 50)
}
