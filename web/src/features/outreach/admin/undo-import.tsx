import { useHistoryAdminApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { useUndoImport } from "./import-api.ts"

/** In the history. If the import is already undone, the server refuses with a message. */
export function UndoImport({ id }: { readonly id: string }) {
  const { t } = useHistoryAdminApp()
  const { mutate, isPending, isSuccess } = useUndoImport(t)
  return (
    <p>
      <BusyButton compact isBusy={isPending || isSuccess} onClick={() => mutate(id)}>
        {t("audit.undo_import")}
      </BusyButton>
    </p>
  )
}
