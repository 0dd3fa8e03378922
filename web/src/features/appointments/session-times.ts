import type { OwnAppointment } from "@haitech/contract/appointments"
import { useEffect, useState } from "react"

const MINUTE_MS = 60_000
const JOIN_MINUTES = 10
const TICK_MS = 15_000

type Times = Pick<OwnAppointment, "preferredDate" | "scheduledAt" | "duration">

export function startOf({ scheduledAt, preferredDate }: Times): string {
  return scheduledAt ?? preferredDate
}

/** In milliseconds. */
export function endOf(session: Times): number {
  return Date.parse(startOf(session)) + session.duration * MINUTE_MS
}

export function isComing(session: Times & Pick<OwnAppointment, "status">, now: number): boolean {
  return (session.status === "pending" || session.status === "approved") && endOf(session) > now
}

/** From ten minutes before a session until its end the link to its meeting is shown. */
export function isOpenToJoin(session: Times, now: number): boolean {
  return now >= Date.parse(startOf(session)) - JOIN_MINUTES * MINUTE_MS && now < endOf(session)
}

/** The time, to show what begins and ends while the page is open. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
