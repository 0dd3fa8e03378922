import { useState } from "react"
import { errorLabels } from "#platform/forms/error-labels.ts"
import { Button } from "#ui/button.tsx"
import { ConfirmDialog } from "#ui/confirm-dialog.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { LoadingOverlay } from "#ui/loading-overlay.tsx"
import type { ErrorNotice, SuccessNotice } from "#ui/overlay-state.ts"
import { showError, showSuccess } from "#ui/overlays.ts"
import { Spinner } from "#ui/spinner.tsx"
import { showToast } from "#ui/toast.ts"
import type { Toast } from "#ui/toaster.tsx"
import { useModal } from "#ui/use-modal.ts"
import { Piece } from "./piece.tsx"

const LABELS = errorLabels({
  "error.title": "Something went wrong",
  "error.retry": "Try Again",
  "error.dismiss": "Dismiss",
  "error.type.error": "Error",
  "error.type.warning": "Warning",
  "error.type.info": "Information",
  "dialog.close": "Close",
})
const TOAST: Omit<Toast, "tone"> = {
  title: "Please check your information",
  description: "Make sure all fields are filled out correctly.",
  labels: { region: "Notifications", close: "Close" },
}
const ERRORS: readonly { readonly name: string; readonly notice: Omit<ErrorNotice, "labels" | "retry"> }[] = [
  {
    name: "Error",
    notice: { message: "We're having trouble connecting to our servers.", title: "Connection Problem" },
  },
  { name: "Warning", notice: { message: "Please wait a moment and try again.", type: "warning", hasClose: false } },
  { name: "Info", notice: { message: "It may have been moved.", type: "info", title: "Not Found", hasDismiss: false } },
]
const SUCCESS: SuccessNotice = {
  title: "Thank you, Marie!",
  message: "You are now part of the community.",
  closeLabel: "Close",
}

export function Overlays() {
  const [done, setDone] = useState("nothing")
  const [isCovered, setCovered] = useState(false)
  const actions = [
    { label: "See the programs", href: "#section-overlays" },
    { label: "Download a receipt", onSelect: () => setDone("a receipt") },
  ]
  function coverScreen() {
    setCovered(true)
    setTimeout(() => setCovered(false), 1500)
  }
  return (
    <>
      <ErrorDialogs />
      <Piece name="Success dialog">
        <div className="gallery-row">
          <Button look="quiet" onClick={() => void showSuccess({ ...SUCCESS, actions })}>
            Success with actions
          </Button>
          <Button look="quiet" onClick={() => void showSuccess({ ...SUCCESS, autoCloseAfter: 1 })}>
            Success that closes itself
          </Button>
          <Button look="quiet" onClick={() => void showSuccess({ ...SUCCESS, showAnimation: false })}>
            Success without animation
          </Button>
          <output>Done: {done}</output>
        </div>
      </Piece>
      <Confirmation />
      <Piece name="Toasts">
        <div className="gallery-row">
          <Button look="quiet" onClick={() => void showToast({ ...TOAST, tone: "success" })}>
            Success toast
          </Button>
          <Button look="quiet" onClick={() => void showToast({ ...TOAST, tone: "failure" })}>
            Failure toast
          </Button>
          <DialogWithToast />
        </div>
      </Piece>
      <Piece name="Loading">
        <LoadingOverlay message="Loading..." />
        <div className="gallery-row">
          <Spinner />
          <Button look="quiet" onClick={coverScreen}>
            Full screen for a moment
          </Button>
        </div>
        {isCovered && <LoadingOverlay message="Loading your dashboard..." isFullScreen />}
      </Piece>
    </>
  )
}

function Confirmation() {
  const [isAsking, setAsking] = useState(false)
  const [isStopped, setStopped] = useState(false)
  return (
    <Piece name="Confirmation">
      <div className="gallery-row">
        <Button look="quiet" className="danger" onClick={() => setAsking(true)}>
          Stop the monthly gift
        </Button>
        {isStopped && <output>Stopped</output>}
      </div>
      <ConfirmDialog
        id="gallery-confirm"
        title="Stop this monthly gift?"
        labels={{ confirm: "Stop the monthly gift", cancel: "Cancel", close: "Close" }}
        isDanger
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => setStopped(true)}
      >
        <p>The donor gets an email.</p>
      </ConfirmDialog>
    </Piece>
  )
}

function ErrorDialogs() {
  const [retries, setRetries] = useState(0)
  return (
    <Piece name="Error dialog">
      <div className="gallery-row">
        {ERRORS.map(({ name, notice }) => (
          <Button key={name} look="quiet" onClick={() => void showError({ ...notice, labels: LABELS })}>
            {name}
          </Button>
        ))}
        <Button
          look="quiet"
          onClick={() =>
            void showError({ message: "Please try again.", retry: () => setRetries(retries + 1), labels: LABELS })
          }
        >
          Error with retry
        </Button>
        <output>Tried again: {retries}</output>
      </div>
    </Piece>
  )
}

function DialogWithToast() {
  const [isOpen, setOpen] = useState(false)
  const modal = useModal(isOpen, () => setOpen(false))
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        A dialog
      </Button>
      <Dialog {...modal} id="sample" title="A dialog" closeLabel="Close">
        <p className="mt-3 text-muted">A new toast appears inside this dialog.</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button onClick={() => void showToast({ ...TOAST, tone: "failure" })}>Toast from the dialog</Button>
          <Button look="quiet" onClick={() => setOpen(false)}>
            Done
          </Button>
        </div>
      </Dialog>
    </>
  )
}
