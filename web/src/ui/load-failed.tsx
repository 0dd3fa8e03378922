import { Button } from "./button.tsx"

interface Props {
  readonly title: string
  readonly message: string
  readonly retry: string
  readonly onRetry: () => void
}

/** Something could not be loaded; the way to try once more. */
export function LoadFailed({ title, message, retry, onRetry }: Props) {
  return (
    <div className="grid justify-items-start gap-4 p-6" role="alert">
      <p>
        <strong>{title}</strong>
        <br />
        {message}
      </p>
      <Button look="quiet" onClick={onRetry}>
        {retry}
      </Button>
    </div>
  )
}
