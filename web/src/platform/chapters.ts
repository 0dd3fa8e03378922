/** A part of a long text that a link can lead to. */
export interface Chapter {
  /** The same in every language, so that `/privacy#rights` is `/fr/privacy#rights`. */
  readonly id: string
  readonly title: string
  /** Markdown. */
  readonly text: string
}

/** Opens a chapter: `# Your rights {#rights}`. */
const HEADING = /^# (.+?) \{#([a-z-]+)\}$/m

/** The chapters of a long markdown text, and what stands before the first. */
export function chaptersOf(markdown: string): { readonly opening: string; readonly chapters: readonly Chapter[] } {
  const [opening = "", ...rest] = markdown.split(HEADING)
  const chapters = Array.from({ length: rest.length / 3 }, (_, i) => {
    const [title = "", id = "", text = ""] = rest.slice(i * 3)
    return { id, title, text: text.trim() }
  })
  return { opening: opening.trim(), chapters }
}
