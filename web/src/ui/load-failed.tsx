import { Button, focusAround } from "./button.tsx"
import { Medal } from "./medal.tsx"

interface Props {
  readonly title: string
  readonly message: string
  readonly retry: string
  readonly onRetry: () => void
}

export function LoadFailed({ title, message, retry, onRetry }: Props) {
  return (
    <div className="empty-state" role="alert">
      <Medal symbol="lost" className="size-24 text-action" />
      <p>
        <strong>{title}</strong>
        <br />
        {message}
      </p>
      <Button ref={focusAround} look="quiet" onClick={onRetry}>
        {retry}
      </Button>
    </div>
  )
}
