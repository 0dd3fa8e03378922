import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import { type AdminText, useAdminApp } from "#platform/app.tsx"
import { useLoadError } from "#platform/use-load-error.ts"
import type { Records } from "#platform/use-records.ts"
import { useShortcuts } from "#platform/use-shortcuts.ts"
import { BulkBar } from "#ui/bulk-bar.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { DetailPane, enterPane } from "#ui/detail-pane.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import type { MedalSymbol } from "#ui/medal.tsx"
import { RecordList, type RecordWords, useRowFocus } from "#ui/record-list.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { focusTitle, ListHead, type ListTools } from "./header.tsx"

type Row = { readonly id: string }

interface BulkAction {
  readonly key: string
  /** What stands on the key, if it is no letter. */
  readonly sign?: string
  readonly label: string
  /** Gives those that are done: they are ticked no longer. */
  readonly act: (ids: readonly string[]) => Promise<readonly string[]>
}

interface Props<R extends Row> extends ListTools {
  readonly records: Records<R>
  readonly words: (row: R) => RecordWords
  readonly empty: AdminText
  /** What the medal of an empty list shows. */
  readonly symbol?: MedalSymbol
  /** Makes the first record of an empty list. */
  readonly onAdd?: () => void
  readonly detail?: (row: R) => ReactNode
  readonly bulk?: readonly BulkAction[]
  readonly keys?: Readonly<Record<string, (id: string | undefined) => void>>
}

/** A list of the office with what is opened of it beside it, or on a phone over it. */
export function RecordsPage<R extends Row>(props: Props<R>) {
  const { title, records, words, detail, bulk, keys = {} } = props
  const { t } = useAdminApp()
  const loadError = useLoadError()
  const { list, move, focusedId } = useRowFocus()
  const search = useRef<HTMLInputElement>(null)
  const { picked, pick, clear, actOn } = usePicks(records.rows)
  const { query, rows, openId, opened } = records
  const more = useMore(records, list)
  useFocusAfterPicks(picked, list)
  useShortcuts({
    ...bound(keys, focusedId),
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    x: () => {
      const id = focusedId()
      if (bulk && id) pick(id)
    },
    "/": () => search.current?.focus(),
    Escape: () => (openId ? records.open(null) : clear()),
    ...bound(bulkKeys(bulk, picked, actOn), focusedId),
  })
  const missing = records.isMissing ? <EmptyState symbol="lost" sentence={t("admin.nothing_found")} /> : null
  const shown = detail && (opened ? detail(opened) : missing)
  return (
    <div className={shown ? "admin-split open" : "admin-split"}>
      <section className="admin-list" aria-labelledby="admin-title">
        <ListHead
          {...props}
          search={search}
          bulk={
            picked.size > 0 && bulk ? (
              <BulkBar
                label={t("admin.picked", { count: picked.size })}
                actions={bulk.map((act) => ({ ...act, onAction: () => void actOn(act, [...picked]) }))}
                clear={t("admin.clear")}
                onClear={clear}
              />
            ) : null
          }
        />
        <div ref={list} className="admin-rows" aria-busy={query.isFetching}>
          {query.error && <LoadFailed {...loadError(query.error, query.refetch)} />}
          {!query.error && query.isPending && <Waiting />}
          {!query.error && !query.isPending && rows.length === 0 && <Nothing {...props} />}
          <RecordList
            label={title}
            rows={rows}
            words={words}
            openId={openId}
            onOpen={(id) => (id === openId ? enterPane() : records.open(id))}
            {...(bulk && {
              picking: { picked, onPick: pick, label: (row: R) => t("admin.pick", { name: words(row).who }) },
            })}
          />
          {query.hasNextPage && (
            <p className="p-5 text-center">
              <BusyButton look="quiet" isBusy={query.isFetchingNextPage} onClick={more}>
                {query.isFetchingNextPage ? t("overlay.loading") : t("admin.more")}
              </BusyButton>
            </p>
          )}
        </div>
      </section>
      {shown !== undefined && (
        <DetailPane label={t("admin.detail")} back={t("admin.back")} onClose={() => records.open(null)}>
          {shown}
        </DetailPane>
      )}
    </div>
  )
}

