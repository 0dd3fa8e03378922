import { centsOf, coveredFee, DEFAULT_PRESET, MIN_AMOUNT } from "@haitech/contract/money"

/** In cents. A custom amount counts from 1 dollar on (spec §5). */
export function chosenCents(values: Readonly<Record<string, unknown>>): number {
  const custom = centsOf(String(values["customAmount"] ?? "").trim())
  return custom >= MIN_AMOUNT ? custom : centsOf(String(values["amount"] ?? DEFAULT_PRESET))
}

export interface Charge {
  readonly cents: number
  readonly isMonthly: boolean
}

/** In cents: what is given, what covering the card fee adds, whether it is chosen or not, and what is charged. */
export interface Gift extends Charge {
  readonly given: number
  readonly fee: number
}

export function chosenGift(values: Readonly<Record<string, unknown>>): Gift {
  const given = chosenCents(values)
  const fee = coveredFee(given)
  const cents = values["coversFee"] === "true" ? given + fee : given
  return { given, fee, cents, isMonthly: values["frequency"] === "monthly" }
}

/** Leaves one amount selected after an input: a preset clears the custom amount, which selects its preset or none. */
export function selectAmount(form: HTMLFormElement, target: EventTarget): void {
  const custom = form.elements.namedItem("customAmount")
  const presets = form.elements.namedItem("amount")
  if (!(custom instanceof HTMLInputElement && presets instanceof RadioNodeList)) return
  if (target !== custom) {
    if (target instanceof HTMLInputElement && target.name === "amount") custom.value = ""
    return
  }
  const cents = centsOf(custom.value)
  const isDefault = custom.value === ""
  if (!isDefault && !(cents >= MIN_AMOUNT)) return
  for (const preset of presets) {
    if (preset instanceof HTMLInputElement)
      preset.checked = isDefault ? preset.defaultChecked : centsOf(preset.value) === cents
  }
}
