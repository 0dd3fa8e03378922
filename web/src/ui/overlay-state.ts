/** Shown in red, yellow and blue (spec §2). */
export type Gravity = "error" | "warning" | "info"

/** The labels of the error dialog's buttons and icons. `title` is the default title. */
export type ErrorLabels = Readonly<Record<"title" | "retry" | "dismiss" | "close" | Gravity, string>>

export interface ErrorNotice {
  readonly title?: string
  readonly message: string
  readonly type?: Gravity
  /** Adds a "Try Again" button, which hides the dialog and calls this. */
  readonly retry?: () => void
  readonly hasDismiss?: boolean
  readonly hasClose?: boolean
  readonly labels: ErrorLabels
}

/** Spec §3, "Error dialog state". */
export interface ErrorState extends Required<Omit<ErrorNotice, "retry">> {
  readonly isOpen: boolean
  readonly retry: (() => void) | undefined
}

export function openError(notice: ErrorNotice): ErrorState {
  const { title = notice.labels.title, type = "error", retry, hasDismiss = true, hasClose = true } = notice
  return { ...notice, title, type, retry, hasDismiss, hasClose, isOpen: true }
}

/** A link or a button; both close the dialog. */
export type SuccessAction = { readonly label: string } & ({ readonly href: string } | { readonly onSelect: () => void })

export interface SuccessNotice {
  readonly title: string
  readonly message: string
  readonly actions?: readonly SuccessAction[]
  readonly autoCloseAfter?: number // seconds
  readonly showAnimation?: boolean
  readonly closeLabel: string
}

/** Spec §3, "Success dialog state". */
export interface SuccessState extends Required<Omit<SuccessNotice, "autoCloseAfter">> {
  readonly isOpen: boolean
  readonly autoCloseAfter: number | undefined
}

/** Hiding the dialog resets everything to its defaults (spec §4). */
export const SUCCESS_HIDDEN: SuccessState = {
  isOpen: false,
  title: "",
  message: "",
  actions: [],
  autoCloseAfter: undefined,
  showAnimation: true,
  closeLabel: "",
}

export function openSuccess(notice: SuccessNotice): SuccessState {
  return { ...SUCCESS_HIDDEN, ...notice, isOpen: true }
}
