import * as z from "zod/mini"
import { ContactId, MembershipId } from "./ids.ts"
import { openEnum } from "./lists.ts"
import { route } from "./route.ts"
import { email, NAME_LENGTH, optionalText, singleLine, text } from "./text.ts"
import { Instant } from "./time.ts"

export const PROGRAMS = ["coding", "languages", "mentorship", "community", "general"] as const
export const Program = z.enum(PROGRAMS, "program.unknown")
export type Program = z.output<typeof Program>

export const INTERESTS_LENGTH = 500
export const LOCATION_LENGTH = 100

/** The join dialog sends a program, the newsletter form interests and a location (spec §3, D9). */
export const MembershipRequest = z.object({
  name: singleLine(NAME_LENGTH, { required: "name.required", tooLong: "name.too_long" }),
  email: email({ required: "email.required", invalid: "email.invalid", tooLong: "email.too_long" }),
  program: z.optional(Program),
  interests: optionalText(INTERESTS_LENGTH, "interests.too_long"),
  location: optionalText(LOCATION_LENGTH, "location.too_long"),
})
export type MembershipRequest = z.output<typeof MembershipRequest>

export const Membership = z.object({
  id: MembershipId,
  name: z.string(),
  email: z.string(),
  program: z.nullable(openEnum(PROGRAMS)),
  interests: z.nullable(z.string()),
  location: z.nullable(z.string()),
  createdAt: Instant,
})
export type Membership = z.output<typeof Membership>

/** Joining again with the same email address updates the record and returns it (D9). Ignores unknown fields. */
export const joinMembership = route({
  method: "POST",
  path: "/api/membership",
  access: "public",
  status: 201,
  form: true,
  body: MembershipRequest,
  reply: Membership,
})

export const SUBJECTS = [
  "general",
  "coding",
  "languages",
  "cares",
  "partnership",
  "volunteer",
  "donation",
  "technical",
] as const
export const Subject = z.enum(SUBJECTS, "subject.unknown")
export type Subject = z.output<typeof Subject>

export const MESSAGE_LENGTH = 5000

export const ContactRequest = z.object({
  name: singleLine(NAME_LENGTH, { required: "name.required", tooLong: "name.too_long" }),
  email: email({ required: "email.required", invalid: "email.invalid", tooLong: "email.too_long" }),
  subject: z.optional(Subject),
  message: text(MESSAGE_LENGTH, { required: "message.required", tooLong: "message.too_long" }),
})
export type ContactRequest = z.output<typeof ContactRequest>

export const Contact = z.object({
  id: ContactId,
  name: z.string(),
  email: z.string(),
  subject: z.nullable(openEnum(SUBJECTS)),
  message: z.string(),
  createdAt: Instant,
})
export type Contact = z.output<typeof Contact>

/** Idempotent: the same message on the same day returns the same record. Ignores unknown fields. */
export const sendContact = route({
  method: "POST",
  path: "/api/contact",
  access: "public",
  status: 201,
  form: true,
  body: ContactRequest,
  reply: Contact,
})
