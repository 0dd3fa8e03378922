import type { ListInput } from "@haitech/contract/lists"
import { type ReactNode, type RefObject, useEffect, useRef } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import type { Records } from "#platform/admin/use-records.ts"
import { type BulkAction, type RunOn, useSelection } from "#platform/admin/use-selection.ts"
import { useShortcuts } from "#platform/admin/use-shortcuts.ts"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { BulkBar } from "#ui/bulk-bar.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { DetailPane, enterPane } from "#ui/detail-pane.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import type { MedalSymbol } from "#ui/medal.tsx"
import { RecordList, type RecordSummary, useRowFocus } from "#ui/record-list.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { focusTitle, ListHead, type ListTools } from "./header.tsx"

type Row = { readonly id: string }

interface Props<R extends Row, Q extends ListInput> extends ListTools<Q> {
  readonly records: Records<R, Q>
  readonly summaryOf: (row: R) => RecordSummary
  readonly empty: AdminText
  readonly symbol?: MedalSymbol
  readonly onAdd?: () => void
  readonly detail?: (row: R) => ReactNode
  readonly bulk?: readonly BulkAction[]
  readonly keys?: Keys
  /** Shown below the rows. */
  readonly footer?: ReactNode
}

export function RecordsPage<R extends Row, Q extends ListInput>(props: Props<R, Q>) {
  const { title, records, summaryOf, detail, bulk } = props
  const { t } = useAdminApp()
  const loadError = useLoadError()
  const { list, ...rowFocus } = useRowFocus()
  const search = useRef<HTMLInputElement>(null)
  const selection = useSelection(records.rows)
  const { picked, pick, clear, runOn } = selection
  const { query, rows, openId, opened } = records
  useFocusAfterBulk(picked, list)
  useListShortcuts(props, { rowFocus, selection, search })
  const missing = records.isMissing && <EmptyState symbol="lost" sentence={t("admin.nothing_found")} />
  return (
    <div className={detail ? "admin-split" : "admin-list-only"}>
      <section className="admin-list" aria-labelledby="admin-title">
        <ListHead
          {...props}
          search={search}
          bulk={
            picked.size > 0 && bulk ? (
              <BulkBar
                label={t("admin.picked", { count: picked.size })}
                actions={bulk.map((action) => ({ ...action, onAction: () => void runOn(action, [...picked]) }))}
                clear={t("admin.clear")}
                onClear={clear}
              />
            ) : null
          }
        />
        <div ref={list} className="admin-rows" aria-busy={query.isFetching}>
          {query.error && <LoadFailed {...loadError(query.error, query.refetch)} />}
          {!query.error && query.isPending && <Placeholder />}
          {!query.error && !query.isPending && rows.length === 0 && <EmptyList {...props} />}
          <RecordList
            label={title}
            rows={rows}
            summaryOf={summaryOf}
            openId={openId}
            onOpen={(id) => (id === openId ? enterPane() : records.open(id))}
            {...(bulk && {
              picking: { picked, onPick: pick, label: (row: R) => t("admin.pick", { name: summaryOf(row).who }) },
            })}
          />
          <MoreRows records={records} list={list} />
        </div>
        {props.footer}
      </section>
      {detail && (
        <DetailPane
          label={t("admin.detail")}
          back={t("admin.back")}
          onClose={() => records.open(null)}
          empty={<EmptyState symbol={props.symbol ?? "people"} sentence={t("admin.detail_none")} />}
        >
          {opened ? detail(opened) : missing || null}
        </DetailPane>
      )}
    </div>
  )
}

interface ListControls {
  readonly rowFocus: Omit<ReturnType<typeof useRowFocus>, "list">
  readonly selection: ReturnType<typeof useSelection>
  readonly search: RefObject<HTMLInputElement | null>
}

function useListShortcuts<R extends Row, Q extends ListInput>(
  { records, bulk, keys = {} }: Props<R, Q>,
  { rowFocus: { move, focusedId }, selection: { picked, pick, clear, runOn }, search }: ListControls,
) {
  useShortcuts({
    ...bindKeys(keys, focusedId),
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    x: () => {
      const id = focusedId()
      if (bulk && id) pick(id)
    },
    "/": () => search.current?.focus(),
    Escape: () => (records.openId ? records.open(null) : clear()),
    ...bindKeys(bulkKeys(bulk, picked, runOn), focusedId),
  })
}

type Keys = Readonly<Record<string, (id: string | undefined) => void>>

function bindKeys(keys: Keys, idOf: () => string | undefined): Record<string, () => void> {
  return Object.fromEntries(Object.entries(keys).map(([key, handler]) => [key, () => handler(idOf())]))
}

/** Keys of the bulk actions: they apply to the selected rows, or else to the focused one. */
function bulkKeys(bulk: readonly BulkAction[] = [], picked: ReadonlySet<string>, runOn: RunOn) {
  return Object.fromEntries(
    bulk.map((action) => [
      action.key,
      (id: string | undefined) => runOn(action, picked.size > 0 ? [...picked] : id ? [id] : []),
    ]),
  )
}

/** Focuses the first of the new rows, since the button moves or disappears. */
function MoreRows<R extends Row, Q extends ListInput>({
  records: { query, rows },
  list,
}: Pick<Props<R, Q>, "records"> & { readonly list: RefObject<HTMLElement | null> }) {
  const { t } = useAdminApp()
  const firstNew = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (rows.length <= firstNew.current) return
    list.current?.querySelectorAll<HTMLElement>("[data-record]")[firstNew.current]?.focus()
    firstNew.current = Number.POSITIVE_INFINITY
  }, [rows.length, list])
  if (!query.hasNextPage) return null
  const fetchMore = () => {
    firstNew.current = rows.length
    void query.fetchNextPage()
  }
  return (
    <p className="p-5 text-center">
      <BusyButton look="quiet" isBusy={query.isFetchingNextPage} onClick={fetchMore}>
        {query.isFetchingNextPage ? t("overlay.loading") : t("admin.more")}
      </BusyButton>
    </p>
  )
}

/** When the bulk bar disappears with the last selection, the focus moves to the row that was selected first. */
function useFocusAfterBulk(picked: ReadonlySet<string>, list: RefObject<HTMLElement | null>) {
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

function Placeholder() {
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

function EmptyList<R extends Row, Q extends ListInput>({ records, empty, symbol = "people", onAdd }: Props<R, Q>) {
  const { t } = useAdminApp()
  if (!records.isFiltered) {
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
          records.clear()
        }}
      >
        {t("admin.show_all")}
      </Button>
    </EmptyState>
  )
}
