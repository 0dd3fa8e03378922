import { CsvError, parse } from "csv-parse/sync"
import { unescapeCell } from "./csv.ts"

/** Longer than any row of ours: a quotation mark that is never closed makes the rest of the file one row. */
const MAX_ROW_LENGTH = 20_000

export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

export class UnreadableCsv extends Error {
  override readonly name = "UnreadableCsv"
  readonly line: number

  constructor(line: number) {
    super(`line ${line} is not CSV`)
    this.line = line
  }
}

interface Options {
  readonly separator: string
  readonly maxRows: number
}

/** The rows of a table without the empty ones. @throws {UnreadableCsv} */
export function readCsv(text: string, { separator, maxRows }: Options): CsvRow[] {
  const rows: CsvRow[] = []
  let lastLine = 0
  try {
    parse(text.replaceAll("\r\n", "\n"), {
      delimiter: separator,
      record_delimiter: ["\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: MAX_ROW_LENGTH,
      to: maxRows,
      on_record(cells: string[], { lines }) {
        rows.push({ line: lines - countLineBreaks(cells), cells: cells.map(unescapeCell) })
        lastLine = lines
        return null
      },
    })
  } catch (error) {
    // The parser names the line where it gave up, which can be the last one of the file.
    if (error instanceof CsvError) throw new UnreadableCsv(lastLine + 1)
    throw error
  }
  return rows
}

function countLineBreaks(cells: readonly string[]): number {
  return cells.join("").match(/[\n\r]/g)?.length ?? 0
}
