/** A section of a long text with a link target. */
export interface Chapter {
  /** The same in every language, so that `/privacy#rights` is `/fr/privacy#rights`. */
  readonly id: string
  readonly title: string
  /** Markdown. */
  readonly text: string
}

/** The heading of a chapter: `# Your rights {#rights}`. */
const HEADING = /^# (.+?) \{#([a-z-]+)\}$/m

export function splitChapters(markdown: string): { readonly intro: string; readonly chapters: readonly Chapter[] } {
  const [intro = "", ...rest] = markdown.split(HEADING)
  const chapters = Array.from({ length: rest.length / 3 }, (_, i) => {
    const [title = "", id = "", text = ""] = rest.slice(i * 3)
    return { id, title, text: text.trim() }
  })
  return { intro: intro.trim(), chapters }
}
