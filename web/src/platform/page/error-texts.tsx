import { RAW_ERROR_TEXTS } from "#platform/http/raw-errors.ts"
import { usePage } from "./page.tsx"

/** The texts of spec §8 by message key, for `failureReason`. */
export function ErrorTexts() {
  const { t } = usePage()
  return RAW_ERROR_TEXTS.map((key) => (
    <p key={key} id={key}>
      {t(key)}
    </p>
  ))
}
