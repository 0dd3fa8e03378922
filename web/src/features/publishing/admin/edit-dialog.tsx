import { useIsMutating } from "@tanstack/react-query"
import type { ComponentProps } from "react"
import { useEditTexts } from "#platform/admin/use-edit-texts.ts"
import { EditDialog } from "#ui/edit-dialog.tsx"
import { UPLOAD_KEY } from "./api.ts"

/** The form waits for the pictures that are being uploaded. */
export function AdminEditDialog(props: Omit<ComponentProps<typeof EditDialog>, "texts" | "isWaiting">) {
  const texts = useEditTexts()
  const isUploading = useIsMutating({ mutationKey: UPLOAD_KEY }) > 0
  return <EditDialog {...props} texts={texts} isWaiting={isUploading} />
}
