import type { Deps } from "#deps.ts"
import { deleteExpiredDeviceCodes } from "#features/accounts/queries/device-codes.ts"
import { deleteExpiredPendingSignIns } from "#features/accounts/queries/pending-sign-ins.ts"
import { deleteExpiredResetTokens } from "#features/accounts/queries/reset-tokens.ts"
import { deleteDevicesUnseenSince, deleteExpiredSessions } from "#features/accounts/queries/sessions.ts"
import { deviceCutoff } from "#features/accounts/rules.ts"

/** Deletes expired rows. It may run rarely, because every query ignores expired rows. */
export async function sweepAccounts({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await deleteExpiredSessions(db, now())
  await deleteExpiredPendingSignIns(db, now())
  await deleteExpiredResetTokens(db, now())
  await deleteExpiredDeviceCodes(db, now())
  await deleteDevicesUnseenSince(db, deviceCutoff(now()))
}
