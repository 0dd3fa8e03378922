import type { Language } from "@haitech/contract/languages"

export type PdfBlock =
  | { readonly kind: "heading" | "paragraph" | "notice"; readonly text: string; readonly language?: Language }
  | { readonly kind: "facts"; readonly rows: readonly (readonly [label: string, value: string])[] }
  | PdfTable

/** The last column is aligned to the right, as amounts are. */
export interface PdfTable {
  readonly kind: "table"
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** One page of A4 across, drawn in the colours of the site. `english` repeats a text for a reader of English. */
export interface PdfCertificate {
  readonly kind: "certificate"
  readonly language: Language
  readonly title: string
  readonly author: string
  readonly lead: PdfPhrase
  readonly name: string
  readonly statement: PdfPhrase
  readonly course: PdfPhrase
  readonly rows: readonly (readonly [label: PdfPhrase, value: string])[]
  readonly notice?: PdfPhrase
  readonly check: PdfPhrase
  readonly address: string
  readonly qr: { readonly size: number; readonly path: string }
}

export interface PdfPhrase {
  readonly text: string
  /** Undefined where `text` is English, or the same. */
  readonly english?: string | undefined
}

export interface PdfDocument {
  readonly kind?: undefined
  readonly language: Language
  readonly title: string
  readonly author: string
  readonly blocks: readonly PdfBlock[]
}

export interface Pdf {
  /** @returns a tagged PDF, drawn off the event loop: a document in the paper size of the US, a certificate on A4 */
  render(document: PdfDocument | PdfCertificate): Promise<Uint8Array>
}
