import type { PictureId } from "@haitech/contract/ids"
import { and, eq, lt, sql } from "drizzle-orm"
import { blogPosts, sitePictures, teamMembers, testimonials } from "#features/publishing/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export async function insertPicture(tx: Tx, picture: typeof sitePictures.$inferInsert): Promise<PictureId> {
  const [row] = await tx.insert(sitePictures).values(picture).returning({ id: sitePictures.id })
  return row?.id as PictureId
}

export async function pictureOf(db: Db, id: PictureId, size: "small" | "large"): Promise<Uint8Array | undefined> {
  const [row] = await db.select({ bytes: sitePictures[size] }).from(sitePictures).where(eq(sitePictures.id, id))
  return row?.bytes
}

/** Deletes the pictures from before that nothing shows: no address of a record, and no text of an article. */
export async function purgePictures(db: Db, before: Date): Promise<void> {
  const isShown = sql`exists (select from shown where lower(shown.id) = ${sitePictures.id}::text)`
  await db.execute(sql`
    with said as (
      select ${teamMembers}::text as text from ${teamMembers}
      union all select ${blogPosts}::text from ${blogPosts}
      union all select ${testimonials}::text from ${testimonials}),
    shown as (select (regexp_matches(said.text, '/api/pictures/([\\da-f-]{36})', 'gi'))[1] as id from said)
    delete from ${sitePictures} where ${and(lt(sitePictures.createdAt, before), sql`not ${isShown}`)}`)
}
