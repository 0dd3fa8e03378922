import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react"
import type { FieldTexts } from "#platform/forms/forms.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import type { Card } from "./card.ts"
import type { DonationResult, OutcomeTexts, Ways } from "./outcome.ts"
import { useGift } from "./use-gift.ts"
import { useIntent } from "./use-intent.ts"

export interface DonationOptions {
  readonly texts: OutcomeTexts & FieldTexts
  readonly language: Language
  readonly placeholderEmail: string
  readonly ways: Ways
  /** A sentence of the thank-you, or empty. */
  readonly figures: string
  readonly initialResult?: FormAnswer
}

/** The states of a donation (spec §4): an amount is chosen, its intent made, the card charged, and the form starts again. */
export function useDonation(options: DonationOptions) {
  const { texts, language, placeholderEmail, initialResult } = options
  const card = useRef<Card>(null)
  const intent = useIntent(language)
  const [hasNoFields, setNoFields] = useState(false)
  const { form, ...submit } = useFormSubmit({
    async send(data) {
      const loaded = await import("./give.ts").catch(intent.fail)
      if (!loaded) return { state: "invalid", texts: {} }
      return loaded.give(data, { card: card.current, intent, language, placeholderEmail })
    },
    onResult: (result, element) => void report(result, element),
    resetsOnSuccess: true,
    draft: "donation",
    texts,
    initialResult,
  })

  const gift = useGift(initialResult?.values ?? {}, form.ref)
  useBankReturn(options)
  const { given, fee, cents } = gift
  const isMonthly = gift.isMonthly && !hasNoFields
  useEffect(() => card.current?.setGift({ cents, isMonthly }), [cents, isMonthly])

  async function report(result: DonationResult, element: HTMLFormElement): Promise<void> {
    if (result.state === "sent") {
      intent.drop()
      gift.reset()
      card.current?.clear()
    }
    const { explain, thank } = await import("./outcome.ts")
    if (result.state === "sent") thank(options, result.body)
    if (result.state === "refused") explain(texts, result.error, () => element.requestSubmit())
  }

  function onInput(event: FormEvent<HTMLFormElement>): void {
    const { currentTarget, target } = event
    gift.follow(currentTarget, target)
    intent.prepare(currentTarget)
    form.onInput(event)
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    const { nativeEvent } = event
    const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
    if (!hasNoFields && button?.getAttribute("name") !== "hosted") form.onSubmit(event)
  }

  return {
    ...submit,
    card,
    gift: { given, fee, cents, isMonthly },
    hasNoFields,
    intent,
    form: { ...form, onInput, onSubmit, ref: gift.attach },
    /** The card fields cannot load: from now on the form is posted to the provider's page, which takes no monthly gifts. */
    giveUpFields: () => setNoFields(true),
  }
}

/** Completes a payment that went through a page of the bank. */
function useBankReturn(options: DonationOptions): void {
  const { texts, language, placeholderEmail } = options
  const greetReturn = useEffectEvent(async () => {
    if (!location.search.includes("payment_intent=")) return
    const { completeReturn } = await import("./bank-return.ts")
    const { explain, thank } = await import("./outcome.ts")
    try {
      const given = await completeReturn(language, placeholderEmail)
      if (given) thank(options, given)
    } catch (error) {
      explain(texts, error)
    }
  })
  useEffect(() => void greetReturn(), [])
}
