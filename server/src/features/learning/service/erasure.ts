import { lockCoursesOfLearner } from "#features/learning/queries/progress.ts"
import type { Tx } from "#platform/db/client.ts"
import type { ErasureSubject } from "#platform/erasure-subject.ts"

/** The rows go with the account; what locks them is locked here, before them. */
export async function eraseLearning(tx: Tx, { userId }: ErasureSubject): Promise<void> {
  await lockCoursesOfLearner(tx, userId)
}
