import type { NewsletterForm } from "@haitech/contract/admin/newsletters"
import type { New } from "@haitech/contract/admin/publishing"
import type { FieldError } from "@haitech/contract/field-errors"
import type { NewsletterId } from "@haitech/contract/ids"
import { LANGUAGES, type Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import { countAudience, findNewsletter } from "#features/publishing/queries/newsletters.ts"
import type { NewsletterRow } from "#features/publishing/table/newsletters.ts"
import type { Member } from "#platform/actor.ts"
import { createId } from "#platform/db/columns.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"
import { create, save } from "./editing.ts"
import { isTooLarge, renderNewsletter, textsIn } from "./newsletter-emails.ts"

/** @throws {Problem} `request.invalid` */
export async function addNewsletter(
  deps: Deps,
  actor: Member,
  { id, ...form }: New<NewsletterForm>,
): Promise<NewsletterRow> {
  const values = valuesOf(form)
  requireSmall(deps, values)
  const defaults = { updatedAt: deps.now() }
  return deps.db.transaction((tx) => create(tx, actor, "newsletter", { id, form: values, defaults }))
}

/** @throws {Problem} `request.invalid`, `record.unknown`, `record.changed`, `newsletter.state` */
export async function changeNewsletter(
  deps: Deps,
  actor: Member,
  id: NewsletterId,
  form: NewsletterForm,
): Promise<NewsletterRow> {
  const values = valuesOf(form)
  requireSmall(deps, values)
  return save(deps, actor, { kind: "newsletter", id, version: form.version }, values)
}

/** @throws {Problem} `record.unknown` */
export async function readAudience({ db, now }: Deps, id: NewsletterId) {
  const languages = await countAudience(db, await requireNewsletter(db, id), now())
  return { total: LANGUAGES.reduce((sum, language) => sum + languages[language], 0), ...languages }
}

export interface TestEmail {
  readonly id: NewsletterId
  readonly to: string
  readonly language: Language
}

/** @throws {Problem} `record.unknown` */
export async function requestTest(
  { db }: Deps,
  actor: Member,
  { id, language }: Omit<TestEmail, "to">,
): Promise<string> {
  await requireNewsletter(db, id)
  const { email: to } = await requireUser(db, actor.id)
  const payload: TestEmail = { id, to, language }
  await enqueue(db, { kind: "newsletter.test", key: `newsletter.test/${createId()}`, priority: "urgent", payload })
  return to
}

async function requireNewsletter(db: Deps["db"], id: NewsletterId): Promise<NewsletterRow> {
  const newsletter = await findNewsletter(db, id)
  if (!newsletter) throw new Problem("record.unknown")
  return newsletter
}

type Values = ReturnType<typeof valuesOf>

/** A language has both texts or none. @throws {Problem} `request.invalid` */
function valuesOf({ topic, program, subjectEn, contentEn, ...form }: Omit<NewsletterForm, "version">) {
  const values = {
    topic,
    program,
    subjectEn,
    contentEn,
    subjectFr: form.subjectFr ?? null,
    contentFr: form.contentFr ?? null,
    subjectHt: form.subjectHt ?? null,
    contentHt: form.contentHt ?? null,
    subjectEs: form.subjectEs ?? null,
    contentEs: form.contentEs ?? null,
  }
  const fields: Record<string, FieldError> = {}
  for (const language of ["Fr", "Ht", "Es"] as const) {
    const [subject, content] = [values[`subject${language}`], values[`content${language}`]]
    if (content && !subject) fields[`subject${language}`] = "subject.required"
    if (subject && !content) fields[`content${language}`] = "content.required"
  }
  if (Object.keys(fields).length > 0) throw new Problem("request.invalid", { fields })
  return values
}

/** @throws {Problem} `request.invalid` */
function requireSmall(deps: Deps, values: Values): void {
  const fields: Record<string, FieldError> = {}
  for (const language of LANGUAGES) {
    const texts = textsIn(values, language)
    const name = `content${language.charAt(0).toUpperCase()}${language.slice(1)}`
    if (texts.language === language && isTooLarge(renderNewsletter(deps, { topic: values.topic, ...texts })))
      fields[name] = "newsletter.too_large"
  }
  if (Object.keys(fields).length > 0) throw new Problem("request.invalid", { fields })
}
