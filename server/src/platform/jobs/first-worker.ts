import type { Database } from "#platform/db/client.ts"
import { FOR_ALL, notifyWorkers, OUTBOX_CHANNEL } from "./outbox.ts"

const LOCK = "outbox.first_worker"

/** The worker whose connection holds the lock alone acts on a notification: each one that looks costs two statements. */
export function createFirstWorker({ db, listener }: Pick<Database, "db" | "listener">) {
  let isFirst = false
  let hasNewJobs = false
  const callForHelp = () => notifyWorkers(db, FOR_ALL)
  return {
    /** Calls `wake` for what is sent to this worker, and when something may have been missed. */
    subscribe(wake: () => void) {
      const onNotified = (whom: string) => {
        hasNewJobs ||= whom !== FOR_ALL
        if (isFirst || whom === FOR_ALL) wake()
      }
      const onGap = () => {
        isFirst = false
        wake()
      }
      return listener.listen(OUTBOX_CHANNEL, onNotified, onGap)
    },
    async tryToBe(): Promise<boolean> {
      hasNewJobs = false
      isFirst ||= await listener.tryLock(LOCK).catch(() => false)
      return isFirst
    },
    callForHelp,
    /** Leaves the jobs that have come since the last round to the others. */
    async passOn(): Promise<void> {
      if (!isFirst || !hasNewJobs) return
      hasNewJobs = false
      await callForHelp()
    },
    async resign(): Promise<void> {
      if (!isFirst) return
      isFirst = false
      await listener.unlock(LOCK)
      await notifyWorkers(db, FOR_ALL)
    },
  }
}
