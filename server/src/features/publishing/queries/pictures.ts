import type { PictureId } from "@haitech/contract/ids"
import { and, eq, lt, sql } from "drizzle-orm"
import { blogPosts, sitePictures, teamMembers, testimonials } from "#features/publishing/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export async function insertPicture(tx: Tx, picture: typeof sitePictures.$inferInsert): Promise<PictureId> {
  const [row] = await tx.insert(sitePictures).values(picture).returning({ id: sitePictures.id })
  return row?.id as PictureId
}

export async function findPicture(db: Db, id: PictureId, size: "small" | "large"): Promise<Uint8Array | undefined> {
  const [row] = await db.select({ bytes: sitePictures[size] }).from(sitePictures).where(eq(sitePictures.id, id))
  return row?.bytes
}

/** Deletes pictures older than `before` that no record refers to, by an address or in an article's text. */
export async function purgePictures(db: Db, before: Date): Promise<void> {
  const isUsed = sql`exists (select from used where lower(used.id) = ${sitePictures.id}::text)`
  await db.execute(sql`
    with records as (
      select ${teamMembers}::text as text from ${teamMembers}
      union all select ${blogPosts}::text from ${blogPosts}
      union all select ${testimonials}::text from ${testimonials}),
    used as (select (regexp_matches(records.text, '/api/pictures/([\\da-f-]{36})', 'gi'))[1] as id from records)
    delete from ${sitePictures} where ${and(lt(sitePictures.createdAt, before), sql`not ${isUsed}`)}`)
}
