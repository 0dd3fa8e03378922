import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react"
import { Notice } from "#ui/notice.tsx"
import type { Card } from "./card.ts"
import type { StripeFields, StripeFieldsOptions } from "./stripe-fields.ts"

export const STRIPE_CARD_TEXTS = ["donate.card", "donate.card_loading", "donate.card_failed"] as const

/** How far below the window the fields begin to load. */
const MARGIN = "300px"

interface Props {
  readonly ref: Ref<Card>
  readonly texts: Readonly<Record<(typeof STRIPE_CARD_TEXTS)[number], string>>
  readonly options: StripeFieldsOptions
  readonly onFailure: () => void
}

/**
 * Stripe's Payment Element. Nothing of Stripe loads before the form comes near the window, or on a slow connection before
 * somebody touches it.
 */
export function StripeCard({ ref, texts, options, onFailure }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const loading = useRef<Promise<StripeFields | undefined>>(undefined)
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading")

  function load(): Promise<StripeFields | undefined> {
    loading.current ??= mountFields()
    return loading.current
  }

  async function mountFields(): Promise<StripeFields | undefined> {
    try {
      if (!host.current) return undefined
      const { mountStripeFields } = await import("./stripe-fields.ts")
      const fields = await mountStripeFields(host.current, options)
      setState("ready")
      return fields
    } catch {
      setState("failed")
      onFailure()
      return undefined
    }
  }

  const loadNear = useEffectEvent(() => void load())
  useEffect(() => onNear(host.current, loadNear), [])
  useImperativeHandle(ref, () => ({
    check: async () => (await load())?.check() ?? false,
    async pay(payment) {
      const fields = await load()
      if (!fields) throw new Error("the card fields are not loaded")
      return fields.pay(payment)
    },
    setGift: (gift) => void loading.current?.then((fields) => fields?.setGift(gift)),
    clear() {
      const previous = loading.current
      loading.current = previous?.then((fields) => {
        fields?.destroy()
        return mountFields()
      })
    },
  }))
  return (
    <div className="grid gap-3" data-needs-script="">
      <h3 className="text-[1.0625rem]">{texts["donate.card"]}</h3>
      {state === "loading" && <p className="text-muted">{texts["donate.card_loading"]}</p>}
      {state === "failed" && <Notice failed>{texts["donate.card_failed"]}</Notice>}
      <div ref={host} className="card-fields" hidden={state === "failed"} />
    </div>
  )
}

/** Calls `run` once the element's form is near the window or touched. @returns a function that stops waiting */
function onNear(element: Element | null, run: () => void): (() => void) | undefined {
  const form = element?.closest("form")
  if (!form) return undefined
  const stop = new AbortController()
  const runOnce = () => {
    stop.abort()
    run()
  }
  for (const type of ["focusin", "pointerdown"]) form.addEventListener(type, runOnce, { signal: stop.signal })
  const isSlow = document.documentElement.matches("[data-save],[data-slow]")
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) runOnce()
    },
    { rootMargin: MARGIN },
  )
  stop.signal.addEventListener("abort", () => observer.disconnect())
  if (form.contains(document.activeElement)) runOnce()
  else if (!isSlow) observer.observe(form)
  return () => stop.abort()
}
