import { expect, test } from "vitest"
import { hasContactDetails, isPersonalAddress } from "./contact-details.ts"

test.each([
  "Call me: +509 3412 5678",
  "34-12-56-78",
  "write to ada@example.org",
  "I am @ada.lovelace there",
  "add me on WhatsApp",
  "wa.me/50934125678",
])("%j seems to hold contact details", (message) => {
  expect(hasContactDetails(message)).toBe(true)
})

test.each([
  "let x = 1234567",
  "See you on 2026-11-24 at 18:00",
  "https://developer.mozilla.org/docs",
  "I scored 9 of 10",
  "user@",
])("%j does not", (message) => {
  expect(hasContactDetails(message)).toBe(false)
})

test.each([
  "https://wa.me/50934125678",
  "https://API.whatsapp.com/send?phone=509",
  "https://me@t.me/ada",
  "https://www.facebook.com:443/ada",
  "https://discord.gg",
])("%s leads to an account of one person", (url) => {
  expect(isPersonalAddress(url)).toBe(true)
})

test.each([
  "https://meet.google.com/abc-defg-hij",
  "https://us02web.zoom.us/j/12345678901",
  "https://chat.me/wa.me",
  "https://notwhatsapp.com/call",
])("%s does not", (url) => {
  expect(isPersonalAddress(url)).toBe(false)
})
