import { expect, test } from "vitest"
import * as z from "zod/mini"
import { NEWSLETTER_LENGTH, NEWSLETTER_SUBJECT_LENGTH, NewsletterForm } from "./admin/newsletters.ts"
import { NEWSLETTER_TOPICS, saveNewsletterChoice, unsubscribeInOneClick } from "./newsletters.ts"

const FORM = { topic: "events", program: null, subjectEn: "Hello", contentEn: "Text" }
const errorsOf = (schema: z.ZodMiniType, input: object) =>
  z.safeParse(schema, input).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? []

test.each([
  ["subjectEn", NEWSLETTER_SUBJECT_LENGTH, "subject.too_long"],
  ["contentEn", NEWSLETTER_LENGTH, "content.too_long"],
  ["subjectHt", NEWSLETTER_SUBJECT_LENGTH, "subject.too_long"],
  ["contentHt", NEWSLETTER_LENGTH, "content.too_long"],
])("%s takes %i characters, and no more", (name, length, error) => {
  expect(errorsOf(NewsletterForm, { ...FORM, [name]: "x".repeat(length) })).toEqual([])
  expect(errorsOf(NewsletterForm, { ...FORM, [name]: "x".repeat(length + 1) })).toEqual([[name, error]])
})

test("a subject is one line, and an empty language is missing", () => {
  const form = z.parse(NewsletterForm, { ...FORM, subjectEn: "A\r\nB", subjectFr: " ", subjectEs: "Hola\n\ttodos" })
  expect(form).toMatchObject({ subjectEn: "A B", subjectEs: "Hola todos" })
  expect(form.subjectFr).toBeUndefined()
})

test("each topic is chosen at most once", () => {
  const { body } = saveNewsletterChoice
  for (const topics of [[], ["giving"], [...NEWSLETTER_TOPICS]])
    expect(errorsOf(body, { token: "x", topics })).toEqual([])
  for (const topics of [["giving", "giving"], ["spam"], "giving", null])
    expect(errorsOf(body, { token: "x", topics }).length).toBeGreaterThan(0)
})

test("a click on unsubscribe says so, and a token has at most 200 characters", () => {
  const { body, query } = unsubscribeInOneClick
  expect(errorsOf(body, { "List-Unsubscribe": "One-Click", more: "1" })).toEqual([])
  expect(errorsOf(body, { "List-Unsubscribe": "one-click" })).toEqual([["List-Unsubscribe", "invalid"]])
  expect(errorsOf(query, { token: "x".repeat(200) })).toEqual([])
  expect(errorsOf(query, { token: "x".repeat(201) })).toEqual([["token", "token.invalid"]])
})
