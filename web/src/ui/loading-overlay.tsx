import { Spinner } from "./spinner.tsx"

interface Props {
  /** §2: "Loading..." (`overlay.loading`) where nothing better can be said. */
  readonly message: string
  /** Over the whole window, in front of everything, instead of where it stands. */
  readonly isFullScreen?: boolean
}

/** §2 Loading overlay. */
export function LoadingOverlay({ message, isFullScreen = false }: Props) {
  return (
    <div className={isFullScreen ? "waiting over-all" : "waiting"} role="status">
      <Spinner />
      <p className="lead">{message}</p>
    </div>
  )
}
