/** Build output that pages refer to. Scripts and styles are inlined as text; the rest are URLs. */
export interface Assets {
  /** The purged CSS by `styleGroup`. */
  readonly styles: Readonly<Record<string, string>>
  /** What `<LateStyles>` adds to those, by `styleGroup`. */
  readonly lateStyles?: Readonly<Record<string, string>>
  /** URLs of the styles of overlays by `styleGroup`, for pages that load them after the first paint. */
  readonly overlays?: Readonly<Record<string, string>>
  readonly theme: string
  /** For pages with long texts. */
  readonly firstPart?: string
  /** For the dashboard. */
  readonly firstRequests?: string
  readonly boot: string
  /** In development: URLs of the style sheet and the boot module, instead of their text. */
  readonly served?: { readonly styles: string; readonly boot: string }
  readonly islands: Readonly<Record<string, string>>
  /** URLs of the scripts that an island and its first view need, by its name; in development browsers find them themselves. */
  readonly preloads?: Readonly<Record<string, readonly string[]>>
  /** URLs of the style sheets by fragment name; in development the source files are used. */
  readonly fragmentStyles?: Readonly<Record<string, string>>
  /** URLs of the text files by `<language>/<island>`. Without one, the page contains the texts. */
  readonly texts?: Readonly<Record<string, string>>
  /** Receives the texts of every rendered island; the build writes them to files. */
  readonly onTexts?: (name: string, texts: Readonly<Record<string, string>>) => void
}
