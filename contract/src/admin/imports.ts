import * as z from "zod/mini"
import { MembershipImportId } from "#ids.ts"
import { LANGUAGES } from "#languages.ts"
import { BooleanInput, openEnum } from "#lists.ts"
import { MembershipRequest, PROGRAMS } from "#outreach.ts"
import { route } from "#route.ts"
import { Instant } from "#time.ts"

export const IMPORT_BYTES = 1024 * 1024
export const IMPORT_ROWS = 2000
export const IMPORT_SAMPLE_ROWS = 5

const Language = z.enum(LANGUAGES, "language.unknown")

export const ImportedMember = z.object({
  ...MembershipRequest.shape,
  language: z.optional(Language),
  joinedAt: z.optional(
    z.pipe(
      z.union([Instant, z.iso.date().check(z.refine((day) => !day.startsWith("0000")))], "joined_on.invalid"),
      z.transform(toInstant),
    ),
  ),
})
export type ImportedMember = z.output<typeof ImportedMember>

/** A day is its noon in UTC, which is on the same day in the time zones of nearly all readers. */
function toInstant(input: string): Date {
  return new Date(input.includes("T") ? input : `${input}T12:00:00Z`)
}

const importFile = z
  .file("import_file.required")
  .check(z.maxSize(IMPORT_BYTES, "import_file.too_large"), z.minSize(1, "import_file.empty"))

/** `column` is null if the whole row is wrong. */
export const ImportIssue = z.object({ line: z.int(), column: z.nullable(z.string()), message: z.string() })
export type ImportIssue = z.output<typeof ImportIssue>

export const ImportReport = z.object({
  added: z.int(),
  existing: z.int(),
  /** Rows that are left out: wrong ones, and those with the email address of an earlier row. */
  leftOut: z.int(),
  issues: z.array(ImportIssue),
  issueFile: z.string(),
  ignoredColumns: z.array(z.string()),
  sample: z.array(
    z.object({
      line: z.int(),
      name: z.string(),
      email: z.string(),
      program: z.nullable(openEnum(PROGRAMS)),
      language: z.nullable(Language),
      joinedAt: z.nullable(Instant),
    }),
  ),
})
export type ImportReport = z.output<typeof ImportReport>

export const checkMembershipImport = route({
  method: "POST",
  path: "/api/admin/membership-imports/check",
  access: "admin",
  upload: true,
  body: z.strictObject({ file: importFile }),
  reply: ImportReport,
})

export const MembershipImport = z.object({
  id: MembershipImportId,
  imported: z.int(),
  existing: z.int(),
  leftOut: z.int(),
})
export type MembershipImport = z.output<typeof MembershipImport>

/** Adds members in one transaction and changes no existing one. Idempotent by `id`, which the page makes. */
export const importMemberships = route({
  method: "POST",
  path: "/api/admin/membership-imports",
  access: "admin",
  status: 201,
  upload: true,
  body: z.strictObject({
    id: MembershipImportId,
    file: importFile,
    language: Language,
    consent: BooleanInput.check(z.refine((consent) => consent, "import_consent.required")),
    sendsWelcome: BooleanInput,
    /** Whether to import although some rows cannot be; otherwise the request is refused. */
    leavesOut: BooleanInput,
  }),
  reply: MembershipImport,
})

export const UndoneImport = z.object({ deleted: z.int(), remaining: z.int() })
export type UndoneImport = z.output<typeof UndoneImport>

/** Deletes the members of an import for good, except those who joined again since. Possible for a day. */
export const undoMembershipImport = route({
  method: "DELETE",
  path: "/api/admin/membership-imports/:id",
  access: "admin",
  params: z.object({ id: MembershipImportId }),
  reply: UndoneImport,
})

export const importAdminApi = { checkMembershipImport, importMemberships, undoMembershipImport } as const
