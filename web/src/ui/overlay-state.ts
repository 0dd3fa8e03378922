/** §2: red, yellow, blue. */
export type Gravity = "error" | "warning" | "info"

/** What the buttons and signs of the error dialog are called. `title` is what it says when nothing better is known. */
export type ErrorLabels = Readonly<Record<"title" | "retry" | "dismiss" | "close" | Gravity, string>>

/** What went wrong, in words for the reader. */
export interface ErrorNotice {
  readonly title?: string
  readonly message: string
  readonly type?: Gravity
  /** With it there is a "Try Again", which hides the dialog and does this. */
  readonly retry?: () => void
  readonly hasDismiss?: boolean
  readonly hasClose?: boolean
  readonly labels: ErrorLabels
}

/** §3 "Error dialog state". */
export interface ErrorState extends Required<Omit<ErrorNotice, "retry">> {
  readonly isOpen: boolean
  readonly retry: (() => void) | undefined
}

export function errorShown(notice: ErrorNotice): ErrorState {
  const { title = notice.labels.title, type = "error", retry, hasDismiss = true, hasClose = true } = notice
  return { ...notice, title, type, retry, hasDismiss, hasClose, isOpen: true }
}

/** Leads somewhere, or does something; either way the dialog closes. */
export type SuccessAction = { readonly label: string } & ({ readonly href: string } | { readonly onSelect: () => void })

/** What went well. */
export interface SuccessNotice {
  readonly title: string
  readonly message: string
  readonly actions?: readonly SuccessAction[]
  /** Seconds. */
  readonly autoCloseAfter?: number
  readonly showAnimation?: boolean
  readonly closeLabel: string
}

/** §3 "Success dialog state". */
export interface SuccessState extends Required<Omit<SuccessNotice, "autoCloseAfter">> {
  readonly isOpen: boolean
  readonly autoCloseAfter: number | undefined
}

/** §4: hidden resets everything to defaults. */
export const SUCCESS_HIDDEN: SuccessState = {
  isOpen: false,
  title: "",
  message: "",
  actions: [],
  autoCloseAfter: undefined,
  showAnimation: true,
  closeLabel: "",
}

export function successShown(notice: SuccessNotice): SuccessState {
  return { ...SUCCESS_HIDDEN, ...notice, isOpen: true }
}
