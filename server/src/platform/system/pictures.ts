import type { Finding } from "@haitech/contract/admin/system"
import { sql } from "drizzle-orm"
import type { Db } from "#platform/db/client.ts"
import type { PictureBucketAddress } from "#platform/pictures/bucket.ts"
import { finding } from "./finding.ts"

/** Where the pictures are. Nothing before the first start, which creates their tables. */
export async function checkPictures(
  db: Db,
  bucket: Pick<PictureBucketAddress, "takesNew"> | undefined,
): Promise<readonly Finding[]> {
  const { rows } = await db.execute<{ exists: boolean }>(sql`select to_regclass('site_pictures') is not null as exists`)
  if (!rows[0]?.exists) return []
  const { inBucket, inDatabase } = await countPictures(db)
  if (bucket?.takesNew) return [finding("pictures_moved", { stored: inBucket, waiting: inDatabase })]
  if (bucket) return [inBucket > 0 ? finding("pictures_returning", { count: inBucket }) : finding("pictures_returned")]
  return [inBucket > 0 ? finding("pictures_unreachable", { count: inBucket }) : finding("pictures_in_database")]
}

async function countPictures(db: Db): Promise<{ inBucket: number; inDatabase: number }> {
  const { rows } = await db.execute<{ inBucket: number; inDatabase: number }>(sql`
    select (count(*) filter (where small is null))::int as "inBucket", count(small)::int as "inDatabase"
    from (select small from profile_pictures union all select small from site_pictures) pictures`)
  return rows[0] ?? { inBucket: 0, inDatabase: 0 }
}
