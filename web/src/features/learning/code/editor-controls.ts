export interface EditorControls {
  focus(): void
  undo(): void
  /** Replaces the selection; a tab becomes the language's indentation. */
  insert(text: string): void
  /** Replaces everything; it can be undone. */
  replace(text: string): void
  markLine(line: number | null): void
  showLine(line: number): void
}
