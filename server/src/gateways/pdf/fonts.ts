import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type PDFDocument from "pdfkit"

type Pdfkit = typeof PDFDocument.prototype

/** Whole fonts, because those of the site cover only its four languages; a name may be in another. */
const FONTS = { regular: "400Regular/Figtree_400Regular.ttf", bold: "600SemiBold/Figtree_600SemiBold.ttf" } as const
const MISSING = "?"

export type FontName = keyof typeof FONTS

export function registerFonts(pdf: Pdfkit): void {
  for (const [name, path] of Object.entries(FONTS))
    pdf.registerFont(name, readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/figtree/${path}`))))
}

/** @returns a function that replaces what the fonts cannot draw: by the base character without accents, or a question mark */
export function createDrawable(pdf: Pdfkit): (text: string) => string {
  // The types of pdfkit leave out the parsed font.
  const { _font } = pdf.font("regular" satisfies FontName) as unknown as {
    _font: { font: { hasGlyphForCodePoint(code: number): boolean } }
  }
  const isDrawable = (text: string) =>
    [...text].every((char) => _font.font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0))
  const drawableForm = (char: string) => {
    if (char === "\n" || isDrawable(char)) return char
    if (/\s/.test(char)) return "\u00a0"
    const base = char.normalize("NFKD").replaceAll(/\p{M}/gu, "")
    return isDrawable(base) ? base : MISSING
  }
  return (text) => [...text.normalize("NFC")].map(drawableForm).join("")
}