/** Keys that act on the row somebody is at. */
function bound(
  keys: Readonly<Record<string, (id: string | undefined) => void>>,
  idOf: () => string | undefined,
): Record<string, () => void> {
  return Object.fromEntries(Object.entries(keys).map(([key, act]) => [key, () => act(idOf())]))
}

/** What can be done with several acts on those that are ticked, or else on the row somebody is at. */
function bulkKeys(bulk: readonly BulkAction[] = [], picked: ReadonlySet<string>, actOn: ActOn) {
  return Object.fromEntries(
    bulk.map((act) => [act.key, (id: string | undefined) => actOn(act, picked.size > 0 ? [...picked] : one(id))]),
  )
}

type ActOn = ReturnType<typeof usePicks>["actOn"]

function one(id: string | undefined): string[] {
  return id === undefined ? [] : [id]
}

/** Stands for the one that is open. */
const OPENED = ""

/** Which rows are ticked. What is no longer shown is ticked no longer. */
function usePicks(rows: readonly Row[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const underWay = useRef(new Set<string>())
  const picked = new Set(rows.filter(({ id }) => ids.has(id)).map(({ id }) => id))
  return {
    picked,
    pick: (id: string) =>
      setIds(picked.has(id) ? new Set([...picked].filter((other) => other !== id)) : new Set([...picked, id])),
    clear: () => setIds(new Set()),
    async actOn({ act }: BulkAction, chosen: readonly string[]) {
      const under = chosen.length > 0 ? chosen : [OPENED]
      if (under.some((id) => underWay.current.has(id))) return
      for (const id of under) underWay.current.add(id)
      const done = await act(chosen)
      for (const id of under) underWay.current.delete(id)
      setIds((before) => new Set([...before].filter((id) => !done.includes(id))))
    },
  }
}

/** Shows more rows, and goes on at the first of them: the button moves away, or goes. */
function useMore<R extends Row>({ query, rows }: Records<R>, list: RefObject<HTMLElement | null>) {
  const from = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (rows.length <= from.current) return
    list.current?.querySelectorAll<HTMLElement>("[data-record]")[from.current]?.focus()
    from.current = Number.POSITIVE_INFINITY
  }, [rows.length, list])
  return () => {
    from.current = rows.length
    void query.fetchNextPage()
  }
}

/** The bar goes with the last tick: who pressed something in it goes on at the row that was ticked first. */
function useFocusAfterPicks(picked: ReadonlySet<string>, list: RefObject<HTMLElement | null>) {
  const last = useRef<string>(undefined)
  const [first] = picked
  useEffect(() => {
    const before = last.current
    last.current = first
    if (before === undefined || first !== undefined || document.activeElement !== document.body) return
    const row = list.current?.querySelector<HTMLElement>(`[data-record="${before}"]`)
    if (row) row.focus()
    else focusTitle()
  }, [first, list])
}

function Waiting() {
  const { t } = useAdminApp()
  return (
    <div role="status">
      <span className="sr">{t("overlay.loading")}</span>
      {["a", "b", "c", "d", "e", "f"].map((name) => (
        <div key={name} className="record-waiting">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-3 w-3/5" />
        </div>
      ))}
    </div>
  )
}

function Nothing<R extends Row>({ records, empty, symbol = "people", onAdd }: Props<R>) {
  const { t } = useAdminApp()
  const asked = Object.keys(records.asked).filter((name) => name !== "sort")
  if (asked.length === 0) {
    return (
      <EmptyState symbol={symbol} sentence={t(empty)}>
        {onAdd && (
          <Button look="quiet" onClick={onAdd}>
            {t("admin.add_first")}
          </Button>
        )}
      </EmptyState>
    )
  }
  return (
    <EmptyState symbol="lost" sentence={t("admin.nothing_found")}>
      <Button
        look="quiet"
        onClick={() => {
          focusTitle()
          records.change(Object.fromEntries(asked.map((name) => [name, null])))
        }}
      >
        {t("admin.show_all")}
      </Button>
    </EmptyState>
  )
}
