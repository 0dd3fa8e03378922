import { PurgeCSS } from "purgecss"

/** What a page may ever wear: its own markup, and the script that can change it. */
export interface PurgeInput {
  readonly html: readonly string[]
  readonly scripts: readonly string[]
}

/**
 * The part of a style sheet that a page can use, since every rule inlined is paid for on every visit. Attributes are
 * states that scripts set, so a rule is never dropped for an attribute; its class, id or tag decides.
 */
export async function purgeCss({ html, scripts }: PurgeInput, sheet: string): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    css: [{ raw: sheet }],
    content: [...html, ...scripts].map((raw) => ({ raw, extension: "text" })),
    defaultExtractor: (text) => [...(text.match(WORD) ?? [])],
    dynamicAttributes: [...sheet.matchAll(/\[([\w-]+)/g)].map(([, name = ""]) => name),
    keyframes: true,
    variables: true,
  })
  return result?.css ?? sheet
}

// Whatever stands between the signs that end a class name in markup or in a script.
const WORD = /[^\s"'`<>=]+/g
