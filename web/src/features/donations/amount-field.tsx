import { DEFAULT_PRESET, MIN_AMOUNT, PRESETS } from "@haitech/contract/money"
import { useId } from "react"
import { FieldSet } from "#ui/choice.tsx"

export const AMOUNT_TEXTS = ["donate.amount", "donate.other", "donate.other_short"] as const

interface Props {
  readonly texts: Readonly<Record<(typeof AMOUNT_TEXTS)[number], string>>
  readonly values: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
}

/** Five presets and a custom amount in US dollars (spec §2). */
export function AmountField({ texts, values, errors }: Props) {
  const id = useId()
  const error = errors["customAmount"] ?? errors["amount"]
  const custom = values["customAmount"]
  const selected = values["amount"] ?? (custom ? undefined : String(DEFAULT_PRESET))
  return (
    <FieldSet legend={texts["donate.amount"]} error={error}>
      <div className="tiles amounts">
        {PRESETS.map((preset) => (
          <label key={preset} className="tick">
            <input type="radio" name="amount" value={preset} defaultChecked={String(preset) === selected} />
            <span>${preset}</span>
          </label>
        ))}
        <div className="other-amount">
          <label className="sr" htmlFor={id}>
            {texts["donate.other"]}
          </label>
          <span aria-hidden="true">$</span>
          <input
            id={id}
            className="control"
            type="number"
            name="customAmount"
            min={MIN_AMOUNT / 100}
            step="0.01"
            inputMode="decimal"
            autoComplete="off"
            placeholder={texts["donate.other_short"]}
            defaultValue={custom}
            aria-invalid={error ? true : undefined}
          />
        </div>
      </div>
    </FieldSet>
  )
}
