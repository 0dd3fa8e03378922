import { Component, type ReactNode } from "react"

interface Props {
  /** A new path shows the children again. */
  readonly path?: string
  /** `error` is undefined for a mistake in the script, whose message says nothing to the reader. */
  readonly fallback: (error: unknown, retry: () => void) => ReactNode
  readonly children: ReactNode
}

interface State {
  readonly failure: { readonly error: unknown; readonly path: string | undefined } | null
}

/** Shows `fallback` instead of children that throw, such as a page whose script does not load. */
export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error, path: undefined } }
  }

  static getDerivedStateFromProps({ path }: Props, { failure }: State): Partial<State> | null {
    if (!failure || failure.path === path) return null
    return { failure: failure.path === undefined ? { ...failure, path } : null }
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (!failure) return this.props.children
    const isNotLoaded = failure.error instanceof Error && failure.error.name === "ModuleFailed"
    return this.props.fallback(isNotLoaded ? failure.error : undefined, reload)
  }
}

/** Browsers remember a module that failed to load, so only a reload loads it again. Offline the app stays. */
function reload(): void {
  if (navigator.onLine) location.reload()
}
