import { PASSKEY_NAME_LENGTH } from "@haitech/contract/admin/factors"
import { bigint, index, integer, primaryKey, snakeCase, text, unique, uuid } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import { createdAt, hashed, id, instant, lengthBetween, maxLength, minValue } from "#platform/db/columns.ts"

const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" })

/** The authenticator app of an administrator. `secret` is encrypted; `lastStep` is the last accepted time step. */
export const totpSecrets = snakeCase.table(
  "totp_secrets",
  {
    userId: userId().primaryKey(),
    secret: text().notNull(),
    lastStep: integer().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant(),
  },
  (totp) => [lengthBetween(totp.secret, 1, 200), minValue(totp.lastStep, 0)],
)

export const passkeys = snakeCase.table(
  "passkeys",
  {
    id: id(),
    userId: userId(),
    credentialId: text().notNull(),
    publicKey: text().notNull(),
    counter: bigint({ mode: "number" }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant(),
  },
  (passkey) => [
    unique("passkeys_credential_id_unique").on(passkey.credentialId),
    index("passkeys_user").on(passkey.userId, passkey.createdAt),
    lengthBetween(passkey.credentialId, 1, 1400),
    lengthBetween(passkey.publicKey, 1, 4000),
    minValue(passkey.counter, 0),
    lengthBetween(passkey.name, 1, PASSKEY_NAME_LENGTH),
  ],
)

/** Unused codes only, as hashes: 80 random bits need no slow hash. */
export const recoveryCodes = snakeCase.table(
  "recovery_codes",
  { userId: userId(), codeHash: text().notNull() },
  (code) => [primaryKey({ columns: [code.userId, code.codeHash] }), hashed(code.codeHash)],
)

/** What an administrator is setting up: the encrypted secret of an app, and the challenge of a passkey. */
export const factorSetups = snakeCase.table(
  "factor_setups",
  {
    userId: userId().primaryKey(),
    secret: text(),
    challenge: text(),
    expiresAt: instant().notNull(),
  },
  (setup) => [
    index("factor_setups_expires").on(setup.expiresAt),
    maxLength(setup.secret, 200),
    maxLength(setup.challenge, 200),
  ],
)

export type PasskeyRow = typeof passkeys.$inferSelect
export type TotpRow = typeof totpSecrets.$inferSelect
