import { useTutorApp } from "#platform/app/app.tsx"
import { Button, focusAround } from "#ui/button.tsx"

/** A part of the page that did not load, while the others did. */
export function LoadFailedLine({ error, again }: { readonly error: unknown; readonly again: () => unknown }) {
  const { t, failureMessage } = useTutorApp()
  return (
    <div className="grid justify-items-start gap-3" role="alert">
      <p>{failureMessage(error)}</p>
      <Button ref={focusAround} look="quiet" compact onClick={() => void again()}>
        {t("error.retry")}
      </Button>
    </div>
  )
}
