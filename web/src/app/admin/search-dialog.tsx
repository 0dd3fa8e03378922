import { Suspense } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { ErrorBoundary } from "#platform/app/error-boundary.tsx"
import { lazyPage } from "#platform/app/lazy-page.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { LoadingOverlay } from "#ui/loading-overlay.tsx"
import { useModal } from "#ui/use-modal.ts"

const SearchPanel = lazyPage("admin-search", async () => (await import("./search-panel.tsx")).SearchPanel)

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The frame opens at once, so that what is typed before the rest has loaded is no shortcut of the page below. */
export function SearchDialog({ isOpen, onClose }: Props) {
  const { t } = useAdminApp()
  const loadError = useLoadError()
  const modal = useModal(isOpen, onClose)
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
          <Suspense fallback={<LoadingOverlay message={t("overlay.loading")} />}>
            <SearchPanel onLeave={leave} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Dialog>
  )
}
