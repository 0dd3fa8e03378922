import { Button } from "#ui/button.tsx"
import { LitMedal } from "#ui/lit-medal.tsx"

interface Props {
  readonly texts: Readonly<Record<"schedule.success_title" | "schedule.success" | "schedule.another", string>>
  readonly onAnother: () => void
}

export function Confirmation({ texts, onAnother }: Props) {
  return (
    <div className="grid justify-items-center gap-4 py-16 text-center" role="status">
      <LitMedal unfolds />
      <h3 className="text-[1.75rem]">{texts["schedule.success_title"]}</h3>
      <p className="text-muted">{texts["schedule.success"]}</p>
      <Button look="quiet" onClick={onAnother}>
        {texts["schedule.another"]}
      </Button>
    </div>
  )
}
