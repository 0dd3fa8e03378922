import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type PDFDocument from "pdfkit"

type Pdfkit = typeof PDFDocument.prototype

/** Whole fonts, because those of the site cover only its four languages; a name may be in another. */
const FONTS = { regular: "400Regular/Figtree_400Regular.ttf", bold: "600SemiBold/Figtree_600SemiBold.ttf" } as const
/** For names and titles, as on the site; it covers the site's four languages. */
const DISPLAY = "@fontsource/gabarito/files/gabarito-latin-700-normal.woff"
const MISSING = "?"

export type FontName = keyof typeof FONTS

export function registerFonts(pdf: Pdfkit): void {
  for (const [name, path] of Object.entries(FONTS))
    pdf.registerFont(name, readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/figtree/${path}`))))
}

/** @returns the display font where it has every character of the text, else the bold one */
export function displayFontFor(pdf: Pdfkit, text: string): string {
  pdf.registerFont("display", readFileSync(fileURLToPath(import.meta.resolve(DISPLAY))))
  const covers = glyphsOf(pdf.font("display"))
  return [...text].every(covers) ? "display" : ("bold" satisfies FontName)
}

/** @returns a function that replaces what the fonts cannot draw: by the base character without accents, or a question mark */
export function createDrawable(pdf: Pdfkit): (text: string) => string {
  const covers = glyphsOf(pdf.font("regular" satisfies FontName))
  const isDrawable = (text: string) => [...text].every(covers)
  const drawableForm = (char: string) => {
    if (char === "\n" || isDrawable(char)) return char
    if (/\s/.test(char)) return "\u00a0"
    const base = char.normalize("NFKD").replaceAll(/\p{M}/gu, "")
    return isDrawable(base) ? base : MISSING
  }
  return (text) => [...text.normalize("NFC")].map(drawableForm).join("")
}

function glyphsOf(pdf: Pdfkit): (char: string) => boolean {
  // The types of pdfkit leave out the parsed font.
  const { _font } = pdf as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } }
  return (char) => _font.font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0)
}
