import { clockAt } from "@haitech/contract/clock"
import type { LessonId } from "@haitech/contract/ids"
import { routes } from "@haitech/contract/routes"
import { useEffect, useState, useSyncExternalStore } from "react"
import { request } from "#platform/http/request.ts"
import { type HelpState, helpOutbox } from "./help-outbox.ts"
import { type LessonTries, lastTries } from "./lesson-tries.ts"

const DAYS_AHEAD = "7"
const NONE: HelpState = { name: "none" }

/** What became of the question from this lesson. */
export function useHelpState(lessonId: LessonId): HelpState {
  const [state, setState] = useState(NONE)
  useEffect(() => {
    const update = () => setState(helpOutbox().stateOf(lessonId))
    update()
    return helpOutbox().subscribe(update)
  }, [lessonId])
  return state
}

/** As they are when the dialog opens. */
export function useLastTries(): LessonTries | null {
  return useSyncExternalStore(onOpen, lastTries, () => null)
}

/** Whether a tutor has a free hour in the coming days; asked for when the dialog opens. */
export function useOpenHours(timeZone: string): boolean {
  const [hasOpenHours, setHasOpenHours] = useState(false)
  useEffect(() => {
    const query = { date: clockAt(new Date().toISOString(), timeZone).date, days: DAYS_AHEAD }
    const ask = () =>
      request(routes.listOpenSlots, { query }, document.documentElement.lang).then(
        (slots) => setHasOpenHours(slots.some(({ places }) => places > 0)),
        () => undefined,
      )
    void ask()
    return onOpen(() => void ask())
  }, [timeZone])
  return hasOpenHours
}

/** Opens the dialog without the script of the page's actions, which the browser perhaps does not have when offline. */
export function useOpener(): void {
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const dialog = document.getElementById("help")
      const isOpener = event.target instanceof Element && event.target.closest("[data-action=help]")
      if (!isOpener || !(dialog instanceof HTMLDialogElement)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      dialog.showModal()
      dispatchEvent(new Event("help"))
    }
    addEventListener("click", open, true)
    return () => removeEventListener("click", open, true)
  }, [])
}

function onOpen(notify: () => void) {
  addEventListener("help", notify)
  return () => removeEventListener("help", notify)
}
