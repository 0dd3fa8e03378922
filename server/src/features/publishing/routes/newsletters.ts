import {
  createNewsletter,
  deleteNewsletter,
  listNewsletters,
  moveNewsletter,
  type NewsletterCounts,
  type NewsletterRecord,
  previewNewsletter,
  readNewsletterAudience,
  restoreNewsletter,
  sendNewsletter,
  testNewsletter,
  updateNewsletter,
} from "@haitech/contract/admin/newsletters"
import { readNewsletterChoice, saveNewsletterChoice, unsubscribeInOneClick } from "@haitech/contract/newsletters"
import type { Deps } from "#deps.ts"
import { choicePath, presentChoice, readChoice, verifyNewsletterToken } from "#features/outreach/service/newsletters.ts"
import { countEmails, paginateNewsletters } from "#features/publishing/queries/newsletters.ts"
import { remove, restore } from "#features/publishing/service/editing.ts"
import { chooseByToken } from "#features/publishing/service/newsletter-choices.ts"
import { emailBytes, renderNewsletter } from "#features/publishing/service/newsletter-emails.ts"
import { moveNewsletter as move, sendNewsletter as send } from "#features/publishing/service/newsletter-sending.ts"
import { addNewsletter, changeNewsletter, readAudience, requestTest } from "#features/publishing/service/newsletters.ts"
import type { NewsletterRow } from "#features/publishing/table/newsletters.ts"
import { handle, handleStaleRead } from "#platform/http/handle.ts"
import type { RedirectRoute } from "#platform/http/redirect-routes.ts"

const LINK_LIMIT = { name: "newsletter_link.address", limit: 120, windowSeconds: 600 }
/** A mailbox provider sends those of all its readers from a few addresses. */
const ONE_CLICK_LIMIT = { name: "newsletter_unsubscription.address", limit: 3000, windowSeconds: 600 }
const TEST_LIMIT = { name: "newsletter_test.address", limit: 60, windowSeconds: 3600 }

export const newsletterRoutes = (deps: Deps) => [
  handleStaleRead(listNewsletters, async ({ query, db }) => {
    const page = await paginateNewsletters(db, query)
    const counts = await countEmails(
      db,
      page.rows.map(({ id }) => id),
    )
    return { ...page, rows: page.rows.map((row) => presentNewsletter(row, counts.get(row.id))) }
  }),
  handle(createNewsletter, async ({ actor, body }) => present(deps, await addNewsletter(deps, actor, body))),
  handle(updateNewsletter, async ({ actor, params, body }) =>
    present(deps, await changeNewsletter(deps, actor, params.id, body)),
  ),
  handle(deleteNewsletter, async ({ actor, params }) => ({
    deletedAt: (await remove(deps, actor, "newsletter", params.id)).toISOString(),
  })),
  handle(restoreNewsletter, async ({ actor, params }) =>
    present(deps, await restore(deps, actor, "newsletter", params.id)),
  ),
  handle(readNewsletterAudience, ({ params }) => readAudience(deps, params.id)),
  handle(previewNewsletter, async ({ body: { subject = "", content = "", ...issue } }) => {
    const parts = renderNewsletter(deps, { ...issue, subject, content })
    return { html: parts.html, bytes: emailBytes(parts) }
  }),
  handle(
    testNewsletter,
    async ({ actor, params, body }) => ({ to: await requestTest(deps, actor, { ...params, ...body }) }),
    { limit: TEST_LIMIT },
  ),
  handle(sendNewsletter, async ({ actor, params, body }) =>
    present(deps, await send(deps, actor, { ...params, ...body })),
  ),
  handle(moveNewsletter, async ({ actor, params, body }) =>
    present(deps, await move(deps, actor, { ...params, ...body })),
  ),
  ...choiceRoutes(deps),
]

/** Some programs open the address of the one-click call in a browser: it leads to the page, and changes nothing. */
export const newsletterRedirectRoutes = (): readonly RedirectRoute[] => [
  {
    path: unsubscribeInOneClick.path,
    limit: LINK_LIMIT,
    otherwise: (language) => choicePath(language, ""),
    receive: async ({ address, language }) => choicePath(language, address.searchParams.get("token") ?? ""),
  },
]

const choiceRoutes = (deps: Deps) => [
  handle(
    readNewsletterChoice,
    async ({ body }) => presentChoice(await readChoice(deps.db, verifyNewsletterToken(deps, body.token).membershipId)),
    { limit: LINK_LIMIT },
  ),
  handle(saveNewsletterChoice, async ({ body }) => presentChoice(await chooseByToken(deps, body.token, body.topics)), {
    limit: LINK_LIMIT,
  }),
  handle(unsubscribeInOneClick, async ({ query }) => presentChoice(await chooseByToken(deps, query.token, [])), {
    limit: ONE_CLICK_LIMIT,
  }),
]

async function present({ db }: Pick<Deps, "db">, newsletter: NewsletterRow): Promise<NewsletterRecord> {
  return presentNewsletter(newsletter, (await countEmails(db, [newsletter.id])).get(newsletter.id))
}

const NO_EMAILS: NewsletterCounts = { waiting: 0, sent: 0, failed: 0, bounced: 0, skipped: 0, left: 0 }

function presentNewsletter(newsletter: NewsletterRow, counts = NO_EMAILS): NewsletterRecord {
  const { scheduledAt, startedAt, finishedAt, updatedAt } = newsletter
  return {
    ...newsletter,
    scheduledAt: scheduledAt?.toISOString() ?? null,
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
    counts,
  }
}
