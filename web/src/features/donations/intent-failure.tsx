import { Button, focusAround } from "#ui/button.tsx"
import { Notice } from "#ui/notice.tsx"

interface Props {
  readonly texts: Readonly<Record<"donate.not_started" | "offline.title" | "offline.kept" | "error.retry", string>>
  readonly onRetry: (form: HTMLFormElement) => void
}

/** Spec §8: no payment could be prepared. Offline this is no failure of the form. */
export function IntentFailure({ texts, onRetry }: Props) {
  const offline = `${texts["offline.title"]} ${texts["offline.kept"]}`
  return (
    <div className="grid justify-items-start gap-3">
      <Notice failed>{navigator.onLine ? texts["donate.not_started"] : offline}</Notice>
      <Button
        ref={focusAround}
        look="quiet"
        onClick={({ currentTarget }) => currentTarget.form && onRetry(currentTarget.form)}
      >
        {texts["error.retry"]}
      </Button>
    </div>
  )
}
