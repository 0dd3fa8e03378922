import { RadioGroup } from "#ui/choice.tsx"

export interface TestCardOption {
  readonly value: string
  readonly label: string
  readonly note: string
}

interface Props {
  readonly legend: string
  readonly lead: string
  /** The first is selected. */
  readonly cards: readonly TestCardOption[]
}

/** The card provider's public test cards, instead of fields in which somebody could type a real number. */
export function TestCardFields({ legend, lead, cards }: Props) {
  return (
    <div className="grid gap-2">
      <p className="notice caution">{lead}</p>
      <RadioGroup legend={legend} name="cardNumber" options={cards} defaultValue={cards[0]?.value ?? ""} />
    </div>
  )
}
