import { useSearchAdminApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import type { Section } from "./search-sections.tsx"

interface Props {
  readonly id: string
  readonly sections: readonly Section[]
  /** The id of the option that Enter opens. */
  readonly active: string | undefined
  readonly onOpen: () => void
}

export function SearchResults({ id, sections, active, onOpen }: Props) {
  const { t } = useSearchAdminApp()
  return (
    <div id={id} role="listbox" aria-label={t("admin.search_all")} hidden={sections.length === 0}>
      {sections.map(({ id: sectionId, label, count, options }) => (
        <div key={sectionId} role="group" aria-labelledby={sectionId} className="find-section">
          <p id={sectionId} role="presentation" className="find-heading">
            {label} <span>{count}</span>
          </p>
          {options.map((option) => (
            <AppLink
              key={option.id}
              id={option.id}
              to={option.to}
              role="option"
              tabIndex={-1}
              aria-selected={option.id === active}
              className="find-option"
              onOpen={onOpen}
            >
              {option.content}
            </AppLink>
          ))}
        </div>
      ))}
    </div>
  )
}
