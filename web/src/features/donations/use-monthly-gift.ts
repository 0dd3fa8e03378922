import type { Language } from "@haitech/contract/languages"
import type { changeMonthlyGift, MonthlyGift } from "@haitech/contract/monthly-gifts"
import type { RouteInput } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useEffect, useState } from "react"
import { explainFailure } from "#platform/http/explain-failure.ts"
import { CallFailed, request } from "#platform/http/request.ts"
import { useLinkToken } from "#platform/navigation/use-link-token.ts"

type WithoutToken<Body> = Body extends unknown ? Omit<Body, "token"> : never
export type GiftChange = WithoutToken<RouteInput<typeof changeMonthlyGift>["body"]>

type View =
  | { readonly state: "loading" | "no_link" | "unknown" }
  | { readonly state: "failed"; readonly reason: string }
  | { readonly state: "shown"; readonly gift: MonthlyGift; readonly isCardChanged: boolean }

/** `change` resolves to whether the provider did it, which the gift then shows; it throws when the request failed. */
export function useMonthlyGift(language: Language) {
  const token = useLinkToken("gift")
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<{ readonly token: string; readonly view: View } | null>(null)
  useEffect(() => {
    if (!token) return
    let isUnmounted = false
    const settle = (view: View) => void (isUnmounted || setLoaded({ token, view }))
    open(token, language).then(
      (shown) => settle({ state: "shown", ...shown }),
      async (error: unknown) => {
        if (isRefused(error)) return settle({ state: "unknown" })
        settle({ state: "failed", reason: await explainFailure(error, language) })
      },
    )
    return () => {
      isUnmounted = true
    }
  }, [token, language, attempt])
  const view: View = loaded && loaded.token === token ? loaded.view : { state: token === null ? "no_link" : "loading" }
  return {
    view,
    retry() {
      setLoaded(null)
      setAttempt(attempt + 1)
    },
    async change(change: GiftChange): Promise<boolean> {
      if (!token) return false
      const gift = await request(routes.changeMonthlyGift, { body: { ...change, token } }, language)
      setLoaded({ token, view: { state: "shown", gift, isCardChanged: false } })
      return isDone(change, gift)
    },
    async openCardPage(): Promise<void> {
      if (!token) return
      const { url } = await request(routes.openGiftCardPage, { body: { token } }, language)
      location.assign(url)
    },
  }
}

/** A donor who comes back with another card does not wait for the provider's event. Twice is the same as once. */
async function open(token: string, language: Language): Promise<{ gift: MonthlyGift; isCardChanged: boolean }> {
  const { search, pathname, hash } = location
  if (new URLSearchParams(search).get("card") !== "changed")
    return { gift: await request(routes.readMonthlyGift, { body: { token } }, language), isCardChanged: false }
  const gift = await request(routes.changeMonthlyGift, { body: { token, change: "card" } }, language)
  history.replaceState(null, "", pathname + hash)
  return { gift, isCardChanged: gift.state !== "stopped" }
}

const STATES = { pause: "paused", resume: "active", stop: "stopped" } as const

function isDone(change: GiftChange, { state, amount }: MonthlyGift): boolean {
  if (change.change === "card") return true
  return change.change === "amount" ? amount === change.amount : state === STATES[change.change]
}

function isRefused(error: unknown): boolean {
  return error instanceof CallFailed && (error.status === 404 || error.status === 400)
}
