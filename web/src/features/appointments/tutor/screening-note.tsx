import { formatDay } from "@haitech/contract/clock"
import { pathIn } from "@haitech/contract/languages"
import { useTutorApp } from "#platform/app/app.tsx"

const SOON_MS = 30 * 86_400_000

interface Props {
  readonly screenedUntil: string | null
  /** In milliseconds. */
  readonly now: number
}

/** Where the screening stands. A missing or ending one asks for something; a valid one is a line. */
export function ScreeningNote({ screenedUntil, now }: Props) {
  const { t, language, timeZone } = useTutorApp()
  const state = stateOf(screenedUntil, now)
  const day = screenedUntil ? formatDay(language, screenedUntil, timeZone) : ""
  const sentence = t(`tutor.screening_${state}`, { day })
  if (state === "valid") return <p className="small text-muted">{sentence}</p>
  return (
    <p className={state === "soon" ? "notice" : "notice failure"}>
      {sentence}{" "}
      <a className="underline" href={pathIn(language, "/contact")}>
        {t("tutor.screening_write")}
      </a>
    </p>
  )
}

function stateOf(screenedUntil: string | null, now: number): "missing" | "ended" | "soon" | "valid" {
  if (screenedUntil === null) return "missing"
  const left = Date.parse(screenedUntil) - now
  return left <= 0 ? "ended" : left < SOON_MS ? "soon" : "valid"
}
