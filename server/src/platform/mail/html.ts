import { Parser } from "htmlparser2"

const BLOCKS = new Set(
  "address article aside blockquote body center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul".split(
    " ",
  ),
)
const PARAGRAPHS = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol"])
/** What stands in them is not read. */
const SILENT = new Set(["head", "script", "style", "title"])

/** The words of a letter in HTML, a quote's lines marked as in plain text. */
export function textOf(html: string): string {
  const lines: string[] = []
  let line = ""
  let depth = 0
  let silence = 0
  const end = (isForced: boolean) => {
    const words = line.replace(/\s+/g, " ").trim()
    line = ""
    if (!words && !isForced) return
    // The blank that tells a signature from two dashes is lost between tags.
    const said = words === "--" ? "-- " : words
    lines.push(depth > 0 ? `> ${said}` : said)
  }
  const pass = (name: string, step: 1 | -1) => {
    if (SILENT.has(name)) silence += step
    if (!BLOCKS.has(name)) return
    end(false)
    if (name === "blockquote") depth += step
    if (PARAGRAPHS.has(name) && lines.at(-1) !== "") end(true)
  }
  const parser = new Parser({
    ontext(text) {
      if (silence === 0) line += text
    },
    onopentagname(name) {
      pass(name, 1)
      if (name === "br") end(true)
      if (name === "hr") lines.push("_____")
    },
    onclosetag(name) {
      pass(name, -1)
      if (name === "td") line += " "
    },
  })
  parser.end(html)
  end(false)
  return lines.join("\n").trim()
}
