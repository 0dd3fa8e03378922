import { PurgeCSS } from "purgecss"

/** Everything that can use a style: the markup of pages, and the scripts that can change it. */
export interface PurgeInput {
  readonly html: readonly string[]
  readonly scripts: readonly string[]
}

/**
 * Returns the rules of a style sheet that the pages use, because each page inlines them. Scripts set attributes at run
 * time, so only a rule's class, id or tag decides.
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

/** Anything between the characters that delimit a class name in markup or scripts. */
const WORD = /[^\s"'`<>=]+/g
