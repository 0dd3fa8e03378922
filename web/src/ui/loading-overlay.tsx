import { Spinner } from "./spinner.tsx"

interface Props {
  /** The default text is `overlay.loading`, "Loading..." (spec §2). */
  readonly message: string
  readonly isFullScreen?: boolean
}

export function LoadingOverlay({ message, isFullScreen = false }: Props) {
  return (
    <div className={isFullScreen ? "waiting over-all" : "waiting"} role="status">
      <Spinner />
      <p className="lead">{message}</p>
    </div>
  )
}
