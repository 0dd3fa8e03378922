import { IMPORT_ROWS, ImportedMember } from "@haitech/contract/admin/imports"
import { type FieldError, fieldErrors } from "@haitech/contract/field-errors"
import { type CsvRow, readCsv, UnreadableCsv } from "#platform/csv-reader.ts"
import { Problem } from "#platform/problem.ts"
import { type Columns, createCodes, findColumns, IMPORT_FIELDS, type ImportField } from "./import-columns.ts"

/** Today's date may be tomorrow's in UTC, and clocks differ. */
const DAY_MS = 86_400_000

const SEPARATORS = [",", ";", "\t"]

export interface FileMember {
  readonly line: number
  readonly member: ImportedMember
}

export interface FileIssue {
  readonly line: number
  /** Null if the whole row is wrong. */
  readonly column: string | null
  /** An error, or the earlier line with the same email address. */
  readonly error: FieldError | { readonly sameAs: number }
}

export interface CheckedFile {
  readonly members: readonly FileMember[]
  readonly issues: readonly FileIssue[]
  readonly ignoredColumns: readonly string[]
}

interface Table {
  readonly columns: Columns
  readonly header: readonly string[]
  readonly rows: readonly CsvRow[]
}

/** @throws {Problem} `request.invalid` on the field `file` when it is no table of people */
export async function checkFile(file: File, site: { readonly name: string }, now: Date): Promise<CheckedFile> {
  const content = decode(new Uint8Array(await file.arrayBuffer()))
  try {
    return checkRows(readTable(content), createCodes(site.name), now)
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    // Where one quotation mark is missing, no later row can be trusted.
    const issue = { line: error.line, column: null, error: "import_row.unreadable" } as const
    return { members: [], issues: [issue], ignoredColumns: [] }
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw refusal("import_file.encoding")
  }
}

/** The separator is the one with which the first row names the most columns. */
function readTable(content: string): Table {
  const [best] = SEPARATORS.map((separator) => ({
    separator,
    columns: findColumns(readHeader(content, separator)),
  })).sort((one, other) => other.columns.positions.size - one.columns.positions.size)
  if (!best?.columns.positions.has("name") || !best.columns.positions.has("email")) throw refusal("import_file.columns")
  if (best.columns.isAmbiguous) throw refusal("import_file.column_twice")
  const [header, ...rows] = readCsv(content, { separator: best.separator, maxRows: IMPORT_ROWS + 2 })
  if (rows.length > IMPORT_ROWS) throw refusal("import_file.too_long")
  if (rows.length === 0) throw refusal("import_file.empty")
  return { columns: best.columns, header: header?.cells ?? [], rows }
}

/** Quoted titles are unreadable with a wrong separator. */
function readHeader(content: string, separator: string): readonly string[] {
  try {
    return readCsv(content, { separator, maxRows: 1 })[0]?.cells ?? []
  } catch (error) {
    if (error instanceof UnreadableCsv) return []
    throw error
  }
}

function checkRows({ columns, header, rows }: Table, codes: ReturnType<typeof createCodes>, now: Date): CheckedFile {
  const members: FileMember[] = []
  const issues: FileIssue[] = []
  const lines = new Map<string, number>()
  const titleOf = (field: string) => header[columns.positions.get(field as ImportField) ?? -1]?.trim() ?? null
  for (const { line, cells } of rows) {
    const checked = checkRow(cells, columns, codes, now)
    const errors = Object.entries(checked.errors)
    for (const [field, error] of errors) issues.push({ line, column: titleOf(field), error })
    const isTooLong = cells.slice(header.length).some((cell) => cell.trim() !== "")
    if (isTooLong) issues.push({ line, column: null, error: "import_row.too_many_cells" })
    if (!checked.member || isTooLong || errors.length > 0) continue
    const address = checked.member.email.toLowerCase()
    const sameAs = lines.get(address)
    if (sameAs !== undefined) issues.push({ line, column: titleOf("email"), error: { sameAs } })
    else members.push({ line, member: checked.member })
    lines.set(address, sameAs ?? line)
  }
  return { members, issues, ignoredColumns: columns.ignored }
}

interface CheckedRow {
  readonly member?: ImportedMember
  readonly errors: Readonly<Record<string, FieldError>>
}

function checkRow(
  cells: readonly string[],
  { positions }: Columns,
  codes: ReturnType<typeof createCodes>,
  now: Date,
): CheckedRow {
  const values = IMPORT_FIELDS.flatMap((field) => {
    const cell = cells[positions.get(field) ?? -1]?.trim()
    return cell ? [[field, codes[field]?.(cell) ?? cell] as const] : []
  })
  const { data: member, error } = ImportedMember.safeParse(Object.fromEntries(values))
  if (!member) return { errors: fieldErrors(error.issues) }
  const isLater = member.joinedAt !== undefined && member.joinedAt.getTime() > now.getTime() + DAY_MS
  return { member, errors: isLater ? { joinedAt: "date.future" } : {} }
}

function refusal(error: FieldError): Problem {
  return new Problem("request.invalid", { fields: { file: error } })
}
