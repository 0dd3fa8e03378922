import { expect, test } from "vitest"
import { MARK } from "./email.ts"
import { stripQuotes } from "./quotes.ts"

const MARKER_LINE = `${MARK} Write your answer above this line ${MARK}`
const QUOTE = `> ${MARKER_LINE}\n>\n> Hello Ada\n> -- \n> HaiTech`

test.each<[string, string]>([
  ["in English, on one line", "On Fri, Jan 2, 2026 at 3:04 AM HaiTech <hello@example.org> wrote:"],
  ["on two lines", "On Fri, Jan 2, 2026 at 3:04 AM HaiTech <\nhello@example.org> wrote:"],
  ["in French", "Le ven. 2 janv. 2026 à 03:04, HaiTech <hello@example.org> a\u00a0écrit\u00a0:"],
  ["in Spanish", "El vie, 2 ene 2026 a las 3:04, HaiTech (<hello@example.org>) escribió:"],
  ["in Kreyòl", "Nan 2 janvye 2026, HaiTech te ekri:"],
  ["as the email's headers", "_______________________\nFrom: HaiTech\nSent: Friday\nTo: Ada\nSubject: An answer"],
  ["as the email's headers in French", "De : HaiTech\nEnvoyé : vendredi\nÀ : Ada\nObjet : Une réponse\n"],
  ["as an original message", "-----Message d’origine-----\nDe : HaiTech"],
])("the introduction of a quote is removed: %s", (_what, introduction) => {
  const bare = QUOTE.replaceAll(/^> ?/gm, "")
  for (const quote of [QUOTE, bare, QUOTE.replace(`${MARKER_LINE}\n`, "\n")])
    expect(stripQuotes(`Thank you.\n\nSee you: soon\n\n${introduction}\n\n${quote}\n`)).toBe(
      "Thank you.\n\nSee you: soon",
    )
})

test.each<[string, string, string]>([
  ["a quote alone", `${QUOTE}\n`, ""],
  ["empty lines", " \n\n", ""],
  ["a signature", "Thank you\n-- \nAda\n+1 305", "Thank you"],
  ["a signature above the quote", `Thank you\n-- \nAda\n\nOn Friday X wrote:\n${QUOTE}`, "Thank you"],
  ["no quote at all", "Two lines\r\nand no more", "Two lines\nand no more"],
  ["two dashes that are no signature", "One\n--\nTwo", "One\n--\nTwo"],
  ["an answer below the quote", `On Friday X wrote:\n${QUOTE}\n\nThank you\n-- \nAda`, "Thank you"],
  [
    "answers between quoted lines",
    `On Friday X wrote:\n> ${MARKER_LINE}\n> When?\nToday\n> Where?\nHere`,
    "Today\nHere",
  ],
  ["text that looks like an introduction", "On Friday she wrote:", "On Friday she wrote:"],
  [
    "text that looks like an introduction, before a signature",
    "On Friday she wrote:\n-- \nAda",
    "On Friday she wrote:",
  ],
  ["one line like an email header", `To: everybody\n\n${MARKER_LINE}\nHello`, "To: everybody"],
  ["a quote in the middle", "> When?\nToday", "> When?\nToday"],
  ["a marker line that a mail program wrapped", `Yes\n> ${MARK} Write your answer\n> above this line ${MARK}`, "Yes"],
])("the sender's own text is extracted: %s", (_what, text, words) => {
  expect(stripQuotes(text)).toBe(words)
})
