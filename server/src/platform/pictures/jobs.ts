import type { RecurringJob } from "#platform/jobs/recurring.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { removeOrphans, removeUnused } from "./clean-up.ts"
import { BEFORE_ALL, movePictures } from "./move.ts"
import type { PictureTable, Step, StepDeps } from "./steps.ts"
import type { PictureRef } from "./store.ts"

export function pictureJobs(deps: StepDeps, tables: readonly PictureTable[]): Readonly<Record<string, Handler>> {
  const tableOf = (folder: string) => tables.filter((table) => table.folder === folder)
  return {
    "picture.remove": async ({ folder, id }: PictureRef) => {
      const { db, pictureBucket } = deps
      for (const table of tableOf(folder)) if (pictureBucket) await removeUnused(db, pictureBucket, table, [id])
    },
    "picture.move": async ({ folder, after }: Step) => {
      for (const table of tableOf(folder)) await movePictures(deps, table, after)
    },
    "picture.clean_up": async ({ folder, after }: Step) => {
      for (const table of tableOf(folder)) await removeOrphans(deps, table, after)
    },
  }
}

export function recurringPictureJobs(
  deps: StepDeps,
  tables: readonly PictureTable[],
): Readonly<Record<string, RecurringJob>> {
  return {
    "picture.start_moving": {
      cron: "20 * * * *",
      run: async () => {
        for (const table of tables) await movePictures(deps, table, BEFORE_ALL)
      },
    },
    "picture.start_clean_up": {
      cron: "50 8 * * *",
      run: async () => {
        for (const table of tables) await removeOrphans(deps, table, "")
      },
    },
  }
}
