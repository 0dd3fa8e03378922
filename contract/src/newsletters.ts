import * as z from "zod/mini"
import { openEnum } from "./lists.ts"
import { route } from "./route.ts"
import { Instant } from "./time.ts"

/** What a newsletter is about; a member chooses among them. `giving` asks for donations, which minors never get. */
export const NEWSLETTER_TOPICS = ["programs", "events", "stories", "giving"] as const
export const NewsletterTopic = z.enum(NEWSLETTER_TOPICS, "topic.unknown")
export type NewsletterTopic = z.output<typeof NewsletterTopic>

/** Why somebody gets none: they left, an administrator took them off, or the mail server refused the address. */
export const NEWSLETTER_ENDS = ["left", "removed", "bounced"] as const
export type NewsletterEnd = (typeof NEWSLETTER_ENDS)[number]

const Token = z.string("token.invalid").check(z.maxLength(200, "token.invalid"))
const Topics = z
  .array(NewsletterTopic, "topic.unknown")
  .check(z.refine((topics) => new Set(topics).size === topics.length, "topic.unknown"))

export const NewsletterChoice = z.object({
  topics: z.array(openEnum(NEWSLETTER_TOPICS)),
  ended: z.nullable(openEnum(NEWSLETTER_ENDS)),
  endedAt: z.nullable(Instant),
})
export type NewsletterChoice = z.output<typeof NewsletterChoice>

/** A POST, so that the token of the link is in no address. */
export const readNewsletterChoice = route({
  method: "POST",
  path: "/api/newsletters/choice",
  access: "public",
  body: z.strictObject({ token: Token }),
  reply: NewsletterChoice,
})

export const saveNewsletterChoice = route({
  method: "PUT",
  path: "/api/newsletters/choice",
  access: "public",
  body: z.strictObject({ token: Token, topics: Topics }),
  reply: NewsletterChoice,
})

/** RFC 8058: a mailbox provider sends it when a reader presses "unsubscribe", without cookies and from anywhere. */
export const unsubscribeInOneClick = route({
  method: "POST",
  path: "/api/newsletters/unsubscription",
  access: "public",
  oneClick: true,
  query: z.strictObject({ token: Token }),
  body: z.object({ "List-Unsubscribe": z.literal("One-Click", "invalid") }),
  reply: NewsletterChoice,
})

export const newsletterApi = { readNewsletterChoice, saveNewsletterChoice, unsubscribeInOneClick } as const
