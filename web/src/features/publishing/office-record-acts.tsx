import { dayInWords, hourInWords } from "@haitech/contract/clock"
import type { ReactNode } from "react"
import { useOffice } from "#platform/app.tsx"
import { Button } from "#ui/button.tsx"
import { OfficeIcon } from "#ui/office-icon.tsx"

interface Acts {
  readonly onEdit: () => void
  readonly onDelete: () => void
}

interface Props extends Acts {
  readonly updatedAt: string
  readonly children: ReactNode
}

/** One record as readers see it, in short, and what can be done with it. */
export function OfficeRecordView({ updatedAt, onEdit, onDelete, children }: Props) {
  const { t } = useOffice()
  const when = useWhen()
  return (
    <article className="office-record">
      {children}
      <p className="small text-muted">{t("office.updated_at", { when: when(updatedAt).exact })}</p>
      <div className="office-record-acts">
        <Button compact onClick={onEdit}>
          {t("office.edit")} <kbd aria-hidden="true">E</kbd>
        </Button>
        <Button compact look="quiet" className="danger" onClick={onDelete}>
          {t("office.delete")} <kbd aria-hidden="true">{t("office.delete_key")}</kbd>
        </Button>
      </div>
    </article>
  )
}

/** An instant on the office's clock, as a row says it. */
export function useWhen() {
  const { language, timeZone } = useOffice()
  return (at: string) => {
    const short = dayInWords(language, at, timeZone)
    return { short, exact: `${short}, ${hourInWords(language, at, timeZone)}` }
  }
}

interface AddProps {
  readonly label: string
  readonly onAdd: () => void
}

export function OfficeAddButton({ label, onAdd }: AddProps) {
  return (
    <Button compact onClick={onAdd}>
      <OfficeIcon name="plus" />
      {label} <kbd aria-hidden="true">N</kbd>
    </Button>
  )
}
