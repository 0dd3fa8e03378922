import { Component, type ReactNode } from "react"

interface Props {
  /** `error` is undefined for a mistake in the script, whose message says nothing to the reader. */
  readonly fallback: (error: unknown, retry: () => void) => ReactNode
  readonly children: ReactNode
}

interface State {
  readonly failure: { readonly error: unknown } | null
}

/** Shows `fallback` instead of children that throw, such as a page whose script does not load. A new `key` ends that. */
export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (!failure) return this.props.children
    const { message } = failure.error as Error
    return this.props.fallback(/^Failed to fetch|timed out/.test(message) ? failure.error : undefined, reload)
  }
}

/** Browsers remember a module that failed to load, so only a reload loads it again. Offline the app stays. */
function reload(): void {
  if (navigator.onLine) location.reload()
}
