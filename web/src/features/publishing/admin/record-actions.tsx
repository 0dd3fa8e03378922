import { formatDay, formatHour } from "@haitech/contract/clock"
import type { ReactNode } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { Button } from "#ui/button.tsx"

interface Actions {
  readonly onEdit: () => void
  readonly onDelete: () => void
}

interface Props extends Actions {
  readonly updatedAt: string
  readonly children: ReactNode
}

export function AdminRecordView({ updatedAt, onEdit, onDelete, children }: Props) {
  const { t } = useAdminApp()
  const when = useFormatWhen()
  return (
    <article className="admin-record">
      {children}
      <p className="small text-muted">{t("admin.updated_at", { when: when(updatedAt).exact })}</p>
      <div className="admin-record-actions">
        <Button compact onClick={onEdit}>
          {t("admin.edit")} <kbd aria-hidden="true">E</kbd>
        </Button>
        <Button compact look="quiet" className="danger" onClick={onDelete}>
          {t("admin.delete")} <kbd aria-hidden="true">{t("admin.delete_key")}</kbd>
        </Button>
      </div>
    </article>
  )
}

/** Formats an instant in the site's zone for a row. */
export function useFormatWhen() {
  const { language, timeZone } = useAdminApp()
  return (at: string) => {
    const short = formatDay(language, at, timeZone)
    return { short, exact: `${short}, ${formatHour(language, at, timeZone)}` }
  }
}

interface AddProps {
  readonly label: string
  readonly onAdd: () => void
}

export function AdminAddButton({ label, onAdd }: AddProps) {
  return (
    <Button compact title={label} onClick={onAdd}>
      <AdminIcon name="plus" />
      <span>{label}</span>
      <kbd aria-hidden="true">N</kbd>
    </Button>
  )
}
