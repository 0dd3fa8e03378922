/** In US dollars; the limits are in cents (spec §9). */
export const PRESETS = [25, 50, 100, 250, 500] as const
export const DEFAULT_PRESET = PRESETS[0]

export const MIN_AMOUNT = 100
export const MAX_AMOUNT = 99_999_999

export const CARD_FEE = { perMille: 29, cents: 30 } as const

/** What a donor adds to a gift of `cents`, so that this much is left after the card fee: 121 for 3000. */
export function coveredFee(cents: number): number {
  return Math.ceil(((cents + CARD_FEE.cents) * 1000) / (1000 - CARD_FEE.perMille)) - cents
}

/** `"12.5"` is 1250. NaN for what is no amount in dollars. */
export function centsOf(dollars: string): number {
  return /^\d{1,7}(\.\d{1,2})?$/.test(dollars) ? Math.round(Number(dollars) * 100) : Number.NaN
}

export function formatDollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}
