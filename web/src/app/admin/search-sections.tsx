import type { SearchGroup, SearchHit } from "@haitech/contract/admin/search"
import type { ReactNode } from "react"
import { SECURITY_PATH } from "#features/accounts/admin/factor-reminder.tsx"
import { useSearchAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { foldCase } from "#platform/i18n/fold-case.ts"
import { formatCount, formatMoney } from "#platform/i18n/numbers.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { Chip } from "#ui/chip.tsx"
import { TABS } from "./rail.tsx"
import { KINDS } from "./search-kinds.ts"

interface Option {
  /** Of its element. */
  readonly id: string
  readonly to: string
  readonly content: ReactNode
}

export interface Section {
  readonly id: string
  readonly label: string
  readonly count: string
  readonly options: readonly Option[]
}

const PAGES = [...TABS, { to: SECURITY_PATH, label: "factor.nav", icon: "badge" } as const]

/** The pages whose name has every word of the text at the start of one of its own words. */
export function usePageSection(text: string): readonly Section[] {
  const { t, language, lengths } = useSearchAdminApp()
  const words = wordsOf(text)
  const found = PAGES.filter(({ label }) => {
    const name = wordsOf(t(label))
    return words.length > 0 && words.every((word) => name.some((part) => part.startsWith(word)))
  })
  if (found.length === 0) return []
  const options = found.map(({ to, label, icon }) => ({
    id: `search-page${to}`,
    to,
    content: (
      <>
        <AdminIcon name={icon} />
        <strong>{t(label)}</strong>
      </>
    ),
  }))
  const count = formatCount(language, found.length, lengths.countLimit)
  return [{ id: "search-pages", label: t("admin.search_pages"), count, options }]
}

function wordsOf(text: string): string[] {
  return foldCase(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

interface Found {
  /** The text that found these. */
  readonly q: string
  readonly groups: readonly SearchGroup[]
}

/** A kind of a newer server has no list here. */
export function useRecordSections(found: Found | undefined): readonly Section[] {
  const { t, language, lengths } = useSearchAdminApp()
  if (!found) return []
  const { q, groups } = found
  return groups.flatMap(({ kind, total, hits }) => {
    const known = entryOf(KINDS, kind)
    if (!known) return []
    const count = formatCount(language, total, lengths.countLimit)
    const label = t(known.label)
    const options: Option[] = hits.map((hit) => ({
      id: `search-${hit.id}`,
      to: known.record(hit.id, q),
      content: <Hit kind={kind} hit={hit} />,
    }))
    if (total > hits.length)
      options.push({
        id: `search-all-${kind}`,
        to: `${known.list}?${new URLSearchParams({ q })}`,
        content: <span className="find-more">{t("admin.search_more", { count, list: label })}</span>,
      })
    return [{ id: `search-kind-${kind}`, label, count, options }]
  })
}

interface HitProps {
  readonly kind: string
  readonly hit: SearchHit
}

function Hit({ kind, hit: { title, line, amount, state, at } }: HitProps) {
  const { t, label, language, timeZone } = useSearchAdminApp()
  const states = entryOf(KINDS, kind)?.states
  const when = at && formatWhen(language, at, timeZone)
  const money = amount && formatMoney(language, amount.cents, amount.currency)
  return (
    <>
      <span className="find-hit">
        <strong>{title ?? t("admin.no_name")}</strong>
        <span>{[money, line].filter(Boolean).join(" · ")}</span>
      </span>
      <span className="find-side">
        {when && (
          <time dateTime={at} title={when.exact}>
            {when.short}
          </time>
        )}
        {states && state && <Chip tone={entryOf(states, state)?.tone ?? "plain"}>{label(states, state)}</Chip>}
      </span>
    </>
  )
}
