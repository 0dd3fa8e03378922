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

const isOpen = and(like(outbox.kind, "newsletter.%"), isNull(outbox.sentAt), isNull(outbox.failedAt))

/** A minute later: makes those jobs of newsletters due that are by then. @returns how many jobs are open */
export async function passMinute({ database: { db }, deps, setNow }: TestApp): Promise<number> {
  setNow(new Date(deps.now().getTime() + 60_000))
  await db
    .update(outbox)
    .set({ dueAt: new Date(0) })
    .where(and(isOpen, lte(outbox.dueAt, deps.now())))
  return db.$count(outbox, isOpen)
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
