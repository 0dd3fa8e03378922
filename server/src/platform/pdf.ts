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

export interface PdfDocument {
  readonly language: Language
  readonly title: string
  readonly author: string
  readonly blocks: readonly PdfBlock[]
}

export interface Pdf {
  /** @returns a tagged PDF in the paper size of the US, drawn off the event loop */
  render(document: PdfDocument): Promise<Uint8Array>
}
