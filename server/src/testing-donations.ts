import { afterAll, afterEach, beforeAll, beforeEach } from "vitest"
import { type Browser, createTestApp, signInAsAdmin, type TestApp } from "./testing.ts"
import { type StripeDouble, startStripe } from "./testing-stripe.ts"

interface OnStripe {
  readonly app: TestApp
  readonly stripe: StripeDouble
}

/** Gives each test of the file an empty server that takes payments by one double of Stripe. */
export function eachTestOnStripe(assign: (context: OnStripe) => void): void {
  let stripe: StripeDouble
  let app: TestApp
  beforeAll(async () => {
    stripe = await startStripe()
  })
  beforeEach(async () => {
    app = await startApp(stripe)
    assign({ app, stripe })
  })
  afterEach(async () => {
    stripe.setDown(false)
    await app.close()
  })
  afterAll(() => stripe.close())
}

/** Gives all tests of the file one server on Stripe's double, with an administrator who is signed in. */
export function allTestsOnStripe(assign: (context: OnStripe & { readonly admin: Browser }) => void): void {
  let stripe: StripeDouble
  let app: TestApp
  beforeAll(async () => {
    stripe = await startStripe()
    app = await startApp(stripe)
    assign({ app, stripe, admin: await signInAsAdmin(app, "root") })
  })
  beforeEach(() => stripe.setDown(false))
  afterAll(async () => {
    await app.close()
    await stripe.close()
  })
}

async function startApp({ payments }: StripeDouble): Promise<TestApp> {
  const app = await createTestApp({ payments })
  app.setNow(new Date())
  return app
}

export function deliverEvent(app: TestApp, { payload, signature }: ReturnType<StripeDouble["event"]>) {
  const headers = { "content-type": "application/json", "stripe-signature": signature }
  return app.send({ method: "POST", url: "/api/webhooks/stripe", payload, headers })
}
