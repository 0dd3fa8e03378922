import type { ChatThread } from "@haitech/contract/admin/chat"
import { useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { pluralOf } from "#platform/i18n/plural.ts"
import { Button } from "#ui/button.tsx"
import { ConfirmDialog } from "#ui/confirm-dialog.tsx"

const ABOUT = { one: "admin.thread_delete_about_one", other: "admin.thread_delete_about_other" } as const

interface Props {
  readonly thread: ChatThread
  readonly onDelete: () => void
}

/** Of a guest's conversation: a member's is deleted with the account. */
export function DeleteThread({ thread: { name, lastSequence: count, isBlocked }, onDelete }: Props) {
  const { t, language } = useAdminApp()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" compact className="danger" onClick={() => setOpen(true)}>
        {t("admin.delete")}
      </Button>
      <ConfirmDialog
        id="delete-thread"
        title={t("admin.thread_delete_title", { name })}
        labels={{ confirm: t("admin.delete"), cancel: t("profile.cancel"), close: t("dialog.close") }}
        isDanger
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={onDelete}
      >
        <p>{t(ABOUT[pluralOf(language, count)], { count })}</p>
        {isBlocked === "true" && <p>{t("admin.thread_delete_blocked")}</p>}
      </ConfirmDialog>
    </>
  )
}
