const BYTE_ORDER_MARK = "\ufeff"
/**
 * What a spreadsheet would run as a formula (OWASP, CSV injection): at the start of a cell, and also after what some
 * other country's spreadsheet takes for the end of one.
 */
const FORMULA = /^(?=[\t\r])|(?=[=+\-@])(?<=(?:^|[;,|\t\r\n])[\s"]*)/g

/** A table for a spreadsheet (RFC 4180), with the mark by which Excel knows that it is UTF-8. */
export function csv(rows: readonly (readonly (string | number | null)[])[]): string {
  return BYTE_ORDER_MARK + rows.map(line).join("")
}

/** The same piece by piece, for a table of any length. */
export async function* csvOf<Row>(
  titles: readonly string[],
  rows: AsyncIterable<Row>,
  cells: (row: Row) => readonly (string | number | null)[],
): AsyncGenerator<string> {
  yield csv([titles])
  for await (const row of rows) yield line(cells(row))
}

function line(row: readonly (string | number | null)[]): string {
  return `${row.map(cell).join(",")}\r\n`
}

function cell(value: string | number | null): string {
  if (value === null) return ""
  if (typeof value === "number") return String(value)
  const text = value.replace(FORMULA, "'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
