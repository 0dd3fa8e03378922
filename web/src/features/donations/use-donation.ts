import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react"
import type { FieldTexts } from "#platform/forms/forms.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import type { Card } from "./card.ts"
import type { DonationResult, OutcomeTexts, Ways } from "./outcome.ts"
import { useAmount } from "./use-amount.ts"
import { useIntent } from "./use-intent.ts"

/** Loaded with the first donation. */
async function paying() {
  const [giving, outcome, bankReturn] = await Promise.all([
    import("./give.ts"),
    import("./outcome.ts"),
    import("./bank-return.ts"),
  ])
  return { ...giving, ...outcome, ...bankReturn }
}

export interface DonationOptions {
  readonly texts: OutcomeTexts & FieldTexts
  readonly language: Language
  readonly placeholderEmail: string
  readonly ways: Ways
  readonly initialResult?: FormAnswer
}

/** The states of a donation (spec §4): an amount is chosen, its intent made, the card charged, and the form starts again. */
export function useDonation({ texts, language, placeholderEmail, ways, initialResult }: DonationOptions) {
  const card = useRef<Card>(null)
  const intent = useIntent(language)
  const [hasNoFields, setNoFields] = useState(false)
  const { form, ...submit } = useFormSubmit({
    send: async (data) => (await paying()).give(data, { card: card.current, intent, language, placeholderEmail }),
    onResult: report,
    resetsOnSuccess: true,
    draft: "donation",
    texts,
    initialResult,
  })

  const amount = useAmount(initialResult?.values ?? {}, form.ref)
  const { cents } = amount

  const greetReturn = useEffectEvent(async () => {
    if (!location.search.includes("payment_intent=")) return
    const { completeReturn, explain, thank } = await paying()
    try {
      const given = await completeReturn(language, placeholderEmail)
      if (given) thank(texts, ways, given)
    } catch (error) {
      explain(texts, error)
    }
  })
  useEffect(() => void greetReturn(), [])
  useEffect(() => card.current?.setAmount(cents), [cents])

  function report(result: DonationResult, element: HTMLFormElement): void {
    if (result.state === "refused")
      void paying().then(({ explain }) => explain(texts, result.error, () => element.requestSubmit()))
    if (result.state !== "sent") return
    intent.drop()
    amount.reset()
    card.current?.clear()
    void paying().then(({ thank }) => thank(texts, ways, result.body))
  }

  function onInput(event: FormEvent<HTMLFormElement>): void {
    const { currentTarget, target } = event
    amount.follow(currentTarget, target)
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
    cents,
    intent,
    form: { ...form, onInput, onSubmit, ref: amount.attach },
    /** The card fields cannot load: from now on the form is posted to the provider's page. */
    giveUpFields: () => setNoFields(true),
  }
}
