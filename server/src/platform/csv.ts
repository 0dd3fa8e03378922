const BYTE_ORDER_MARK = "\ufeff"
/**
 * Formulas that a spreadsheet would run (OWASP, CSV injection), also after another locale's end of a cell, in full width,
 * or behind invisible characters.
 */
const FORMULA = /^(?=[\t\r])|(?=[=+\-@＝＋－＠])(?<=(?:^|[;,|\t\r\n])[\s"\p{Default_Ignorable_Code_Point}]*)/gu

export function csv(rows: readonly (readonly (string | number | null)[])[]): string {
  return BYTE_ORDER_MARK + rows.map(line).join("")
}

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
