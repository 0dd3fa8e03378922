import type { MembershipImport } from "@haitech/contract/admin/imports"
import { useState } from "react"
import { useShortcuts } from "#platform/admin/use-shortcuts.ts"
import { useImportAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { Button, buttonClass } from "#ui/button.tsx"
import { UndoBar } from "#ui/undo-bar.tsx"
import { FocusedHeading } from "./focused-heading.tsx"
import { useUndoImport } from "./import-api.ts"

interface Props {
  readonly result: MembershipImport
  readonly onAgain: () => void
}

/** The undo bar shows what was imported; the history offers the undo for a day. */
export function ImportDone({ result: { id, imported }, onAgain }: Props) {
  const { t, language } = useImportAdminApp()
  const [isUndoable, setIsUndoable] = useState(true)
  const { mutate, isPending } = useUndoImport(t)
  const undo = () => !isPending && mutate(id, { onSuccess: onAgain })
  const title = t("import.done", { count: formatNumber(language, imported) })
  useShortcuts(isUndoable ? { z: undo } : {})
  return (
    <>
      <FocusedHeading id="import-done">{title}</FocusedHeading>
      <p className="text-muted">{t("import.undo_about")}</p>
      <p className="import-actions">
        <AppLink className={buttonClass()} to="/memberships">
          {t("import.show")}
        </AppLink>
        <Button look="quiet" onClick={onAgain}>
          {t("import.again")}
        </Button>
      </p>
      <UndoBar
        of={isUndoable ? { id, title, about: t("import.undo_bar") } : null}
        undo={t("admin.undo")}
        isPending={isPending}
        onUndo={undo}
        onGone={() => setIsUndoable(false)}
      />
    </>
  )
}
