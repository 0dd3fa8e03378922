import { LANGUAGES, type Language } from "@haitech/contract/languages"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { text } from "#platform/messages.ts"
import { createTestApp, type TestApp } from "#testing.ts"
import { readPdf } from "#testing-pdf.ts"
import { type StripeDouble, startStripe } from "#testing-stripe.ts"
import { donations, receipts } from "./table.ts"

const GOODS = "No goods or services were provided in exchange for this contribution."
const LONG_NAME = `${"Rosemène-Éloïse Đặng Łukasz Ñandú ".repeat(2)}Jean-Baptiste de l’Œuvre`

let stripe: StripeDouble
let app: TestApp
beforeAll(async () => {
  stripe = await startStripe()
  app = await createTestApp({ payments: stripe.payments })
})
beforeEach(async () => {
  await app.database.db.delete(receipts)
  await app.database.db.delete(donations)
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})

async function give(language: Language, fields: object = {}, refund = 0) {
  app.setNow(new Date())
  const donor = { donorName: "Rosemène Noël", donorEmail: "rose@example.org", ...fields }
  const payload = { amount: 2500, ...donor }
  const headers = { "accept-language": language }
  const created = await app.send({ method: "POST", url: "/api/create-payment-intent", payload, headers })
  const { paymentIntentId } = created.json()
  stripe.pay(paymentIntentId)
  if (refund > 0) stripe.refund(paymentIntentId, refund)
  const { donorName, donorEmail } = donor
  await app.send({ method: "POST", url: "/api/confirm-donation", payload: { donorName, donorEmail, paymentIntentId } })
  const emails = await app.deliver()
  const email = emails.findLast(({ key }) => key.startsWith("donation.receipt"))
  const [attachment] = email?.attachments ?? []
  if (!email || !attachment) throw new Error("no receipt was sent")
  return { email, attachment, pdf: readPdf(attachment.bytes) }
}

test.each(LANGUAGES)(
  "a receipt in %s has every field, the legal sentence also in English, and its language",
  async (language) => {
    const { email, attachment, pdf } = await give(language)
    const [stored] = await app.database.db.select().from(receipts)
    const number = `2026-${String(stored?.serial).padStart(6, "0")}`
    expect(email.subject).toContain(number)
    expect(attachment).toMatchObject({ name: `receipt-${number}.pdf`, type: "application/pdf" })
    const day = { en: "January 1, 2026", fr: "1 janvier 2026", ht: "1 janvye 2026", es: "1 de enero de 2026" }[language]
    const fields = [
      number,
      "Rosemène Noël",
      "$25.00 USD",
      day,
      "HaiTech Inc.",
      "1 Main Street, Boston, MA 02108",
      "12-3456789",
    ]
    for (const field of [...fields, GOODS, text(language, "mail.receipt.goods"), text(language, "receipt.donor")])
      expect(pdf.text).toContain(field)
    expect(pdf.info).toMatchObject({
      Title: text(language, "receipt.title", { number }),
      Tagged: "yes",
      Author: "HaiTech Inc.",
    })
    expect(Buffer.from(attachment.bytes).toString("latin1")).toContain(`/Lang (${language})`)
    expect(pdf.structure).toMatch(/^Document\n[^]*H1 \(block\)[^]*Table \(block\)/)
  },
)

test("a long name with accents and the largest amount are whole on the receipt", async () => {
  const { pdf } = await give("fr", { donorName: LONG_NAME, amount: 99_999_999 })
  // Đặng has a character that the fonts lack: it is drawn without its accents.
  expect(pdf.text.replaceAll("- ", "-")).toContain(LONG_NAME.replaceAll("ặ", "a"))
  expect(pdf.text).toContain("$999,999.99 USD")
})

test("a name in another script becomes question marks in the PDF, and is whole in the email", async () => {
  const { pdf, email } = await give("en", { donorName: "李小龙" })
  expect(pdf.text).toContain("???")
  expect(email.text).toContain("李小龙")
})

test.each([
  [2500, "receipt.refunded_text", "$0.00 USD"],
  [1000, "receipt.partly_refunded_text", "$15.00 USD"],
] as const)("a receipt after a refund of %i cents says so in both languages", async (refund, sentence, remaining) => {
  const { pdf, email } = await give("ht", {}, refund)
  for (const part of [text("ht", sentence), text("en", sentence), remaining]) expect(pdf.text).toContain(part)
  expect(email.text.replace(/\s+/g, " ")).toContain(`$${refund / 100}.00 USD`)
})
