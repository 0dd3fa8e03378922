import { fromMarkdown } from "mdast-util-from-markdown"
import { type EmailParts, escapeHtml } from "./email.ts"

interface Node {
  readonly type: string
  readonly value?: string | undefined
  readonly alt?: string | null | undefined
  readonly url?: string | undefined
  readonly identifier?: string | undefined
  readonly depth?: number | undefined
  readonly ordered?: boolean | null | undefined
  readonly start?: number | null | undefined
  readonly children?: readonly Node[] | undefined
}

interface Context {
  readonly siteUrl: string
  /** The addresses of `[words][name]`, which stand elsewhere in the text. */
  readonly addresses: ReadonlyMap<string, string>
}

const SCHEMES = ["http:", "https:", "mailto:", "tel:"]
const HEADING_SIZES: Readonly<Record<number, number>> = { 1: 20, 2: 18 }
const BLOCK = "margin:0 0 16px"
/** A line that opens twenty lists or quotations in each other. The parser's time grows with the square of their number. */
const TOO_DEEP = /^[ \t]*(?:(?:>|[*+-](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*){20}/m

/** Drops raw HTML. Of pictures only their descriptions stay: a mailbox that loads one would say that it was read. */
export function renderMarkdown(markdown: string, siteUrl: string): EmailParts {
  const root: Node = TOO_DEEP.test(markdown)
    ? { type: "root", children: [{ type: "code", value: markdown }] }
    : fromMarkdown(markdown)
  const addresses = new Map(definitionsIn(root))
  const context = { siteUrl, addresses }
  return { text: blocksText(root, context), html: blocksHtml(root, context) }
}

function definitionsIn(node: Node): (readonly [string, string])[] {
  if (node.type === "definition") return [[node.identifier ?? "", node.url ?? ""]]
  return (node.children ?? []).flatMap(definitionsIn)
}

function blocksHtml({ children = [] }: Node, context: Context): string {
  return children.map((child) => blockHtml(child, context)).join("")
}

function blockHtml(node: Node, context: Context): string {
  switch (node.type) {
    case "paragraph":
      return `<p style="${BLOCK}">${inlineHtml(node, context)}</p>`
    case "heading": {
      const level = Math.min((node.depth ?? 1) + 1, 6)
      const size = HEADING_SIZES[node.depth ?? 1] ?? 16
      return `<h${level} style="margin:24px 0 8px;font-size:${size}px;line-height:1.3">${inlineHtml(node, context)}</h${level}>`
    }
    case "list": {
      const start = node.ordered && (node.start ?? 1) !== 1 ? ` start="${node.start}"` : ""
      const [open, close] = node.ordered ? [`ol${start}`, "ol"] : ["ul", "ul"]
      return `<${open} style="${BLOCK};padding-left:24px">${blocksHtml(node, context)}</${close}>`
    }
    case "listItem":
      return `<li style="margin:0 0 4px">${itemHtml(node, context)}</li>`
    case "blockquote":
      return `<blockquote style="${BLOCK};padding:0 0 0 16px;border-left:3px solid #cbcfda">${blocksHtml(node, context)}</blockquote>`
    case "code":
      return `<pre style="${BLOCK};white-space:pre-wrap">${escapeHtml(node.value ?? "")}</pre>`
    case "thematicBreak":
      return '<hr style="margin:24px 0;border:0;border-top:1px solid #cbcfda">'
    default:
      return ""
  }
}

/** The first paragraph of an item needs no space around it. */
function itemHtml({ children = [] }: Node, context: Context): string {
  const [first, ...others] = children
  if (first?.type !== "paragraph") return blocksHtml({ type: "listItem", children }, context)
  return inlineHtml(first, context) + blocksHtml({ type: "listItem", children: others }, context)
}

function inlineHtml({ children = [] }: Node, context: Context): string {
  return children.map((child) => partHtml(child, context)).join("")
}

function partHtml(node: Node, context: Context): string {
  switch (node.type) {
    case "text":
      return escapeHtml(node.value ?? "").replaceAll("\n", " ")
    case "strong":
      return `<strong>${inlineHtml(node, context)}</strong>`
    case "emphasis":
      return `<em>${inlineHtml(node, context)}</em>`
    case "inlineCode":
      return `<code>${escapeHtml(node.value ?? "")}</code>`
    case "break":
      return "<br>"
    case "link":
    case "linkReference": {
      const address = addressOf(node, context)
      const words = inlineHtml(node, context)
      return address ? `<a class="link" href="${escapeHtml(address)}" style="color:#1437a3">${words}</a>` : words
    }
    default:
      return escapeHtml(node.alt ?? "")
  }
}

function blocksText({ children = [] }: Node, context: Context, between = "\n\n"): string {
  return children
    .map((child) => blockText(child, context))
    .filter((text) => text !== "")
    .join(between)
}

function blockText(node: Node, context: Context): string {
  switch (node.type) {
    case "paragraph":
    case "heading":
      return inlineText(node, context)
    case "list":
      return (node.children ?? []).map((item, index) => itemText(item, markOf(node, index), context)).join("\n")
    case "blockquote":
      return blocksText(node, context).replaceAll(/^/gm, "> ")
    case "code":
      return node.value ?? ""
    case "thematicBreak":
      return "* * *"
    default:
      return ""
  }
}

function markOf({ ordered, start }: Node, index: number): string {
  return ordered ? `${(start ?? 1) + index}. ` : "- "
}

function itemText(item: Node, mark: string, context: Context): string {
  return mark + blocksText(item, context, "\n").replaceAll("\n", `\n${" ".repeat(mark.length)}`)
}

function inlineText({ children = [] }: Node, context: Context): string {
  return children.map((child) => partText(child, context)).join("")
}

function partText(node: Node, context: Context): string {
  switch (node.type) {
    case "text":
      return (node.value ?? "").replaceAll("\n", " ")
    case "inlineCode":
      return node.value ?? ""
    case "break":
      return "\n"
    case "link":
    case "linkReference": {
      const address = addressOf(node, context)?.replace(/^mailto:/, "")
      const words = inlineText(node, context)
      return !address || words === address ? words : `${words} (${address})`
    }
    default:
      return node.children ? inlineText(node, context) : (node.alt ?? "")
  }
}

/** Absolute, since an email has no page; undefined for an address that must not be a link. */
function addressOf({ url, identifier }: Node, { siteUrl, addresses }: Context): string | undefined {
  const address = URL.parse(url ?? addresses.get(identifier ?? "") ?? "", siteUrl)
  return address && SCHEMES.includes(address.protocol) ? address.href : undefined
}
