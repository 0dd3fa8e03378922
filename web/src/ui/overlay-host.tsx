import { createRoot, type Root } from "react-dom/client"
import { ErrorDialog } from "./error-dialog.tsx"
import {
  type ErrorNotice,
  type ErrorState,
  openError,
  openSuccess,
  SUCCESS_HIDDEN,
  type SuccessNotice,
  type SuccessState,
} from "./overlay-state.ts"
import { SuccessDialog } from "./success-dialog.tsx"

let host: Root | undefined
let error: ErrorState | undefined
let success: SuccessState = SUCCESS_HIDDEN

export function presentError(notice: ErrorNotice): void {
  error = openError(notice)
  render()
}

export function presentSuccess(notice: SuccessNotice): void {
  success = openSuccess(notice)
  render()
}

function hideError(): void {
  if (error) error = { ...error, isOpen: false }
  render()
}

function hideSuccess(): void {
  success = SUCCESS_HIDDEN
  render()
}

function render(): void {
  host ??= createRoot(document.body.appendChild(document.createElement("div")))
  host.render(
    <>
      {error && <ErrorDialog state={error} onHide={hideError} />}
      <SuccessDialog state={success} onHide={hideSuccess} />
    </>,
  )
}
