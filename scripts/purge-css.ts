import { PurgeCSS } from "purgecss"

export interface PurgeInput {
  readonly html: readonly string[]
  readonly scripts: readonly string[]
}

/** Scripts set attributes at run time, so only a rule's class, id or tag decides. */
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

const WORD = /[^\s"'`<>=]+/g
