import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { readContent } from "#platform/content/files.ts"
import { claimStarter } from "#platform/content/starter.ts"
import { openDb } from "#platform/db/client.ts"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { publishedTestimonials } from "./queries/testimonials.ts"
import { publishStarterContent } from "./service.ts"
import { testimonials } from "./table.ts"

let fresh: FreshDatabase
beforeEach(async () => {
  fresh = await freshDatabase()
})
afterEach(() => fresh.release())

async function names(): Promise<string[]> {
  return (await publishedTestimonials(fresh.db)).map(({ name }) => name)
}

test("the starter testimonials are published with the text and order of their files", async () => {
  await publishStarterContent(fresh)
  const files = await readContent("people/testimonials")
  expect(files).toHaveLength(6)
  expect(await publishedTestimonials(fresh.db)).toEqual(
    files.map(({ text, field }) => ({
      id: expect.any(String),
      content: text,
      rating: Number(field("rating")),
      name: field("name"),
      role: field("role"),
    })),
  )
})

test("every starter testimonial has a first and last name and is marked as a sample", async () => {
  for (const { name, field } of await readContent("people/testimonials")) {
    expect([name, field("name"), field("sample")]).toEqual([name, expect.stringMatching(/^\S+ \S+$/), "true"])
  }
})

test("administrators' changes and deletions persist at the next start", async () => {
  await publishStarterContent(fresh)
  const [first, second, ...others] = await publishedTestimonials(fresh.db)
  await fresh.db.delete(testimonials).where(eq(testimonials.id, first?.id ?? expect.fail()))
  await fresh.db
    .update(testimonials)
    .set({ name: "Ada" })
    .where(eq(testimonials.id, second?.id ?? expect.fail()))
  await publishStarterContent(fresh)
  expect(await names()).toEqual(["Ada", ...others.map(({ name }) => name)])
})

test("of eight processes that start concurrently, one publishes the starter content", async () => {
  const processes = Array.from({ length: 8 }, () => openDb(fresh.connection, { max: 1 }))
  await Promise.all(processes.map(publishStarterContent))
  await Promise.all(processes.map(({ close }) => close()))
  expect(await names()).toHaveLength(6)
})

test("a waiting process publishes the starter content if the first one dies", async () => {
  const other = openDb(fresh.connection, { max: 1 })
  let waiting: Promise<void> | undefined
  const dying = fresh.db.transaction(async (tx) => {
    expect(await claimStarter(tx, "testimonials")).toBe(true)
    waiting = publishStarterContent(other)
    await expect.poll(waitingForLock).toBe(1)
    throw new Error("killed")
  })
  await expect(dying).rejects.toThrow("killed")
  await waiting
  await other.close()
  expect(await names()).toHaveLength(6)
})

test("publishedTestimonials returns the newest first, with public columns only", async () => {
  const row = { role: "Learner", content: "Good.", imageUrl: "/files/a.webp" }
  for (const name of ["Ada", "Grace", "Alan"]) await fresh.db.insert(testimonials).values({ ...row, name })
  expect(await publishedTestimonials(fresh.db)).toEqual(
    ["Alan", "Grace", "Ada"].map((name) => ({
      id: expect.any(String),
      name,
      role: "Learner",
      content: "Good.",
      rating: 5,
    })),
  )
})

async function waitingForLock(): Promise<number> {
  const waiting = await fresh.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return waiting.length
}
