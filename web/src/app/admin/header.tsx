import type { ListInput } from "@haitech/contract/lists"
import type { Descriptor, Download } from "@haitech/contract/route"
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import type { Records } from "#platform/admin/use-records.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button, buttonClass } from "#ui/button.tsx"

type Row = { readonly id: string }

interface Option {
  readonly value: string
  readonly label: string
}

interface Filter<Query> {
  readonly name: keyof Query & string
  readonly label: string
}

export interface ListTools<Query> {
  readonly title: string
  readonly filters?: readonly (Filter<Query> & { readonly options: readonly Option[] })[]
  readonly switches?: readonly Filter<Query>[]
  /** The first one is the default. */
  readonly sorts?: readonly Option[]
  readonly searchable?: boolean
  readonly exportOf?: Descriptor<never, Download>
  /** Shown beside the title. */
  readonly mark?: ReactNode
  /** Shown at the right end. */
  readonly action?: ReactNode
  /** Shown between the title and the tools. */
  readonly counts?: ReactNode
}

interface Props<R extends Row, Q extends ListInput> extends ToolProps<R, Q> {
  readonly search: RefObject<HTMLInputElement | null>
  /** Replaces the tools while rows are selected. */
  readonly bulk: ReactNode
}

export function ListHead<R extends Row, Q extends ListInput>({ records, search, bulk, ...tools }: Props<R, Q>) {
  const { title, mark, counts, searchable = true } = tools
  const { t, language, lengths } = useAdminApp()
  const { total, params, set } = records
  const number = formatNumber(language, Math.min(total ?? 0, lengths.countLimit))
  const count = total === undefined ? "" : total > lengths.countLimit ? `${number}+` : number
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
          <HeadActions records={records} {...tools} />
        </div>
        {counts}
      </header>
      <div className="admin-tools-place">
        <div className="admin-tools">
          {searchable && <Search q={params.q ?? ""} field={search} onSearch={(q) => set("q", q)} />}
          <Filters records={records} {...tools} />
        </div>
        {bulk}
      </div>
    </>
  )
}

interface ToolProps<R extends Row, Q extends ListInput> extends ListTools<Q> {
  readonly records: Records<R, Q>
}

function HeadActions<R extends Row, Q extends ListInput>({ records, exportOf, action }: ToolProps<R, Q>) {
  const { t } = useAdminApp()
  return (
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
  )
}

function Filters<R extends Row, Q extends ListInput>({
  records: { params, set },
  filters = [],
  switches = [],
  sorts = [],
}: ToolProps<R, Q>) {
  const { t } = useAdminApp()
  if (filters.length + switches.length === 0 && sorts.length < 2) return null
  return (
    <div className="admin-filters">
      {filters.map(({ name, label, options }) => (
        <Choice
          key={name}
          label={label}
          value={params[name] ?? ""}
          options={[{ value: "", label: t("admin.all") }, ...options]}
          onChoose={(value) => set(name, value)}
        />
      ))}
      {switches.map(({ name, label }) => (
        <Button
          key={name}
          look="quiet"
          compact
          className="admin-switch"
          aria-pressed={params[name] === "true"}
          onClick={() => set(name, params[name] === "true" ? null : "true")}
        >
          {label}
        </Button>
      ))}
      {sorts.length > 1 && (
        <Choice
          label={t("admin.sort")}
          value={params.sort ?? sorts[0]?.value ?? ""}
          options={sorts}
          onChoose={(sort) => set("sort", sort === sorts[0]?.value ? null : sort)}
        />
      )}
    </div>
  )
}

/** For an action that removes its own button. */
export function focusTitle(): void {
  document.getElementById("admin-title")?.focus()
}

const DENSITY_KEY = "admin-density"

/** Switches between rows of two lines and of one. Stored in this browser. */
function DensityToggle() {
  const { t } = useAdminApp()
  const [isCompact, setIsCompact] = useState(() => localStorage.getItem(DENSITY_KEY) === "compact")
  useEffect(() => {
    document.documentElement.dataset["density"] = isCompact ? "compact" : "comfortable"
    localStorage.setItem(DENSITY_KEY, isCompact ? "compact" : "comfortable")
  }, [isCompact])
  return (
    <Button look="quiet" compact aria-pressed={isCompact} onClick={() => setIsCompact(!isCompact)}>
      {t("admin.compact")}
    </Button>
  )
}

/** From the last keystroke to the search. */
const DEBOUNCE_MS = 250

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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Follows the URL, but not while the user types.
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
          clearTimeout(timer.current)
          timer.current = setTimeout(() => onSearch(value.trim()), DEBOUNCE_MS)
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
