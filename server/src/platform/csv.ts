const BYTE_ORDER_MARK = "\ufeff"
/** Where a cell begins, also after another locale's separator, behind white space or invisible characters. */
const CELL_START = String.raw`(?:^|[;,|\t\r\n])[\s"\p{Default_Ignorable_Code_Point}]*`
const FORMULA_START = "[=+\\-@＝＋－＠]"
/** Before formulas that a spreadsheet would run (OWASP, CSV injection), and before apostrophes that look like the escape. */
const UNESCAPED = new RegExp(`^(?='*[\\t\\r])|(?='|${FORMULA_START})(?<=${CELL_START})(?='*${FORMULA_START})`, "gu")
const ESCAPE = new RegExp(`^'(?='*[\\t\\r])|'(?<=${CELL_START}')(?='*${FORMULA_START})`, "gu")

export function csv(rows: readonly (readonly (string | number | null)[])[]): string {
  return BYTE_ORDER_MARK + rows.map(line).join("")
}

/** A chunk for each line would take most of the time of an export. */
const CHUNK_LENGTH = 16_384

export async function* csvOf<Row>(
  titles: readonly string[],
  rows: AsyncIterable<Row>,
  cells: (row: Row) => readonly (string | number | null)[],
): AsyncGenerator<string> {
  let lines = csv([titles])
  for await (const row of rows) {
    lines += line(cells(row))
    if (lines.length < CHUNK_LENGTH) continue
    yield lines
    lines = ""
  }
  if (lines) yield lines
}

function line(row: readonly (string | number | null)[]): string {
  return `${row.map(cell).join(",")}\r\n`
}

function cell(value: string | number | null): string {
  if (value === null) return ""
  if (typeof value === "number") return String(value)
  const text = value.replace(UNESCAPED, "'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The text of a cell as it was before the export escaped it. */
export function unescapeCell(text: string): string {
  return text.replace(ESCAPE, "")
}
