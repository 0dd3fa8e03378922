import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import { useAdminApp } from "#platform/app.tsx"
import { formatNumber } from "#platform/numbers.ts"
import type { Records } from "#platform/use-records.ts"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button, buttonClass } from "#ui/button.tsx"

interface Option {
  readonly value: string
  readonly label: string
}

/** What stands above a list: its name, how many there are, and the ways to narrow and to order it. */
export interface ListTools {
  readonly title: string
  readonly filters?: readonly { readonly name: string; readonly label: string; readonly options: readonly Option[] }[]
  /** Filters that are on or off. */
  readonly switches?: readonly { readonly name: string; readonly label: string }[]
  /** The first is the usual one. */
  readonly sorts?: readonly Option[]
  readonly searchable?: boolean
  /** The call that gives the list as a table for a spreadsheet. */
  readonly exportOf?: string
  /** Stands beside the name. */
  readonly mark?: ReactNode
  /** Stands at the right end. */
  readonly action?: ReactNode
  /** Stands between the name and the tools. */
  readonly counts?: ReactNode
}

interface Props<Row extends { readonly id: string }> extends ListTools {
  readonly records: Records<Row>
  readonly search: RefObject<HTMLInputElement | null>
  /** Takes the place of the tools while something is ticked. */
  readonly bulk: ReactNode
}

export function ListHead<Row extends { readonly id: string }>({
  title,
  records,
  filters = [],
  switches = [],
  sorts = [],
  exportOf,
  mark,
  action,
  counts,
  search,
  bulk,
  searchable = true,
}: Props<Row>) {
  const { t, language, lengths } = useAdminApp()
  const { total, params, change } = records
  const number = formatNumber(language, Math.min(total ?? 0, lengths.mostCounted))
  const count = total === undefined ? "" : total > lengths.mostCounted ? `${number}+` : number
  const hasFilters = filters.length + switches.length > 0 || sorts.length > 1
  return (
    <>
      <header className="admin-head">
        <div className="admin-head-row">
          <div className="admin-head-name">
            <h1 id="admin-title" tabIndex={-1}>
              {title}
            </h1>
            {mark}
            <p className="text-muted" role="status">
              {count !== "" && t("admin.count", { count })}
            </p>
          </div>
          <div className="admin-head-actions">
            <DensityToggle />
            <BusyButton
              look="quiet"
              compact
              className="admin-icon-action"
              isBusy={records.query.isFetching}
              onClick={() => void records.query.refetch()}
            >
              <AdminIcon name="refresh" />
              <span>{t("admin.refresh")}</span>
            </BusyButton>
            {exportOf && (
              <a
                className={`${buttonClass("quiet", true)} admin-icon-action`}
                href={records.exportAddress(exportOf)}
                download=""
              >
                <AdminIcon name="download" />
                <span>{t("admin.export")}</span>
              </a>
            )}
            {action}
          </div>
        </div>
        {counts}
      </header>
      <div className="admin-tools-place">
        <div className="admin-tools">
          {searchable && <Search q={params["q"] ?? ""} field={search} onSearch={(q) => change({ q })} />}
          {hasFilters && (
            <div className="admin-filters">
              {filters.map(({ name, label, options }) => (
                <Choice
                  key={name}
                  label={label}
                  value={params[name] ?? ""}
                  options={[{ value: "", label: t("admin.all") }, ...options]}
                  onChoose={(value) => change({ [name]: value })}
                />
              ))}
              {switches.map(({ name, label }) => (
                <Button
                  key={name}
                  look="quiet"
                  compact
                  className="admin-switch"
                  aria-pressed={params[name] === "true"}
                  onClick={() => change({ [name]: params[name] === "true" ? null : "true" })}
                >
                  {label}
                </Button>
              ))}
              {sorts.length > 1 && (
                <Choice
                  label={t("admin.sort")}
                  value={params["sort"] ?? sorts[0]?.value ?? ""}
                  options={sorts}
                  onChoose={(sort) => change({ sort: sort === sorts[0]?.value ? null : sort })}
                />
              )}
            </div>
          )}
        </div>
        {bulk}
      </div>
    </>
  )
}

/** For what goes away with what it did: the focus goes on to the name of the list. */
export function focusTitle(): void {
  document.getElementById("admin-title")?.focus()
}

const DENSITY = "admin-density"

/** Rows in two lines or in one; kept in this browser. */
function DensityToggle() {
  const { t } = useAdminApp()
  const [isCompact, setIsCompact] = useState(() => localStorage.getItem(DENSITY) === "compact")
  useEffect(() => {
    document.documentElement.dataset["density"] = isCompact ? "compact" : "comfortable"
    localStorage.setItem(DENSITY, isCompact ? "compact" : "comfortable")
  }, [isCompact])
  return (
    <Button look="quiet" compact aria-pressed={isCompact} onClick={() => setIsCompact(!isCompact)}>
      {t("admin.compact")}
    </Button>
  )
}

/** So long after the last letter a search begins, in ms. */
const PAUSE_MS = 250

function Search({
  q,
  field,
  onSearch,
}: {
  readonly q: string
  readonly field: RefObject<HTMLInputElement | null>
  readonly onSearch: (q: string) => void
}) {
  const { t, lengths } = useAdminApp()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  // What the address says is shown, but never while somebody types.
  useEffect(() => {
    const input = field.current
    if (input && input !== document.activeElement) input.value = q
  }, [q, field])
  return (
    <search className="admin-search">
      <AdminIcon name="search" />
      <input
        ref={field}
        type="search"
        aria-label={t("admin.search")}
        placeholder={t("admin.search")}
        defaultValue={q}
        maxLength={lengths.query}
        onInput={({ currentTarget: { value } }) => {
          clearTimeout(waiting.current)
          waiting.current = setTimeout(() => onSearch(value.trim()), PAUSE_MS)
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </search>
  )
}

function Choice({
  label,
  value,
  options,
  onChoose,
}: {
  readonly label: string
  readonly value: string
  readonly options: readonly Option[]
  readonly onChoose: (value: string) => void
}) {
  return (
    <label className="admin-choice">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
