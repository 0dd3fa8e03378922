import type { UndoneImport } from "@haitech/contract/admin/imports"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useMutation } from "@tanstack/react-query"
import { useRecordLists } from "#platform/admin/record-lists.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { request } from "#platform/http/request.ts"
import { formatNumber } from "#platform/i18n/numbers.ts"
import type { IMPORT_UNDO_TEXTS } from "./import-texts.ts"

export function useCheckImport() {
  const { language } = useAdminApp()
  return useMutation({
    mutationFn: (file: File) => request(routes.checkMembershipImport, { body: { file } }, language),
  })
}

export function useImport() {
  const { language } = useAdminApp()
  const { refresh } = useRecordLists(routes.listMemberships)
  return useMutation({
    mutationFn: (body: InputOf<typeof routes.importMemberships>["body"]) =>
      request(routes.importMemberships, { body }, language),
    // After a failure too, because only the response may have got lost.
    onSettled: refresh,
  })
}

type Texts = (key: (typeof IMPORT_UNDO_TEXTS)[number], values?: Readonly<Record<string, string>>) => string

/** Undoes an import and says how many members it deleted, and how many stayed. */
export function useUndoImport(t: Texts) {
  const { language, showToast, showFailure } = useAdminApp()
  const { refresh } = useRecordLists(routes.listMemberships)
  const number = (count: number) => formatNumber(language, count)
  return useMutation({
    mutationFn: (id: string) => request(routes.undoMembershipImport, { params: { id } }, language),
    onSuccess({ deleted, remaining }: UndoneImport) {
      const counts = { deleted: number(deleted), remaining: number(remaining) }
      const text = remaining > 0 ? t("import.undone_remaining", counts) : t("import.undone", counts)
      showToast("success", t("import.undone_title"), text)
    },
    onError: showFailure,
    onSettled: refresh,
  })
}
