/** The card provider's usual price: 2.9 % of the charge and 30 cents. */
const FEE_PER_MILLE = 29
const FEE_CENTS = 30

/** What a donor adds to a gift of `cents`, so that this much is left after the card fee: 121 for 3000. */
export function coveredFee(cents: number): number {
  return Math.ceil(((cents + FEE_CENTS) * 1000) / (1000 - FEE_PER_MILLE)) - cents
}
