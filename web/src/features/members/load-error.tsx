import { pathIn } from "@haitech/contract/languages"
import { useApp } from "#platform/app/app.tsx"
import { CallFailed } from "#platform/http/request.ts"
import { Button, focusAround } from "#ui/button.tsx"
import { useUser } from "./api.ts"

interface Props {
  readonly error: unknown
  readonly again: () => unknown
}

/**
 * Loads with the dashboard, because it is needed most where nothing else loads; so it has no medal. Of a session that has ended
 * the app itself tells, once it has checked.
 */
export function LoadError({ error, again }: Props) {
  const { t, language, failureTexts } = useApp()
  const { isFetching } = useUser(false)
  if (isFetching && error instanceof CallFailed && error.status === 401) return null
  const { title, message } = failureTexts(error, t("dashboard.failed_title"))
  return (
    <div className="empty-state" role="alert">
      <h2 className="text-[1.375rem]">{title}</h2>
      <p className="lead">{message}</p>
      <Button ref={focusAround} look="quiet" onClick={() => void again()}>
        {t("error.retry")}
      </Button>
      {!navigator.onLine && (
        <p>
          <a className="underline" href={pathIn(language, "/saved")}>
            {t("dashboard.saved")}
          </a>
        </p>
      )}
    </div>
  )
}
