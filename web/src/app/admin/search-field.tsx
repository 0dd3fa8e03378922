import { type ComponentProps, useLayoutEffect, useRef } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { AdminIcon } from "#ui/admin-icon.tsx"

interface Props extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  readonly text: string
  readonly onText: (text: string) => void
}

const FIELD_ID = "search-field"

/** For an action that removes its own button. */
export function focusField(): void {
  document.getElementById(FIELD_ID)?.focus()
}

/** Takes the focus when it appears, after what is typed already. */
export function SearchField({ text, onText, ...rest }: Props) {
  const { t, lengths } = useAdminApp()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(lengths.query, lengths.query)
  }, [lengths.query])
  return (
    <div className="find-field">
      <AdminIcon name="search" />
      <input
        ref={field}
        id={FIELD_ID}
        aria-label={t("admin.search_all")}
        placeholder={t("admin.search_field")}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={lengths.query}
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        {...rest}
      />
    </div>
  )
}
