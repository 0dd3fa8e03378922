import { expect, test } from "vitest"
import * as z from "zod/mini"
import { hasContactDetails } from "./contact-details.ts"
import { meetingAddress } from "./text.ts"

test.each([
  "Call me: +509 3412 5678",
  "34-12-56-78",
  "write to ada@example.org",
  "I am @ada.lovelace there",
  "add me on WhatsApp",
  "wa.me/50934125678",
  "Call me ５０９３４１２５６７８",
  "Call me ٣٤١٢٥٦٧٨",
  "ada＠example.org",
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

const errorOf = (url: string) => z.safeParse(meetingAddress(), url).error?.issues[0]?.message

test.each([
  "https://wa.me/50934125678",
  "https:///wa.me/50934125678",
  "https://wa.me./50934125678",
  "https://wa%2eme/509",
  "https://\\wa.me/1",
  "https://ｗａ.me/1",
  "https://API.whatsapp.com/send?phone=509",
  "https://me@t.me/ada",
  "https://www.facebook.com:443/ada",
  "https://discord.gg",
])("%s leads to an account of one person", (url) => {
  expect(errorOf(url)).toBe("url.personal")
})

test.each([
  "https://meet.google.com/abc-defg-hij",
  "https://us02web.zoom.us/j/12345678901",
  "https://chat.me/wa.me",
  "https://notwhatsapp.com/call",
])("%s does not", (url) => {
  expect(errorOf(url)).toBeUndefined()
})

test.each(["http://meet.example", "https://", "https://%zz/1", "https://a b"])("%j is no address", (url) => {
  expect(errorOf(url)).toBe("url.invalid")
})
