import type { Language } from "@haitech/contract/languages"
import { useRef, useState } from "react"
import type { Donation, Intent } from "./api.ts"

/** After the last key of an amount. */
const PAUSE_MS = 700
/** The server cancels an unpaid intent after 23 hours. */
const MAX_AGE_MS = 20 * 60 * 60 * 1000

interface Attempt {
  readonly key: string
  readonly madeAt: number
  readonly intent: Promise<Intent>
}

/** One payment intent per donation (spec §4), made before the donor submits, so that paying starts at once. */
export function useIntent(language: Language) {
  const [hasFailed, setFailed] = useState(false)
  const attempt = useRef<Attempt>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function ensure(donation: Donation): Promise<Intent> {
    clearTimeout(timer.current)
    const key = keyOf(donation)
    const madeAt = Date.now()
    const known = attempt.current
    if (known?.key === key && madeAt - known.madeAt < MAX_AGE_MS) return known.intent
    const next = {
      key,
      madeAt,
      intent: import("./api.ts").then(({ createIntent }) => createIntent(donation, language)),
    }
    attempt.current = next
    setFailed(false)
    next.intent.catch(() => {
      if (attempt.current !== next) return
      attempt.current = undefined
      setFailed(true)
    })
    return next.intent
  }

  async function ensureDraft(form: HTMLFormElement, minimum = 0): Promise<void> {
    try {
      const { draftDonation } = await import("./api.ts")
      const donation = await draftDonation(new FormData(form))
      if (donation) await ensure({ ...donation, amount: Math.max(minimum, donation.amount) })
    } catch {
      setFailed(true)
    }
  }

  return {
    hasFailed,
    ensure,
    /** Makes the intent once nobody types any more. That of a tribute waits for the submit: each pause would make another. */
    prepare(form: HTMLFormElement): void {
      clearTimeout(timer.current)
      if (new FormData(form).get("hasTribute")) return
      timer.current = setTimeout(() => void ensureDraft(form), PAUSE_MS)
    },
    tryAgain: ensureDraft,
    fail: () => setFailed(true),
    drop(): void {
      clearTimeout(timer.current)
      attempt.current = undefined
      setFailed(false)
    },
  }
}

/** Everything that an intent is made with and a confirmation cannot change. */
function keyOf({ donorName: _name, donorEmail: _email, message: _message, ...fixed }: Donation): string {
  return JSON.stringify(fixed)
}
