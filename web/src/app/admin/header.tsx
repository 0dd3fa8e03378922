import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import { useOffice } from "#platform/app.tsx"
import { numberInWords } from "#platform/numbers.ts"
import type { Records } from "#platform/use-records.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button, buttonClass } from "#ui/button.tsx"
import { OfficeIcon } from "#ui/office-icon.tsx"

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
  const { t, language, limits } = useOffice()
  const { total, asked, change } = records
  const number = numberInWords(language, Math.min(total ?? 0, limits.mostCounted))
  const count = total === undefined ? "" : total > limits.mostCounted ? `${number}+` : number
  const hasFilters = filters.length + switches.length > 0 || sorts.length > 1
  return (
    <>
      <header className="office-head">
        <div className="office-head-row">
          <div className="office-head-name">
            <h1 id="office-title" tabIndex={-1}>
              {title}
            </h1>
            {mark}
            <p className="text-muted" role="status">
              {count !== "" && t("office.count", { count })}
            </p>
          </div>
          <div className="office-head-acts">
            <Density />
            <BusyButton
              look="quiet"
              compact
              className="office-icon-act"
              isBusy={records.query.isFetching}
              onClick={() => void records.query.refetch()}
            >
              <OfficeIcon name="refresh" />
              <span>{t("office.refresh")}</span>
            </BusyButton>
            {exportOf && (
              <a
                className={`${buttonClass("quiet", true)} office-icon-act`}
                href={records.exportAddress(exportOf)}
                download=""
              >
                <OfficeIcon name="download" />
                <span>{t("office.export")}</span>
              </a>
            )}
            {action}
          </div>
        </div>
        {counts}
      </header>
      <div className="office-tools-place">
        <div className="office-tools">
          {searchable && <Search q={asked["q"] ?? ""} field={search} onSearch={(q) => change({ q })} />}
          {hasFilters && (
            <div className="office-filters">
              {filters.map(({ name, label, options }) => (
                <Choice
                  key={name}
                  label={label}
                  value={asked[name] ?? ""}
                  options={[{ value: "", label: t("office.all") }, ...options]}
                  onChoose={(value) => change({ [name]: value })}
                />
              ))}
              {switches.map(({ name, label }) => (
                <Button
                  key={name}
                  look="quiet"
                  compact
                  className="office-switch"
                  aria-pressed={asked[name] === "true"}
                  onClick={() => change({ [name]: asked[name] === "true" ? null : "true" })}
                >
                  {label}
                </Button>
              ))}
              {sorts.length > 1 && (
                <Choice
                  label={t("office.sort")}
                  value={asked["sort"] ?? sorts[0]?.value ?? ""}
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
  document.getElementById("office-title")?.focus()
}

const DENSITY = "office-density"

/** Rows in two lines or in one; kept in this browser. */
function Density() {
  const { t } = useOffice()
  const [isCompact, setIsCompact] = useState(() => localStorage.getItem(DENSITY) === "compact")
  useEffect(() => {
    document.documentElement.dataset["density"] = isCompact ? "compact" : "comfortable"
    localStorage.setItem(DENSITY, isCompact ? "compact" : "comfortable")
  }, [isCompact])
  return (
    <Button look="quiet" compact aria-pressed={isCompact} onClick={() => setIsCompact(!isCompact)}>
      {t("office.compact")}
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
  const { t, limits } = useOffice()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  // What the address says is shown, but never while somebody types.
  useEffect(() => {
    const input = field.current
    if (input && input !== document.activeElement) input.value = q
  }, [q, field])
  return (
    <search className="office-search">
      <OfficeIcon name="search" />
      <input
        ref={field}
        type="search"
        aria-label={t("office.search")}
        placeholder={t("office.search")}
        defaultValue={q}
        maxLength={limits.query}
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
    <label className="office-choice">
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
