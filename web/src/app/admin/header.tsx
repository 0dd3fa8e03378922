import type { ListInput } from "@haitech/contract/lists"
import type { Descriptor, Download } from "@haitech/contract/route"
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import type { Records } from "#platform/admin/use-records.ts"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { formatCount } from "#platform/i18n/numbers.ts"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { Button } from "#ui/button.tsx"
import { FilterMenu } from "#ui/filter-menu.tsx"
import { ToolButton } from "#ui/tool-button.tsx"

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
  readonly total?: AdminText
  readonly filters?: readonly (Filter<Query> & { readonly options: readonly Option[] })[]
  readonly switches?: readonly Filter<Query>[]
  /** The first one is the default. */
  readonly sorts?: readonly Option[]
  readonly searchable?: boolean
  readonly exportOf?: Descriptor<never, Download>
  /** Shown beside the title. */
  readonly mark?: ReactNode
  /** Shown at the right end, as a `ToolButton` or a compact button. */
  readonly action?: ReactNode
  readonly strip?: ReactNode
}

interface Props<R extends Row, Q extends ListInput> extends ToolProps<R, Q> {
  readonly search: RefObject<HTMLInputElement | null>
  readonly bulk: ReactNode
}

export function ListHead<R extends Row, Q extends ListInput>({ records, search, bulk, ...tools }: Props<R, Q>) {
  const { title, mark, strip, action, searchable = true, total: totalText = "admin.count" } = tools
  const { t, language, lengths } = useAdminApp()
  const { total, params, set } = records
  const count = total === undefined ? "" : formatCount(language, total, lengths.countLimit)
  return (
    <>
      <div className="admin-tools-place">
        <header className="admin-tools">
          <div className="admin-tools-name">
            <h1 id="admin-title" tabIndex={-1}>
              {title}
            </h1>
            {mark}
            <p className="text-muted" role="status">
              {count !== "" && t(totalText, { count })}
            </p>
          </div>
          {searchable && <Search q={params.q ?? ""} field={search} onSearch={(q) => set("q", q)} />}
          <Filters records={records} {...tools} />
          <ListActions records={records} {...tools} />
          {action}
        </header>
        {bulk}
      </div>
      {strip}
    </>
  )
}

interface ToolProps<R extends Row, Q extends ListInput> extends ListTools<Q> {
  readonly records: Records<R, Q>
}

function ListActions<R extends Row, Q extends ListInput>({ records, exportOf }: ToolProps<R, Q>) {
  const { t } = useAdminApp()
  const { isFetching, refetch } = records.query
  return (
    <>
      <DensityToggle />
      <ToolButton
        icon="refresh"
        label={t("admin.refresh")}
        aria-disabled={isFetching || undefined}
        onClick={() => !isFetching && void refetch()}
      />
      {exportOf && (
        <a className="admin-tool" href={records.exportAddress(exportOf)} download="" title={t("admin.export")}>
          <AdminIcon name="download" />
          <span className="sr">{t("admin.export")}</span>
        </a>
      )}
    </>
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
    <FilterMenu label={t("admin.filters")} count={[...filters, ...switches].filter(({ name }) => params[name]).length}>
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
    </FilterMenu>
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
    <ToolButton
      icon="rows"
      label={t("admin.compact")}
      aria-pressed={isCompact}
      onClick={() => setIsCompact(!isCompact)}
    />
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

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly Option[]
  readonly onChoose: (value: string) => void
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
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
