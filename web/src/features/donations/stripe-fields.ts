import type { Language } from "@haitech/contract/languages"
import type { Appearance, StripeElements, StripeError } from "@stripe/stripe-js"
import { loadStripe } from "@stripe/stripe-js/pure/index.js"
import type { Charge } from "./amount.ts"
import { type CardPayment, CardRefused } from "./card.ts"

export interface StripeFieldsOptions {
  readonly publishableKey: string
  readonly language: Language
  readonly businessName: string
  readonly gift: Charge
  /** Where the bank sends a donor back whom it had to see on its own page. */
  readonly returnUrl: string
  /** Blank fields of the form; Stripe refuses an address that cannot exist. */
  readonly placeholderEmail: string
}

export type StripeFields = Awaited<ReturnType<typeof mountStripeFields>>

/** Loads Stripe's script and mounts its Payment Element, in the page's theme. @throws {Error} when it cannot load */
export async function mountStripeFields(host: HTMLElement, options: StripeFieldsOptions) {
  const { publishableKey, language, businessName, returnUrl, placeholderEmail } = options
  const stripe = await openStripe(publishableKey, language)
  if (!stripe) throw new Error("Stripe.js is for browsers")
  // Without an intent, so that another amount does not empty the fields.
  const elements = stripe.elements({ ...amountOf(options.gift), currency: "usd", appearance: appearanceOf(host) })
  const element = elements.create("payment", { layout: "tabs", business: { name: businessName } })
  const stopWatching = watchTheme(() => elements.update({ appearance: appearanceOf(host) }))
  await new Promise<void>((resolve, reject) => {
    element.on("ready", () => resolve())
    element.on("loaderror", ({ error }) => reject(new Error(error.message)))
    element.mount(host)
  }).catch((error: unknown) => {
    stopWatching()
    element.destroy()
    throw error
  })
  return {
    check: () => check(elements),
    async pay({ intent: { clientSecret }, donor: { donorName, donorEmail } }: CardPayment): Promise<string> {
      const email = donorEmail === placeholderEmail ? {} : { email: donorEmail }
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        clientSecret,
        confirmParams: {
          return_url: returnUrl,
          payment_method_data: { billing_details: { name: donorName, ...email } },
        },
        redirect: "if_required",
      })
      return paymentIntent ? paymentIntent.status : statusOf(error)
    },
    setGift: (gift: Charge) => elements.update(amountOf(gift)),
    destroy() {
      stopWatching()
      element.destroy()
    },
  }
}

/** A subscription keeps the card for the next months, which some ways to pay cannot do. */
function amountOf({ cents, isMonthly }: Charge) {
  return { mode: isMonthly ? "subscription" : "payment", amount: cents } as const
}

let opened: ReturnType<typeof loadStripe> | undefined

/** Once per page; a failed load can be tried again. Stripe has no Kreyòl. */
async function openStripe(publishableKey: string, language: Language) {
  opened ??= loadStripe(publishableKey, { locale: language === "ht" ? "fr" : language })
  try {
    return await opened
  } catch (error) {
    opened = undefined
    throw error
  }
}

async function check(elements: StripeElements): Promise<boolean> {
  const { error } = await elements.submit()
  if (error && error.type !== "validation_error") throw new CardRefused(error.message ?? error.type)
  return !error
}

/** An intent that a lost reply hides was charged all the same. @throws {CardRefused} */
function statusOf({ payment_intent: intent, message, type, decline_code: code }: StripeError): string {
  if (intent?.status === "succeeded" || intent?.status === "processing") return intent.status
  throw new CardRefused(message ?? type, code)
}

const THEME_QUERY = "(prefers-color-scheme: dark)"

function watchTheme(onChange: () => void): () => void {
  const query = matchMedia(THEME_QUERY)
  query.addEventListener("change", onChange)
  addEventListener("chosen", onChange)
  return () => {
    query.removeEventListener("change", onChange)
    removeEventListener("chosen", onChange)
  }
}

function appearanceOf(host: HTMLElement): Appearance {
  const theme = document.documentElement.dataset["theme"]
  const isDark = theme ? theme === "dark" : matchMedia(THEME_QUERY).matches
  const probe = host.parentElement?.appendChild(document.createElement("i"))
  // A computed colour, because Stripe does not know `light-dark()`.
  const color = (className: string) => {
    if (probe) probe.className = className
    return probe ? getComputedStyle(probe).color : ""
  }
  const appearance: Appearance = {
    theme: isDark ? "night" : "stripe",
    variables: {
      colorPrimary: color("card-action"),
      colorBackground: color("card-surface"),
      colorText: color("card-text"),
      colorTextSecondary: color("card-muted"),
      colorTextPlaceholder: color("card-muted"),
      colorDanger: color("card-danger"),
      fontFamily: "Figtree, system-ui, sans-serif",
      fontSizeBase: "17px",
      borderRadius: "14px",
      focusOutline: `3px solid ${color("card-focus")}`,
    },
    rules: {
      ".Input, .Tab": { border: `1.5px solid ${color("card-edge")}`, boxShadow: "none" },
      ".Label": { fontWeight: "600" },
    },
  }
  probe?.remove()
  return appearance
}
