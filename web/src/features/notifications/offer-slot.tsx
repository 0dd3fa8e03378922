import { Suspense, useEffect } from "react"
import { useApp } from "#platform/app/app.tsx"
import { ErrorBoundary } from "#platform/app/error-boundary.tsx"
import { lazyPage } from "#platform/app/lazy-page.tsx"
import { mayOffer, needsRenewal } from "./device-choice.ts"

const OFFERS = {
  session: lazyPage("notifications", async () => (await import("./offer.tsx")).SessionOffer),
  lesson: lazyPage("notifications", async () => (await import("./offer.tsx")).LessonOffer),
}

interface Props {
  readonly memberId: string
  /** What makes notifications useful now; without one nothing is offered. */
  readonly occasion: keyof typeof OFFERS | null
}

export function OfferSlot({ memberId, occasion }: Props) {
  const { language } = useApp()
  useEffect(() => {
    if (needsRenewal(memberId, language)) void renew(memberId, language)
  }, [memberId, language])
  if (!occasion || !mayOffer()) return null
  const Offer = OFFERS[occasion]
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <Offer />
      </Suspense>
    </ErrorBoundary>
  )
}

async function renew(...member: Parameters<typeof import("./device.ts")["renew"]>): Promise<void> {
  await import("./device.ts").then((device) => device.renew(...member)).catch(() => undefined)
}
