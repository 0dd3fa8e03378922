import { Suspense, useState } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { ErrorBoundary } from "#platform/app/error-boundary.tsx"
import { lazyPage } from "#platform/app/lazy-page.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { LoadingOverlay } from "#ui/loading-overlay.tsx"
import { useModal } from "#ui/use-modal.ts"
import { SearchField } from "./search-field.tsx"

const SearchPanel = lazyPage("admin-search", async () => (await import("./search-panel.tsx")).SearchPanel)

interface Typed {
  readonly text: string
  readonly onText: (text: string) => void
}

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The field is there at once; what finds and lists loads when the dialog is first opened. */
export function SearchDialog({ isOpen, onClose }: Props) {
  const { t } = useAdminApp()
  const loadError = useLoadError()
  const [text, setText] = useState("")
  const modal = useModal(isOpen, () => {
    setText("")
    onClose()
  })
  const typed = { text, onText: setText }
  const leave = () => {
    modal.ref.current?.close()
    // The page that opens takes the focus, as after a link.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  return (
    <Dialog
      id="search-all"
      className="admin-find"
      title={t("admin.search_all")}
      closeLabel={t("dialog.close")}
      {...modal}
    >
      {isOpen && (
        <ErrorBoundary fallback={(error, retry) => <LoadFailed {...loadError(error, retry)} />}>
          <Suspense fallback={<Loading {...typed} />}>
            <SearchPanel {...typed} onLeave={leave} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Dialog>
  )
}

function Loading(typed: Typed) {
  const { t } = useAdminApp()
  return (
    <>
      <SearchField {...typed} />
      <LoadingOverlay message={t("overlay.loading")} />
    </>
  )
}
