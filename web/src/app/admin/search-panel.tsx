import { type KeyboardEvent, useEffect, useState } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useSearchAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { EmptyState } from "#ui/empty-state.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { focusField, SearchField } from "./search-field.tsx"
import { useRecordSearch } from "./search-query.ts"
import { SearchResults } from "./search-results.tsx"
import { usePageSection, useRecordSections } from "./search-sections.tsx"

const LIST_ID = "search-results"

interface Props {
  readonly text: string
  readonly onText: (text: string) => void
  /** Something was opened. */
  readonly onLeave: () => void
}

/** A combobox with a list of links (ARIA APG): the field keeps the focus, the arrow keys choose, Enter opens. */
export function SearchPanel({ text, onText, onLeave }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const search = useRecordSearch(text)
  const pages = usePageSection(text)
  const sections = [...pages, ...useRecordSections(search.found)]
  const options = sections.flatMap((section) => section.options.map(({ id }) => id))
  const active = options.find((id) => id === chosen) ?? options[0]
  // The first hit of an older text would open what nobody has asked for.
  const isSure = search.isSettled || pages.length > 0 || chosen === active
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: "nearest" })
  }, [active])

  const move = (step: number) => {
    if (active) setChosen(options.at((options.indexOf(active) + step) % options.length) ?? null)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === "ArrowDown") move(1)
    else if (event.key === "ArrowUp") move(-1)
    else if (event.key === "Enter" && active && isSure) document.getElementById(active)?.click()
    else return
    event.preventDefault()
  }
  return (
    <>
      <SearchField
        text={text}
        onText={(next) => {
          onText(next)
          setChosen(null)
        }}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={LIST_ID}
        aria-activedescendant={active}
        onKeyDown={onKeyDown}
      />
      <div className="find-body" aria-busy={!search.isSettled}>
        <SearchResults id={LIST_ID} sections={sections} active={active} onOpen={onLeave} />
        <Outcome text={text} search={search} count={options.length} />
      </div>
    </>
  )
}

interface OutcomeProps {
  readonly text: string
  readonly search: ReturnType<typeof useRecordSearch>
  readonly count: number
}

/** Below the results, or in their place. */
function Outcome({ text, search, count }: OutcomeProps) {
  const { t, language, lengths } = useSearchAdminApp()
  const loadError = useLoadError()
  const retry = () => {
    focusField()
    void search.retry()
  }
  const isTooShort = text.trim().length < lengths.searchStart
  const isNothing = count === 0 && !isTooShort && search.isSettled && !search.error
  return (
    <>
      {search.error && <LoadFailed {...loadError(search.error, retry)} />}
      {count === 0 && isTooShort && <p className="find-hint">{t("admin.search_hint")}</p>}
      <div role="status">
        {search.isEmptyYet && <Placeholder />}
        {isNothing && <EmptyState symbol="lost" sentence={t("admin.nothing_found")} />}
        {count > 0 && search.isSettled && (
          <span className="sr">{t("admin.search_found", { count: formatNumber(language, count) })}</span>
        )}
      </div>
    </>
  )
}

function Placeholder() {
  const { t } = useSearchAdminApp()
  return (
    <div className="find-waiting">
      <span className="sr">{t("overlay.loading")}</span>
      {["a", "b", "c", "d"].map((name) => (
        <div key={name}>
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-3 w-3/5" />
        </div>
      ))}
    </div>
  )
}
