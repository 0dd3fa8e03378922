import postcss from "postcss"
import { PurgeCSS } from "purgecss"

export interface PurgeInput {
  readonly pages: readonly string[]
  readonly fragments: readonly string[]
  readonly scripts: readonly string[]
  /** A sheet that the pages link. Its classes are left out, and the variables that it uses stay. */
  readonly linked: string
}

/** Only a rule's class, id or tag decides, because scripts set attributes. In a script each word could be one. */
export async function purgeCss({ pages, fragments, scripts, linked }: PurgeInput, sheet: string): Promise<string> {
  const own = new Set(pages.flatMap(namesIn))
  const variables = [...linked.matchAll(/var\((--[\w-]+)/g)].map(([, name = ""]) => name)
  const [result] = await new PurgeCSS().purge({
    css: [{ raw: sheet }],
    content: [
      ...[...pages, ...fragments].map((raw) => ({ raw, extension: "html" })),
      ...scripts.map((raw) => ({ raw, extension: "js" })),
    ],
    extractors: [
      { extensions: ["html"], extractor: (text) => namesIn(text) },
      { extensions: ["js"], extractor: (text) => [...(text.match(WORD) ?? [])] },
    ],
    dynamicAttributes: [...sheet.matchAll(/\[([\w-]+)/g)].map(([, name = ""]) => name),
    blocklist: [...linked.matchAll(LEADING_NAME)]
      .map(([name]) => name)
      .filter((name) => name !== "select" || !own.has(name)),
    safelist: { variables: variables.filter((name) => !linked.includes(`${name}:`)) },
    keyframes: true,
    variables: true,
  })
  return withoutEmptyRules(result?.css ?? sheet)
}

/** A layer without rules stays: its name orders the others. */
function withoutEmptyRules(sheet: string): string {
  const shorter = sheet.replace(EMPTY_RULE, "")
  return shorter === sheet ? sheet : withoutEmptyRules(shorter)
}

/** Moves the rules with a class or id that no page has before `mark` into a second sheet, for that place in them. */
export function splitCss(sheet: string, pages: readonly string[], mark: string): { first: string; late: string } {
  const names = new Set(pages.flatMap((page) => namesIn(page.slice(0, page.indexOf(mark)))))
  const isFirst = (selector: string) =>
    [...selector.replaceAll(NEGATION, "").matchAll(NAME)].every(([, name = ""]) => names.has(name.replaceAll("\\", "")))
  return {
    first: keepSelectors(sheet, isFirst),
    late: keepSelectors(sheet.replace(DEFINITION, ""), (one) => !isFirst(one)),
  }
}

function keepSelectors(sheet: string, isKept: (selector: string) => boolean): string {
  const root = postcss.parse(sheet)
  root.walkRules((rule) => {
    if (rule.parent?.type === "atrule" && (rule.parent as postcss.AtRule).name === "keyframes") return
    const selectors = rule.selectors.filter(isKept)
    if (selectors.length === 0) rule.remove()
    else rule.selectors = selectors
  })
  return withoutEmptyRules(root.toString())
}

function namesIn(html: string): string[] {
  const elements = html.replaceAll(INLINE_TEXT, "<$1>")
  const tags = [...elements.matchAll(/<([a-z][\w-]*)/gi)].map(([, tag = ""]) => tag)
  const attributes = [...elements.matchAll(/\s([a-z][\w-]*)="([^"]*)"/gi)]
  return [
    ...tags,
    ...attributes.flatMap(([, name = "", value = ""]) => (NAMING.test(name) ? value.split(" ") : [name])),
  ]
}

const EMPTY_RULE = /(?<=^|[{};])(?:@(?:media|supports)[^{};]*|[^@{};]+)\{\}/g
const LEADING_NAME = /(?<=[},{]\.)[\w-]+|(?<=[},{])[a-z]+(?=\.)/g
const DEFINITION = /@(?:font-face|property)[^{]*\{[^{}]*\}|@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*\}/g
const NEGATION = /:not\([^)]*\)/g
const NAME = /[.#]((?:\\.|[\w-])+)/g
const WORD = /[^\s"'`<>=]+/g
const INLINE_TEXT = /<(script|style)\b[^>]*>.*?<\/\1>/gs
const NAMING = /^(class|id)$/
