import PDFDocument from "pdfkit"
import type { PdfCertificate, PdfPhrase } from "#platform/pdf.ts"
import { collect } from "./draw.ts"
import { createDrawable, displayFontFor, registerFonts } from "./fonts.ts"

type Pdfkit = typeof PDFDocument.prototype

interface Sheet {
  readonly pdf: Pdfkit
  readonly root: ReturnType<Pdfkit["struct"]>
  readonly drawable: (text: string) => string
}

const [WIDTH, HEIGHT] = [841.89, 595.28]
const MARGIN = 64
const INNER = WIDTH - 2 * MARGIN
const [INK, BRAND, MANGO, MUTED, RULE, WARNING] = ["#12192a", "#102779", "#ffbd41", "#565d70", "#cbcfda", "#a3161f"]
const QR_SIZE = 92
const TILE = 72
// Neighbours that only touch show a hairline between them.
const OVERLAP = 1.005
const VALANCE =
  "M0 0H72V16C67 16 65 11 61 11C55 11 55 20 50 22C45 24 42 23 41 27C40 30 38 31 36 34C34 31 32 30 31 27C30 23 27 24 22 22C17 20 17 11 11 11C7 11 5 16 0 16ZM32.4 14.4a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0ZM36 20.5c2.6 3 2.6 5.6 0 8c-2.6-2.4-2.6-5 0-8Z"
const RAY = "M0 -34Q5 -41 0 -49Q-5 -41 0 -34Z"
const RAYS = 16

export function drawCertificate(certificate: PdfCertificate): Promise<Uint8Array> {
  const { language, title, author } = certificate
  const pdf = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    lang: language,
    info: { Title: title, Author: author },
  })
  const bytes = collect(pdf)
  registerFonts(pdf)
  const root = pdf.struct("Document")
  pdf.addStructure(root)
  const sheet: Sheet = { pdf, root, drawable: createDrawable(pdf) }
  drawOrnaments(pdf)
  drawWords(sheet, certificate)
  drawFacts(sheet, certificate)
  drawCheck(sheet, certificate)
  root.end()
  pdf.end()
  return bytes
}

/** The edge and the medal say nothing to a reader. */
function drawOrnaments(pdf: Pdfkit): void {
  pdf.markContent("Artifact", { type: "Layout" })
  pdf.rect(0, 0, WIDTH, 22).fill(BRAND)
  const tiles = Math.ceil(WIDTH / TILE)
  const start = (WIDTH - tiles * TILE) / 2
  for (let tile = 0; tile < tiles; tile++) {
    pdf
      .save()
      .translate(start + tile * TILE, 11)
      .scale(OVERLAP, 1)
      .path(VALANCE)
      .fill(BRAND, "even-odd")
      .restore()
  }
  pdf
    .save()
    .translate(WIDTH / 2, 128)
    .scale(1.05)
  for (let ray = 0; ray < RAYS; ray++)
    pdf
      .save()
      .rotate((ray * 360) / RAYS)
      .path(RAY)
      .fill(MANGO)
      .restore()
  pdf.circle(0, 0, 30).fill(MANGO)
  pdf.circle(0, 0, 24).lineWidth(1.4).dash(0.1, { space: 4.9 }).lineCap("round").stroke(BRAND).undash()
  pdf.lineWidth(4).lineCap("round").lineJoin("round").path("M-10 0L-3 8L11 -8").stroke(BRAND)
  pdf.restore()
  pdf.endMarkedContent()
}

