import type { Language } from "@haitech/contract/languages"
import { usePage } from "#platform/page/page.tsx"

/** Says a text with the device's own voice; `lesson-sounds.ts` shows the button where the device has one. */
export function ListenButton({ text, lang }: { readonly text: string; readonly lang: Language }) {
  const { t, language } = usePage()
  return (
    <button
      type="button"
      className="round lesson-listen"
      hidden
      data-speak={text}
      data-speak-language={lang}
      lang={language}
      aria-label={t("lesson.listen", { text })}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 9.5v5h4l5 4v-13l-5 4zM16.5 9a4.5 4.5 0 0 1 0 6m2.5-8.5a8 8 0 0 1 0 11" />
      </svg>
    </button>
  )
}
