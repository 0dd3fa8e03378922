import type { AppointmentRecord } from "@haitech/contract/admin/appointments"
import { useState } from "react"
import { useShortcuts } from "#platform/admin/use-shortcuts.ts"
import { useRequests } from "./api.ts"

/** What waits for approval, and the request that the keys act on: the one that was focused last, or else the first. */
export function useCurrentRequest() {
  const query = useRequests()
  const [id, setCurrent] = useState<string>()
  const requests = (query.data?.rows ?? []).filter(({ status }) => status === "pending")
  const current = requests.find((request) => request.id === id) ?? requests[0]
  function move(step: 1 | -1) {
    const index = requests.findIndex((request) => request.id === current?.id)
    const next = requests[Math.max(0, Math.min(requests.length - 1, index + step))]
    if (!next) return
    setCurrent(next.id)
    focusCard(next)
  }
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    a() {
      const inPane = document.querySelector<HTMLElement>(".admin-detail [data-approve]")
      if (inPane) return inPane.click()
      document.querySelector<HTMLElement>(`[data-request="${current?.id}"] [data-approve]`)?.click()
      // The next press is for the next request, while this one is under way.
      move(1)
    },
  })
  return { query, requests, current, setCurrent }
}

function focusCard({ id }: Pick<AppointmentRecord, "id">) {
  const card = document.querySelector<HTMLElement>(`[data-request="${id}"]`)
  card?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: "nearest" })
}
