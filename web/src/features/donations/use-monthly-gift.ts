import type { Language } from "@haitech/contract/languages"
import type { changeMonthlyGift, MonthlyGift } from "@haitech/contract/monthly-gifts"
import type { RouteInput } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { request } from "#platform/http/request.ts"
import { useLink } from "#platform/navigation/use-link.ts"

type WithoutToken<Body> = Body extends unknown ? Omit<Body, "token"> : never
export type GiftChange = WithoutToken<RouteInput<typeof changeMonthlyGift>["body"]>

/** `change` resolves to whether the provider did it, which the gift then shows; it throws when the request failed. */
export function useMonthlyGift(language: Language) {
  const { token, show, ...link } = useLink({ name: "gift", language, load: (of) => open(of, language) })
  return {
    ...link,
    async change(change: GiftChange): Promise<boolean> {
      if (!token) return false
      const gift = await request(routes.changeMonthlyGift, { body: { ...change, token } }, language)
      show({ gift, isCardChanged: false })
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
