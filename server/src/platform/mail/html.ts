const BLOCKS = new Set(
  "address article aside blockquote body center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul".split(
    " ",
  ),
)
const PARAGRAPHS = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol"])
/** What stands in them is not read. */
const SILENT = new Set(["head", "script", "style", "title"])
/** Any other such sign is one that somebody wrote. */
const OPENING = /<(?=[a-z/!?])/gi
const TAG = /^<(\/?)([a-z][a-z0-9]{0,15})/i
const TAG_START = 18

/**
 * The words of a letter in HTML, a quote's lines marked as in plain text. It is read once from front to back, so that
 * what somebody made long takes no longer than its length.
 */
export function textOf(html: string): string {
  const lines: string[] = []
  let line = ""
  let depth = 0
  const end = (isForced: boolean) => {
    const words = line.trim()
    line = ""
    if (!words && !isForced) return
    // The blank that tells a signature from two dashes is lost between tags.
    const said = words === "--" ? "-- " : words
    lines.push(depth > 0 ? `> ${said}` : said)
  }
  for (const { text, name, isEnd } of piecesOf(html)) {
    if (text !== undefined) line += decoded(text).replace(/\s+/g, " ")
    else if (name === "br") end(true)
    else if (name === "td" && isEnd) line += " "
    else if (BLOCKS.has(name)) {
      end(false)
      if (name === "hr") lines.push("_____")
      if (name === "blockquote") depth = Math.max(0, depth + (isEnd ? -1 : 1))
      if (PARAGRAPHS.has(name) && lines.at(-1) !== "") end(true)
    }
  }
  end(false)
  return lines.join("\n").trim()
}

type Piece =
  | { readonly text: string; readonly name?: undefined; readonly isEnd?: undefined }
  | { readonly text?: undefined; readonly name: string; readonly isEnd: boolean }

function* piecesOf(html: string): Generator<Piece> {
  let at = 0
  while (at < html.length) {
    const opening = next(html, OPENING, at)
    if (opening > at) yield { text: html.slice(at, opening) }
    if (html.startsWith("<!--", opening)) at = after(html, "-->", opening + 4)
    else {
      const [, slash, tag = ""] = TAG.exec(html.slice(opening, opening + TAG_START)) ?? []
      const name = tag.toLowerCase()
      if (name) yield { name, isEnd: slash === "/" }
      at = after(html, ">", opening)
      if (SILENT.has(name) && slash === "") at = next(html, new RegExp(`</${name}`, "gi"), at)
    }
  }
}

/** What never comes is taken to come at the end of the letter. */
function next(html: string, sign: RegExp, from: number): number {
  sign.lastIndex = from
  return sign.exec(html)?.index ?? html.length
}

function after(html: string, sign: string, from: number): number {
  const found = html.indexOf(sign, from)
  return found < 0 ? html.length : found + sign.length
}

/** In the order of their numbers, from 160 on. */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"
const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN.split(" ").map((name, at) => [name, String.fromCodePoint(160 + at)] as const),
  ...Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", OElig: "Œ", oelig: "œ", euro: "€" }),
  ...Object.entries({ lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", ndash: "–", mdash: "—", hellip: "…", bull: "•" }),
])
const LAST_SIGN = 0x10ffff

function decoded(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6}\d{0,2});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return NAMED.get(name) ?? whole
    const number = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return number > 0 && number <= LAST_SIGN ? String.fromCodePoint(number) : ""
  })
}
