import { LANGUAGES } from "@haitech/contract/languages"
import { EMAIL_LENGTH } from "@haitech/contract/text"
import { index, snakeCase, text, unique } from "drizzle-orm/pg-core"
import { id, instant, lengthBetween, notEmpty, oneOf } from "#platform/db/columns.ts"

/** What administrators see of an email: never its text, links or codes. `key` is that of the outbox. */
export const sentEmails = snakeCase.table(
  "sent_emails",
  {
    id: id(),
    key: text().notNull(),
    address: text().notNull(),
    subject: text().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    sentAt: instant().notNull(),
  },
  (email) => [
    unique("sent_emails_key_unique").on(email.key),
    index("sent_emails_address").on(email.address, email.sentAt, email.id),
    index("sent_emails_sent").on(email.sentAt),
    lengthBetween(email.address, 1, EMAIL_LENGTH),
    notEmpty(email.subject),
    oneOf(email.language, LANGUAGES),
  ],
)
