import { htmlLanguage } from "@codemirror/lang-html"

const LOOPS = ["ForStatement", "WhileStatement", "DoStatement"]
/** A chain of promises is a loop of calls. */
const FUNCTIONS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunction", "MethodDeclaration", "Property"]
const GUARD = "__loop();"

/**
 * Calls `__loop` in each round of the loops of a page's scripts, and in each call of its functions. A page shares its
 * thread with the site in many browsers: there, nobody could end its endless loop from outside. The lines stay where they
 * are.
 */
export function guardLoops(page: string): string {
  const inserts: { readonly at: number; readonly text: string }[] = []
  htmlLanguage.parser.parse(page).iterate({
    enter: ({ node, name }) => {
      const body = name === "DoStatement" ? node.firstChild?.nextSibling : node.lastChild
      const isLoop = LOOPS.includes(name)
      if (!(isLoop || FUNCTIONS.includes(name)) || !body || body.type.isError) return
      if (body.name === "Block") inserts.push({ at: body.from + 1, text: GUARD })
      else if (isLoop) inserts.push({ at: body.from, text: `{${GUARD}` }, { at: body.to, text: "}" })
      else if (name === "ArrowFunction") inserts.push({ at: body.from, text: "(__loop()," }, { at: body.to, text: ")" })
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
