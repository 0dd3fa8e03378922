import type { Charge } from "./amount.ts"
import type { Donor, Intent } from "./api.ts"

export interface CardPayment {
  readonly intent: Intent
  readonly donor: Donor
}

/** The card fields of a provider. Card data stays in them (D6). */
export interface Card {
  /** Whether the fields are complete; if not, they show what is missing. */
  check(): Promise<boolean>
  /** @returns the status of the payment @throws {CardRefused}, or what fetch throws */
  pay(payment: CardPayment): Promise<string>
  setGift(gift: Charge): void
  clear(): void
}

/** The provider's refusal, in the form in which spec §8 chooses a dialog. */
export class CardRefused extends Error {
  override readonly name = "CardRefused"
  readonly decline_code: string | undefined

  constructor(message: string, declineCode?: string) {
    super(message)
    this.decline_code = declineCode
  }
}
