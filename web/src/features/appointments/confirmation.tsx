import type { Ref } from "react"
import { Button } from "#ui/button.tsx"
import { LitMedal } from "#ui/lit-medal.tsx"

interface Props {
  readonly ref: Ref<HTMLDivElement>
  readonly texts: Readonly<Record<"schedule.success_title" | "schedule.success" | "schedule.another", string>>
  /** The requested hour, in the site's and in the visitor's zone. */
  readonly summary: string
  readonly onAnother: () => void
}

export function Confirmation({ ref, texts, summary, onAnother }: Props) {
  return (
    <div ref={ref} className="grid justify-items-center gap-4 py-16 text-center" role="status" tabIndex={-1}>
      <LitMedal unfolds />
      <h3 className="text-[1.75rem]">{texts["schedule.success_title"]}</h3>
      <p className="strong">{summary}</p>
      <p className="text-muted">{texts["schedule.success"]}</p>
      <Button look="quiet" onClick={onAnother}>
        {texts["schedule.another"]}
      </Button>
    </div>
  )
}
