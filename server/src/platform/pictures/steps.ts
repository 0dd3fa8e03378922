import type { PgTable } from "drizzle-orm/pg-core"
import type { Db } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import type { Log } from "#platform/log.ts"
import type { PictureBucket } from "./bucket.ts"

/** A table with `id`, `small` and `large`: both are null while the picture is in the bucket. */
export interface PictureTable {
  readonly folder: string
  readonly table: PgTable
}

export interface StepDeps {
  readonly db: Db
  readonly pictureBucket: PictureBucket | undefined
  readonly log: Pick<Log, "warn">
  readonly now: () => Date
}

export interface Step {
  readonly folder: string
  readonly after: string
}

export async function enqueueStep(db: Db, kind: "picture.move" | "picture.clean_up", step: Step): Promise<void> {
  const key = `${kind}/${step.folder}/${step.after}`
  await enqueue(db, { kind, key, payload: step, priority: "low", isRepeatable: true })
}
