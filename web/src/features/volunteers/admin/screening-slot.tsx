import { Suspense } from "react"
import { lazyPage } from "#platform/app/lazy-page.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

const ScreeningCard = lazyPage("admin-screening", async () => (await import("./screening-card.tsx")).ScreeningCard)

interface Props {
  readonly userId: string
  readonly me: string | undefined
}

/** A person's screening, whose script and texts load when it is shown. */
export function ScreeningSlot(props: Props) {
  return (
    <Suspense fallback={<Skeleton className="h-48" />}>
      <ScreeningCard {...props} />
    </Suspense>
  )
}
