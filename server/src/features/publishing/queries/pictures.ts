import type { PictureId } from "@haitech/contract/ids"
import { and, eq, lt, sql } from "drizzle-orm"
import { blogPosts, sitePictures, teamMembers, testimonials } from "#features/publishing/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export const sitePictureTable = { folder: "site", table: sitePictures }

export async function insertPicture(tx: Tx, picture: typeof sitePictures.$inferInsert): Promise<void> {
  await tx.insert(sitePictures).values(picture)
}

export async function findPicture(
  db: Db,
  id: PictureId,
  size: "small" | "large",
): Promise<{ readonly bytes: Uint8Array | null } | undefined> {
  const [row] = await db.select({ bytes: sitePictures[size] }).from(sitePictures).where(eq(sitePictures.id, id))
  return row
}

/** Deletes pictures older than `before` that no record refers to, by an address or in an article's text. */
export async function purgePictures(tx: Tx, before: Date): Promise<readonly string[]> {
  const isUsed = sql`exists (select from used where lower(used.id) = ${sitePictures.id}::text)`
  const { rows } = await tx.execute<{ id: string }>(sql`
    with records as (
      select ${teamMembers}::text as text from ${teamMembers}
      union all select ${blogPosts}::text from ${blogPosts}
      union all select ${testimonials}::text from ${testimonials}),
    used as (select (regexp_matches(records.text, '/api/pictures/([\\da-f-]{36})', 'gi'))[1] as id from records)
    delete from ${sitePictures} where ${and(lt(sitePictures.createdAt, before), sql`not ${isUsed}`)}
    returning ${sitePictures.id}`)
  return rows.map(({ id }) => id)
}
