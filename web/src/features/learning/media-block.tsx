import type { BlockOf } from "@haitech/contract/lessons"
import { ShortText } from "#features/learning/exercises/short-text.tsx"
import { formatSize } from "#platform/i18n/numbers.ts"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"

/** Sound or film, fetched only on a tap. Without script the button is a link to the file. */
export function MediaBlock({ block }: { readonly block: BlockOf<"media"> }) {
  const { t, language } = usePage()
  const { media, src, bytes, title, transcript } = block
  return (
    <figure className="lesson-media card">
      <figcaption className="strong">{title}</figcaption>
      <a className={buttonClass("quiet")} href={src} data-media={media} lang={language}>
        {t(media === "audio" ? "lesson.play_audio" : "lesson.play_video", { size: formatSize(language, bytes) })}
      </a>
      {transcript && (
        <details>
          <summary lang={language}>{t("lesson.transcript")}</summary>
          <div className="exercise-text">
            <ShortText text={transcript} />
          </div>
        </details>
      )}
    </figure>
  )
}
