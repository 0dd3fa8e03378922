import type { Descriptor, ListDescriptor } from "@haitech/contract/route"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { request } from "#platform/http/request.ts"
import { deletionKey, useRecordLists } from "./record-lists.ts"
import { useRunBatch } from "./use-bulk-action.ts"
import type { Records } from "./use-records.ts"
import { useShortcuts } from "./use-shortcuts.ts"

type ById = { params: { id: string } }

export interface RestoreRoutes<Row = { readonly id: string }> {
  readonly list: ListDescriptor<never, Row>
  readonly restore: Descriptor<ById, Row>
}

interface DeletionRoutes<Row> extends RestoreRoutes<Row> {
  readonly remove: Descriptor<ById, unknown> | ((row: Row, language: string) => Promise<unknown>)
}

interface Labels<Row> {
  readonly nameOf: (row: Row) => string
  /** "Team member deleted" (spec §8). `count` is 1 where only one can be deleted at a time. */
  readonly deleted: (count: number) => string
  /** "Failed to delete team member" (spec §8). Without it, the server's message is shown. */
  readonly failed?: string
}

/** Deletes records. The user can undo it from the undo bar, and for a day from the history. */
export function useDeletion<Row extends { readonly id: string }>(
  routes: DeletionRoutes<Row>,
  records: Records<Row>,
  labels: Labels<Row>,
) {
  const { t, showToast } = useAdminApp()
  const runBatch = useRunBatch()
  const { mutateAsync: remove } = useDeleteRecords(routes)
  const { mutateAsync: restore, isPending } = useRestoreRecords(routes)
  const [deleted, setDeleted] = useState<readonly Row[]>([])
  const { failed } = labels

  /** @returns the ids of the deleted records */
  async function del(targets: readonly Row[]): Promise<readonly string[]> {
    if (targets.length === 0) return []
    // In the details the focus stays on the button: after a failure they are still open.
    const next = document.activeElement?.closest(".admin-detail") ? undefined : rowAfter(records.rows, targets)
    const deletion = runBatch(
      targets.length,
      (done) => remove({ rows: targets, done, onDone: records.close }),
      failed === undefined ? undefined : () => showToast("failure", t("admin.delete_failed_title"), failed),
    )
    if (next) focusRow(next.id)
    const deletedIds = await deletion
    if (deletedIds.length > 0) setDeleted(targets.filter(({ id }) => deletedIds.includes(id)))
    return deletedIds
  }

  async function undo() {
    if (deleted.length === 0 || isPending) return
    const restoredIds = await runBatch(deleted.length, (done) => restore({ ids: idsOf(deleted), done }))
    setDeleted(deleted.filter(({ id }) => !restoredIds.includes(id)))
    if (restoredIds[0]) focusRow(restoredIds[0])
  }

  useShortcuts(deleted.length > 0 ? { z: () => void undo() } : {})
  return {
    remove: (id?: string) => void del(findTargets(records, id === undefined ? [] : [id])),
    removeMany: (chosen: readonly string[]) => del(findTargets(records, chosen)),
    removeRow: (row: Row) => void del([row]),
    bar: {
      of: undoNotice(deleted, labels, t),
      undo: t("admin.undo"),
      isPending,
      onUndo: () => void undo(),
      onGone: () => setDeleted([]),
    },
  }
}

/** The chosen rows, or the open record when none is chosen. The open record need not be among the loaded rows. */
function findTargets<Row extends { readonly id: string }>(
  { rows, opened, openId }: Records<Row>,
  chosen: readonly string[],
): readonly Row[] {
  const ids = chosen.length === 0 && openId ? [openId] : chosen
  const targets = rows.filter(({ id }) => ids.includes(id))
  return opened && ids.includes(opened.id) && !rows.includes(opened) ? [...targets, opened] : targets
}

function idsOf(rows: Rows): readonly string[] {
  return rows.map(({ id }) => id)
}

function undoNotice<Row extends { readonly id: string }>(
  rows: readonly Row[],
  { nameOf, deleted }: Labels<Row>,
  t: ReturnType<typeof useAdminApp>["t"],
) {
  const [first] = rows
  if (!first) return null
  const about = rows.length === 1 ? t("admin.deleted_about", { name: nameOf(first) }) : t("admin.deleted_several")
  return { id: first.id, title: deleted(rows.length), about }
}

interface Batch {
  readonly ids: readonly string[]
  /** Receives the ids of the finished records. */
  readonly done?: string[]
  readonly onDone?: (id: string) => void
}

interface Removal<Row> extends Pick<Batch, "done" | "onDone"> {
  readonly rows: readonly Row[]
}

/** Removes the rows from the lists optimistically, and restores those whose request failed. */
function useDeleteRecords<Row extends { readonly id: string }>({ list, remove }: DeletionRoutes<Row>) {
  const { language } = useAdminApp()
  const client = useQueryClient()
  const lists = useRecordLists(list)
  const mutationKey = deletionKey(list)
  const hide = (ids: readonly string[] = []) =>
    lists.applyOptimistically((rows) => rows.filter(({ id }) => !ids.includes(id)))
  return useMutation({
    mutationKey,
    mutationFn: ({ rows, done, onDone }: Removal<Row>) =>
      oneByOne(rows, done, async (row) => {
        await (typeof remove === "function"
          ? remove(row, language)
          : request(remove, { params: { id: row.id } }, language))
        onDone?.(row.id)
      }),
    onMutate: ({ rows }) => hide(idsOf(rows)),
    onError(_failure, { done }, before) {
      before?.rollback()
      return hide(done)
    },
    // Not while other deletions run: a refetch would show their rows again for a moment.
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? lists.refresh() : undefined),
  })
}

export function useRestoreRecords({ list, restore }: RestoreRoutes) {
  const { language } = useAdminApp()
  const lists = useRecordLists(list)
  return useMutation({
    mutationFn: ({ ids, done }: Batch) =>
      oneByOne(
        ids.map((id) => ({ id })),
        done,
        ({ id }) => request(restore, { params: { id } }, language),
      ),
    onSettled: lists.refresh,
  })
}

/** Continues after a failure. @throws the first failure, at the end */
async function oneByOne<Row extends { readonly id: string }>(
  rows: readonly Row[],
  done: string[] = [],
  run: (row: Row) => Promise<unknown>,
) {
  const failures: unknown[] = []
  for (const row of rows) {
    try {
      await run(row)
      done.push(row.id)
    } catch (failure) {
      failures.push(failure)
    }
  }
  if (failures.length > 0) throw failures[0]
}

type Rows = readonly { readonly id: string }[]

/** The row to focus next: the one after the focused or the first deleted row. None when the focused row remains. */
function rowAfter(rows: Rows, deleted: Rows) {
  const deletedIds = new Set(deleted.map(({ id }) => id))
  const focused = document.activeElement?.closest("li")?.querySelector<HTMLElement>("[data-record]")?.dataset["record"]
  if (focused && !deletedIds.has(focused)) return undefined
  const at = rows.findIndex(({ id }) => (focused ? id === focused : deletedIds.has(id)))
  const remains = ({ id }: Rows[number]) => !deletedIds.has(id)
  return rows.slice(at + 1).find(remains) ?? rows.slice(0, Math.max(0, at)).findLast(remains)
}

/** Retries until the list has rendered the row again. */
function focusRow(id: string, tries = 20) {
  const row = document.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"]`)
  if (row) row.focus()
  else if (tries > 0) setTimeout(() => focusRow(id, tries - 1), 50)
}
