type Reply = [number, unknown]

interface Card {
  readonly id: string
  readonly customer: string
  readonly last4: string
  readonly created: number
}

/** The part of Stripe's API that changes the card of a subscription, for the double in `testing-stripe.ts`. */
export interface Cards {
  /** Saves a card as Stripe's page does; the subscription does not use it yet. */
  save(form: URLSearchParams, last4: string): void
  ensureFirst(customer: string): Card
  find(id: string | null): Card | undefined
  list(customer: string): Reply
  isSetup(form: URLSearchParams): boolean
}

const FIRST_SAVED_AT = 1_767_322_000

export function createCards(): Cards {
  const cards: Card[] = []
  function add(customer: string, last4: string): Card {
    const id = `pm_${cards.length + 1}`
    const card = { id, customer, last4, created: FIRST_SAVED_AT + cards.length }
    cards.push(card)
    return card
  }
  return {
    save: (form, last4) => void add(form.get("customer") ?? "", last4),
    ensureFirst: (customer) => cards.find((card) => card.customer === customer) ?? add(customer, "4242"),
    find: (id) => cards.find((card) => card.id === id),
    list(customer) {
      const data = cards.filter((card) => card.customer === customer).map(presentCard)
      return [200, { object: "list", data, has_more: false }]
    },
    isSetup: (form) =>
      form.get("allowed_payment_method_types[0]") === "card" &&
      form.has("customer") &&
      Number(form.get("expires_at")) * 1000 > Date.now() + 30 * 60 * 1000,
  }
}

export function presentCard({ id, created, last4 }: Card) {
  return { id, object: "payment_method", type: "card", created, card: { last4 } }
}
