import { Parser } from "htmlparser2"

const BLOCK_ELEMENTS = new Set(
  "address article aside blockquote body center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul".split(
    " ",
  ),
)
const PARAGRAPHS = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol"])
const IGNORED = new Set(["head", "script", "style", "title"])

export function textOf(html: string): string {
  const lines: string[] = []
  let line = ""
  let quoteDepth = 0
  let ignoredDepth = 0
  const endLine = (isForced: boolean) => {
    const text = line.replace(/\s+/g, " ").trim()
    line = ""
    if (!text && !isForced) return
    // HTML loses the trailing space of a signature separator.
    const content = text === "--" ? "-- " : text
    lines.push(quoteDepth > 0 ? `> ${content}` : content)
  }
  const enterOrLeave = (name: string, step: 1 | -1) => {
    if (IGNORED.has(name)) ignoredDepth += step
    if (!BLOCK_ELEMENTS.has(name)) return
    endLine(false)
    if (name === "blockquote") quoteDepth += step
    if (PARAGRAPHS.has(name) && lines.at(-1) !== "") endLine(true)
  }
  const parser = new Parser({
    ontext(text) {
      if (ignoredDepth === 0) line += text
    },
    onopentagname(name) {
      enterOrLeave(name, 1)
      if (name === "br") endLine(true)
      if (name === "hr") lines.push("_____")
    },
    onclosetag(name) {
      enterOrLeave(name, -1)
      if (name === "td") line += " "
    },
  })
  parser.end(html)
  endLine(false)
  return lines.join("\n").trim()
}
