import type { NewsletterTopic } from "@haitech/contract/newsletters"
import type { MessageKey } from "./texts.ts"

/** The topics of newsletters. */
export const TOPIC_TEXTS = {
  programs: "newsletter_topic.programs",
  events: "newsletter_topic.events",
  stories: "newsletter_topic.stories",
  giving: "newsletter_topic.giving",
} as const satisfies Readonly<Record<NewsletterTopic, MessageKey>>
