import { useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useCalendar } from "./api.ts"
import { useCreateFeed, useDeleteFeed } from "./calendar-links.ts"
import { GoogleNote } from "./google-note.tsx"

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function CalendarsDialog({ isOpen, onClose }: Props) {
  const { t } = useAdminApp()
  return (
    <Dialog id="calendars" title={t("admin.calendars")} closeLabel={t("dialog.close")} {...useModal(isOpen, onClose)}>
      {isOpen && (
        <div className="mt-3 grid gap-6">
          <GoogleNote />
          <Feed />
        </div>
      )}
    </Dialog>
  )
}

function Feed() {
  const { t, language, timeZone, showFailure } = useAdminApp()
  const since = useCalendar().data?.feedSince
  const create = useCreateFeed()
  const remove = useDeleteFeed()
  const isBusy = create.isPending || remove.isPending
  const url = create.data?.url
  return (
    <section className="grid justify-items-start gap-3">
      <h3>{t("admin.feed")}</h3>
      <p className="text-muted">{t("admin.feed_about")}</p>
      {since && <p>{t("admin.feed_since", { at: formatWhen(language, since, timeZone).exact })}</p>}
      {url && <NewAddress key={url} url={url} />}
      <div className="flex flex-wrap gap-3">
        <BusyButton
          look="quiet"
          compact
          isBusy={isBusy}
          onClick={() => create.mutate(undefined, { onError: showFailure })}
        >
          {t(since ? "admin.feed_replace" : "admin.feed_create")}
        </BusyButton>
        {since && (
          <BusyButton
            look="quiet"
            compact
            isBusy={isBusy}
            onClick={() => remove.mutate(undefined, { onSuccess: create.reset, onError: showFailure })}
          >
            {t("admin.feed_revoke")}
          </BusyButton>
        )}
      </div>
    </section>
  )
}

function NewAddress({ url }: { readonly url: string }) {
  const { t } = useAdminApp()
  const [isCopied, setIsCopied] = useState(false)
  return (
    <div className="grid w-full gap-2">
      <p className="notice caution">{t("admin.feed_once")}</p>
      <label className="grid gap-1">
        <span>{t("admin.feed_address")}</span>
        <input className="control" readOnly value={url} onFocus={(event) => event.target.select()} />
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <Button compact onClick={() => void navigator.clipboard.writeText(url).then(() => setIsCopied(true))}>
          {t("admin.feed_copy")}
        </Button>
        <span role="status">{isCopied && t("admin.feed_copied")}</span>
      </div>
    </div>
  )
}
