import { countWaitingHelp, sendWaitingHelp } from "#features/learning/help/waiting-help.ts"
import { fill } from "#platform/i18n/fill.ts"
import { isOwn } from "#platform/offline/device-account.ts"
import { forgetTyped } from "#platform/offline/forget-typed.ts"
import { dropStoredReplies } from "#platform/offline/stored-replies.ts"
import { presentPlainDialog } from "#ui/plain-dialog.ts"
import { deviceLog } from "./device-log.ts"

export interface SignOutTexts {
  readonly title: string
  readonly waiting_one: string
  readonly waiting_other: string
  readonly stay: string
  readonly leave: string
}

/** What else waits for the account that is signed in. */
export interface OtherQueue {
  send(): Promise<void>
  count(): number
}

/** How long the person waits while the last steps are sent. */
const SENDING_MS = 3000

/** Sends what waits on this device; where that fails, asks. @returns whether to sign out */
export async function confirmSignOut(texts: SignOutTexts, more: readonly (OtherQueue | null)[]): Promise<boolean> {
  const others = more.filter((queue) => queue !== null)
  const log = deviceLog()
  await log.reread()
  await Promise.race([
    Promise.all([log.retryNow(), sendWaitingHelp(), ...others.map(({ send }) => send())]),
    new Promise((resolve) => setTimeout(resolve, SENDING_MS)),
  ])
  const events = log.list().filter(({ state, owner }) => state === "waiting" && owner !== null)
  const counts = [events.length, countWaitingHelp(isOwn), ...others.map(({ count }) => count())]
  const isConfirmed = await askToLeave(
    counts.reduce((sum, count) => sum + count),
    texts,
  )
  if (isConfirmed) {
    forgetTyped()
    await dropStoredReplies()
  }
  return isConfirmed
}

function askToLeave(count: number, texts: SignOutTexts): boolean | Promise<boolean> {
  if (count === 0) return true
  return new Promise((resolve) => {
    presentPlainDialog({
      role: "alertdialog",
      title: texts.title,
      message: fill(count === 1 ? texts.waiting_one : texts.waiting_other, { count }),
      actions: [
        { label: texts.stay, onSelect: () => resolve(false) },
        { label: texts.leave, onSelect: () => resolve(true) },
      ],
      // Also by Escape; after a button this decides nothing any more.
      onClose: () => resolve(false),
    })
  })
}
