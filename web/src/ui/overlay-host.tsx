import { createRoot, type Root } from "react-dom/client"
import { ErrorDialog } from "./error-dialog.tsx"
import {
  type ErrorNotice,
  type ErrorState,
  errorShown,
  SUCCESS_HIDDEN,
  type SuccessNotice,
  type SuccessState,
  successShown,
} from "./overlay-state.ts"
import { SuccessDialog } from "./success-dialog.tsx"

let host: Root | undefined
let error: ErrorState | undefined
let success: SuccessState = SUCCESS_HIDDEN

/** Shows an error in the page's only error dialog. */
export function presentError(notice: ErrorNotice): void {
  error = errorShown(notice)
  draw()
}

/** Shows a success in the page's only success dialog. */
export function presentSuccess(notice: SuccessNotice): void {
  success = successShown(notice)
  draw()
}

function hideError(): void {
  if (error) error = { ...error, isOpen: false }
  draw()
}

function hideSuccess(): void {
  success = SUCCESS_HIDDEN
  draw()
}

function draw(): void {
  host ??= createRoot(document.body.appendChild(document.createElement("div")))
  host.render(
    <>
      {error && <ErrorDialog state={error} onHide={hideError} />}
      <SuccessDialog state={success} onHide={hideSuccess} />
    </>,
  )
}
