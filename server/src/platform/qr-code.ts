import { encode } from "uqr"

const QUIET_ZONE = 4

export interface QrCode {
  readonly size: number
  /** An SVG path on a square of `size` units: one rectangle for each run of dark modules in a row. */
  readonly path: string
}

export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE })
  const rows = data.map((row) => row.map((isDark) => (isDark ? "1" : "0")).join(""))
  const path = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  )
  return { size, path: path.join("") }
}
