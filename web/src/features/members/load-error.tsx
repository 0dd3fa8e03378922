import { useApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { EmptyState } from "#ui/empty-state.tsx"

interface Props {
  readonly error: unknown
  readonly again: () => unknown
}

export function LoadError({ error, again }: Props) {
  const { t, failureTexts } = useApp()
  const { title, message } = failureTexts(error, t("dashboard.failed_title"))
  return (
    <div role="alert">
      <EmptyState symbol="lost" title={title} sentence={message}>
        <Button look="quiet" onClick={() => void again()}>
          {t("error.retry")}
        </Button>
      </EmptyState>
    </div>
  )
}
