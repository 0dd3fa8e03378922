import type { Language } from "@haitech/contract/languages"
import { useEffect, useRef } from "react"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { formatStart } from "./format-start.ts"

export const STARTS_TEXTS = ["schedule.free_starts"] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof STARTS_TEXTS)[number], string>>
  readonly language: Language
  readonly starts: readonly string[]
  readonly onChoose: (startsAt: string) => void
}

/** The next free hours after one that somebody else took, on the visitor's clock. */
export function FreeStarts({ texts, language, starts, onChoose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} className="notice failure free-starts" role="group" aria-labelledby="free-starts" tabIndex={-1}>
      <p id="free-starts">{texts["schedule.free_starts"]}</p>
      {starts.map((startsAt) => (
        <Button key={startsAt} look="quiet" compact onClick={() => onChoose(startsAt)}>
          {formatStart(language, startsAt)}
        </Button>
      ))}
    </div>
  )
}
