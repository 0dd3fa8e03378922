import type { ReactNode } from "react"
import { Button, buttonClass, focusAround } from "./button.tsx"
import { Skeleton } from "./skeleton.tsx"

interface MessageProps {
  readonly sentence: string
  readonly children?: ReactNode
}

/** `EmptyState` without its medal, which the apps would otherwise load as a chunk of its own. */
export function PageMessage({ sentence, children }: MessageProps) {
  return (
    <div className="empty-state">
      {sentence && <p className="lead">{sentence}</p>}
      {children}
    </div>
  )
}

/** A page that needs the script to show more. */
export function PageSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="grid gap-5" data-needs-script="">
      <p className="sr" role="status">
        {label}
      </p>
      <Skeleton className="h-14" />
      <Skeleton className="h-28" />
      <Skeleton className="h-14" />
    </div>
  )
}

interface LinkProps {
  readonly view:
    | { readonly state: "loading" | "no_link" | "unknown" }
    | { readonly state: "failed"; readonly reason: string }
  readonly texts: {
    readonly loading: string
    readonly failed: string
    readonly retry: string
    readonly unknown: string
    readonly noLink: string
    readonly write: string
  }
  readonly contactPage: string
  readonly onRetry: () => void
}

/** The page of a link in an email while what it leads to is not there. */
export function LinkState({ view, texts, contactPage, onRetry }: LinkProps) {
  if (view.state === "loading") return <PageSkeleton label={texts.loading} />
  if (view.state === "failed")
    return (
      <PageMessage sentence={`${texts.failed}. ${view.reason}`}>
        <Button ref={focusAround} look="quiet" onClick={onRetry}>
          {texts.retry}
        </Button>
      </PageMessage>
    )
  return (
    <PageMessage sentence={view.state === "unknown" ? texts.unknown : texts.noLink}>
      <a className={buttonClass("quiet")} href={contactPage}>
        {texts.write}
      </a>
    </PageMessage>
  )
}
