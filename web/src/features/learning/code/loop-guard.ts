import { htmlLanguage } from "@codemirror/lang-html"

const LOOPS = ["ForStatement", "WhileStatement", "DoStatement"]
const GUARD = "__loop();"

/**
 * Calls `__loop` in each round of the loops of a page's scripts. A page shares its thread with the site in many browsers:
 * there, nobody could end its endless loop from outside. The lines stay where they are.
 */
export function guardLoops(page: string): string {
  const inserts: { readonly at: number; readonly text: string }[] = []
  htmlLanguage.parser.parse(page).iterate({
    enter: ({ node, name }) => {
      const body = name === "DoStatement" ? node.firstChild?.nextSibling : node.lastChild
      if (!LOOPS.includes(name) || !body || body.type.isError) return
      if (body.name === "Block") inserts.push({ at: body.from + 1, text: GUARD })
      else inserts.push({ at: body.from, text: `{${GUARD}` }, { at: body.to, text: "}" })
    },
  })
  let guarded = ""
  let from = 0
  for (const { at, text } of inserts.toSorted((left, right) => left.at - right.at)) {
    guarded += page.slice(from, at) + text
    from = at
  }
  return guarded + page.slice(from)
}
