import PDFDocument from "pdfkit"
import type { PdfBlock, PdfDocument, PdfTable } from "#platform/pdf.ts"
import { createDrawable, type FontName, registerFonts } from "./fonts.ts"

type Pdfkit = typeof PDFDocument.prototype
type Element = ReturnType<Pdfkit["struct"]>

interface Canvas {
  readonly pdf: Pdfkit
  readonly root: Element
  readonly drawable: (text: string) => string
}

interface TextStyle {
  readonly font: FontName
  readonly size: number
  readonly color: string
  readonly align?: "left" | "right"
}

const MARGIN = 64
const GAP = 12
const CELL = 6
const LABEL_SHARE = 0.34
const INK = "#12192a"
const BRAND = "#102779"
const MUTED = "#565d70"
const RULE = "#cbcfda"

const AUTHOR: TextStyle = { font: "bold", size: 11, color: BRAND }
const TITLE: TextStyle = { font: "bold", size: 22, color: BRAND }
const HEADING: TextStyle = { font: "bold", size: 13, color: INK }
const BODY: TextStyle = { font: "regular", size: 11, color: INK }
const LABEL: TextStyle = { font: "regular", size: 11, color: MUTED }
const VALUE: TextStyle = { font: "bold", size: 11, color: INK }
const SMALL: TextStyle = { font: "regular", size: 9, color: MUTED }

/** Tagged for screen readers, with the document's language and the text as text. */
export function drawPdf({ language, title, author, blocks }: PdfDocument): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    size: "LETTER",
    margin: MARGIN,
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    lang: language,
    info: { Title: title, Author: author },
  })
  const bytes = collect(pdf)
  registerFonts(pdf)
  const root = pdf.struct("Document")
  pdf.addStructure(root)
  const canvas = { pdf, root, drawable: createDrawable(pdf) }
  drawText(canvas, "P", author, AUTHOR)
  drawText(canvas, "H1", title, TITLE)
  for (const block of blocks) drawBlock(canvas, block)
  root.end()
  numberPages(pdf)
  pdf.end()
  return bytes
}

export function collect(pdf: Pdfkit): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk))
    pdf.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))))
    pdf.on("error", reject)
  })
}

function drawBlock(canvas: Canvas, block: PdfBlock): void {
  switch (block.kind) {
    case "heading":
      return drawText(canvas, "H2", block.text, HEADING, block.language)
    case "paragraph":
      return drawText(canvas, "P", block.text, BODY, block.language)
    case "notice":
      return drawText(canvas, "P", block.text, VALUE, block.language)
    case "facts":
      return drawFacts(canvas, block.rows)
    case "table":
      return drawTable(canvas, block)
  }
}

function drawText(
  { pdf, root, drawable }: Canvas,
  tag: "P" | "H1" | "H2",
  text: string,
  style: TextStyle,
  language?: string,
): void {
  const draw = () => void apply(pdf, style).text(drawable(text), MARGIN, pdf.y, { width: widthOf(pdf) })
  root.add(pdf.struct(tag, language ? { lang: language } : {}, draw))
  pdf.moveDown(GAP / style.size)
}

function drawFacts(canvas: Canvas, rows: readonly (readonly [string, string])[]): void {
  const { pdf, root } = canvas
  const labels = widthOf(pdf) * LABEL_SHARE
  const table = pdf.struct("Table")
  root.add(table)
  for (const [label, value] of rows) {
    const cells = [
      { text: label, style: LABEL, tag: "TH", x: MARGIN, width: labels - CELL },
      { text: value, style: VALUE, tag: "TD", x: MARGIN + labels, width: widthOf(pdf) - labels },
    ] as const
    drawRow(canvas, table, cells)
  }
  table.end()
  pdf.moveDown(GAP / BODY.size)
}

function drawTable(canvas: Canvas, { head, rows }: PdfTable): void {
  const { pdf, root } = canvas
  const width = widthOf(pdf) / head.length
  const cellsOf = (texts: readonly string[], tag: "TH" | "TD", style: TextStyle) =>
    texts.map((text, index) => ({
      text,
      tag,
      style: { ...style, align: index === head.length - 1 ? ("right" as const) : ("left" as const) },
      x: MARGIN + index * width,
      width: width - (index === head.length - 1 ? 0 : CELL),
    }))
  const table = pdf.struct("Table")
  root.add(table)
  drawRow(canvas, table, cellsOf(head, "TH", LABEL))
  for (const row of rows) drawRow(canvas, table, cellsOf(row, "TD", BODY))
  table.end()
  pdf.moveDown(GAP / BODY.size)
}

interface Cell {
  readonly text: string
  readonly tag: "TH" | "TD"
  readonly style: TextStyle
  readonly x: number
  readonly width: number
}

function drawRow({ pdf, drawable }: Canvas, table: Element, cells: readonly Cell[]): void {
  const heights = cells.map(({ text, style, width }) => apply(pdf, style).heightOfString(drawable(text), { width }))
  const height = Math.max(...heights) + 2 * CELL
  if (pdf.y + height > pdf.page.height - MARGIN) pdf.addPage()
  const top = pdf.y
  const row = pdf.struct("TR")
  table.add(row)
  for (const { text, tag, style, x, width } of cells) {
    const draw = () =>
      void apply(pdf, style).text(drawable(text), x, top + CELL, { width, align: style.align ?? "left" })
    row.add(pdf.struct(tag, draw))
  }
  row.end()
  asArtifact(pdf, "Layout", () => {
    const bottom = top + height
    pdf
      .lineWidth(0.5)
      .strokeColor(RULE)
      .moveTo(MARGIN, bottom)
      .lineTo(MARGIN + widthOf(pdf), bottom)
      .stroke()
  })
  pdf.y = top + height
}

function numberPages(pdf: Pdfkit): void {
  const { start, count } = pdf.bufferedPageRange()
  if (count < 2) return
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(start + index)
    // Without its margin the page would end before this line, and the text would begin another one.
    pdf.page.margins.bottom = 0
    asArtifact(pdf, "Pagination", () =>
      apply(pdf, SMALL).text(`${index + 1} / ${count}`, MARGIN, pdf.page.height - MARGIN / 2, {
        width: widthOf(pdf),
        align: "right",
      }),
    )
  }
}

function asArtifact(pdf: Pdfkit, type: "Layout" | "Pagination", draw: () => void): void {
  pdf.markContent("Artifact", { type })
  draw()
  pdf.endMarkedContent()
}

function apply(pdf: Pdfkit, { font, size, color }: TextStyle): Pdfkit {
  return pdf.font(font).fontSize(size).fillColor(color)
}

function widthOf(pdf: Pdfkit): number {
  return pdf.page.width - 2 * MARGIN
}
