import { and, isNull, like, lte } from "drizzle-orm"
import type { Email } from "./gateways/mail.ts"
import { outbox } from "./platform/jobs/table.ts"
import type { Browser, TestApp } from "./testing.ts"

export const NEWSLETTERS = "/api/admin/newsletters"

export const NEWSLETTER = {
  topic: "programs",
  program: null,
  subjectEn: "New classes",
  contentEn: "We open **three** classes.",
  subjectFr: "Nouveaux cours",
  contentFr: "Nous ouvrons **trois** cours.",
} as const

export async function joinAs(app: TestApp, name: string, language = "en", more: object = {}): Promise<string> {
  const payload = { name, email: `${name}@example.org`, ...more }
  const headers = { "accept-language": language }
  return (await app.send({ method: "POST", url: "/api/membership", payload, headers })).json().id
}

export async function createNewsletter(admin: Browser, more: object = {}): Promise<string> {
  return (await admin.send("POST", NEWSLETTERS, { ...NEWSLETTER, ...more })).json().id
}

export async function readNewsletter(admin: Browser, id: string) {
  const rows: { id: string }[] = (await admin.send("GET", NEWSLETTERS)).json()
  return rows.find((row) => row.id === id) as never as {
    state: string
    version: number
    counts: Record<string, number>
  }
}

export const startNewsletter = (admin: Browser, id: string, body: object = { version: 1 }) =>
  admin.send("POST", `${NEWSLETTERS}/${id}/sending`, body)

export const MINUTE_MS = 60_000

const isOpen = and(like(outbox.kind, "newsletter.%"), isNull(outbox.sentAt), isNull(outbox.failedAt))

/** The jobs of newsletters that are due by the app's clock are due by the database's, too. */
export async function makeDue({ database: { db }, deps }: TestApp): Promise<void> {
  await db
    .update(outbox)
    .set({ dueAt: new Date(0) })
    .where(and(isOpen, lte(outbox.dueAt, deps.now())))
}

/** A minute later. @returns how many jobs of newsletters are open */
export async function passMinute(app: TestApp): Promise<number> {
  app.setNow(new Date(app.deps.now().getTime() + MINUTE_MS))
  await makeDue(app)
  return app.database.db.$count(outbox, isOpen)
}

export async function deliverAll(app: TestApp): Promise<readonly Email[]> {
  do await app.deliver()
  while ((await passMinute(app)) > 0)
  return newslettersOf(app)
}

export function newslettersOf({ emails }: TestApp): readonly Email[] {
  return emails.filter(({ key }) => key.startsWith("newsletter/")).toSorted((a, b) => a.to.localeCompare(b.to))
}

export const tokenOf = ({ unsubscribe = "" }: Email) => new URL(unsubscribe).searchParams.get("token") ?? ""
