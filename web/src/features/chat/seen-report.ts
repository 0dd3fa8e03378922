import type { ChatMessage } from "@haitech/contract/chat"
import type { Timers } from "#platform/offline/single-flight.ts"
import type { Calls } from "./api.ts"

const REPORT_AFTER_MS = 1000

interface Settings {
  readonly calls: Pick<Calls, "see">
  readonly timers: Timers
}

/** Reports to the server up to which answer the visitor has seen the conversation. */
export function createSeenReport({ calls, timers }: Settings, messages: () => readonly ChatMessage[]) {
  let isLooking = false
  let reportedUpTo = 0
  let cancelReport = () => {}

  function check(): void {
    const last = messages().findLast(({ senderType }) => senderType === "admin")?.sequence ?? 0
    cancelReport()
    if (!isLooking || last <= reportedUpTo) return
    cancelReport = timers.after(REPORT_AFTER_MS, () => {
      calls.see(last).then(
        () => {
          reportedUpTo = last
        },
        () => undefined,
      )
    })
  }

  return {
    check,
    /** Whether the end of the conversation is on screen. */
    look(isVisible: boolean): void {
      isLooking = isVisible
      check()
    },
    forget(): void {
      reportedUpTo = 0
    },
  }
}
