import { centsOf } from "@haitech/contract/money"
import { type FormEvent, useState } from "react"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { Field } from "#ui/field.tsx"
import type { GiftChange } from "./use-monthly-gift.ts"

export const AMOUNT_TEXTS = [
  "monthly_gift.amount",
  "monthly_gift.save",
  "field.amount.invalid",
  "field.amount.too_small",
  "field.amount.too_large",
] as const satisfies readonly MessageKey[]

type AmountError = "field.amount.invalid" | "field.amount.too_small" | "field.amount.too_large"

interface Props {
  readonly texts: Readonly<Record<(typeof AMOUNT_TEXTS)[number], string>>
  readonly cents: number
  readonly limits: { readonly min: number; readonly max: number }
  readonly isBusy: boolean
  readonly onSave: (change: GiftChange) => void
}

export function GiftAmountForm({ texts, cents, limits, isBusy, onSave }: Props) {
  const [error, setError] = useState<AmountError | null>(null)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const amount = centsOf(String(new FormData(event.currentTarget).get("amount")).trim().replace(",", "."))
    const problem = errorOf(amount, limits)
    setError(problem)
    if (!problem && !isBusy) onSave({ change: "amount", amount })
  }
  return (
    <form className="gift-amount-form" noValidate onSubmit={submit}>
      <Field
        label={texts["monthly_gift.amount"]}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        defaultValue={(cents / 100).toFixed(2)}
        error={error ? texts[error] : undefined}
        onInput={() => setError(null)}
      />
      <Button type="submit" aria-disabled={isBusy || undefined}>
        {texts["monthly_gift.save"]}
      </Button>
    </form>
  )
}

function errorOf(amount: number, { min, max }: Props["limits"]): AmountError | null {
  if (Number.isNaN(amount)) return "field.amount.invalid"
  if (amount < min) return "field.amount.too_small"
  return amount > max ? "field.amount.too_large" : null
}