function drawWords(sheet: Sheet, { author, title, lead, name, statement, course, notice }: PdfCertificate): void {
  const { pdf } = sheet
  centre(sheet, "P", author, { font: "bold", size: 13, color: BRAND, y: 50 })
  phrase(sheet, lead, { size: 13, color: MUTED, y: 194 })
  // The bookmark of a screen reader; the paper says it by its form.
  sheet.root.add(pdf.struct("H1", { actual: title }))
  const shown = sheet.drawable(name)
  const font = displayFontFor(pdf, shown)
  const size = fitting(pdf, { font, text: shown, width: INNER, size: 38 })
  centre(sheet, "P", name, { font, size, color: INK, y: pdf.y + 12 })
  phrase(sheet, statement, { size: 13, color: MUTED, y: pdf.y + 12 })
  const courseFont = displayFontFor(pdf, sheet.drawable(course.text))
  centre(sheet, "P", course.text, { font: courseFont, size: 24, color: BRAND, y: pdf.y + 10 })
  if (course.english)
    centre(sheet, "P", course.english, { font: "regular", size: 12, color: MUTED, y: pdf.y + 3, language: "en" })
  if (notice) phrase(sheet, notice, { size: 12, color: WARNING, y: pdf.y + 10 })
}

function drawFacts({ pdf, root, drawable }: Sheet, { rows }: PdfCertificate): void {
  const top = HEIGHT - MARGIN - rows.length * 26
  const table = pdf.struct("Table")
  root.add(table)
  rows.forEach(([label, value], index) => {
    const y = top + index * 26
    const row = pdf.struct("TR")
    table.add(row)
    const words = [label.text, label.english].filter(Boolean).join(" / ")
    row.add(
      pdf.struct("TH", () => {
        pdf.font("regular").fontSize(8.5).fillColor(MUTED).text(drawable(words), MARGIN, y)
      }),
    )
    row.add(
      pdf.struct("TD", () => {
        pdf
          .font("bold")
          .fontSize(11)
          .fillColor(INK)
          .text(drawable(value), MARGIN, y + 10)
      }),
    )
    row.end()
  })
  table.end()
}

function drawCheck({ pdf, root, drawable }: Sheet, { check, address, qr }: PdfCertificate): void {
  const left = WIDTH - MARGIN - QR_SIZE
  const top = HEIGHT - MARGIN - QR_SIZE
  root.add(
    pdf.struct("Figure", { alt: address }, () => {
      pdf
        .save()
        .translate(left, top)
        .scale(QR_SIZE / qr.size)
        .path(qr.path)
        .fill(INK)
        .restore()
    }),
  )
  const width = 230
  const words = [check.text, check.english].filter(Boolean).join("\n")
  const options = { width, align: "right" } as const
  root.add(
    pdf.struct("P", () => {
      pdf
        .font("regular")
        .fontSize(8.5)
        .fillColor(MUTED)
        .text(drawable(words), left - width - 12, top + 30, options)
      pdf
        .font("bold")
        .fillColor(INK)
        .text(drawable(address), left - width - 12, pdf.y + 2, { ...options, link: address })
    }),
  )
  pdf.markContent("Artifact", { type: "Layout" })
  pdf
    .moveTo(MARGIN, HEIGHT - 40)
    .lineTo(WIDTH - MARGIN, HEIGHT - 40)
    .lineWidth(0.5)
    .stroke(RULE)
  pdf.endMarkedContent()
}

interface Line {
  readonly font: string
  readonly size: number
  readonly color: string
  readonly y: number
  readonly language?: string
}

function phrase(sheet: Sheet, { text, english }: PdfPhrase, line: Omit<Line, "font">): void {
  centre(sheet, "P", text, { ...line, font: "regular" })
  if (english) {
    const y = sheet.pdf.y + 1
    centre(sheet, "P", english, { ...line, font: "regular", size: line.size - 3, y, language: "en" })
  }
}

function centre({ pdf, root, drawable }: Sheet, tag: "P", text: string, line: Line): void {
  const { font, size, color, y, language } = line
  root.add(
    pdf.struct(tag, language ? { lang: language } : {}, () => {
      pdf.font(font).fontSize(size).fillColor(color).text(drawable(text), MARGIN, y, { width: INNER, align: "center" })
    }),
  )
}

/** @returns the size, or a smaller one in which the text fits on one line */
function fitting(
  pdf: Pdfkit,
  { font, text, width, size }: { font: string; text: string; width: number; size: number },
): number {
  const natural = pdf.font(font).fontSize(size).widthOfString(text)
  return natural <= width ? size : Math.max(14, Math.floor((size * width) / natural))
}
