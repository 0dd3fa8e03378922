import type { MessageKey } from "#platform/i18n/texts.ts"
import { usePage } from "./page.tsx"

/** Texts by message key, for `fetchTexts`. */
export function TextList({ keys }: { readonly keys: readonly MessageKey[] }) {
  const { t } = usePage()
  return keys.map((key) => (
    <p key={key} id={key}>
      {t(key)}
    </p>
  ))
}
