import { LANGUAGES } from "@haitech/contract/languages"

/** What this module uses of a node of mdast, the tree of remark. */
interface MarkdownNode {
  readonly type: string
  readonly name?: string
  readonly value?: string
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } }
  children?: readonly MarkdownNode[]
  readonly data?: object
}

/** A remark plugin: `:fr[words]` is a `span` with that language; every other directive stays the text that it was. */
export function markLanguages() {
  return (tree: MarkdownNode, file: { toString(): string }) => markIn(tree, file.toString())
}

function markIn(parent: MarkdownNode, source: string): void {
  if (!parent.children) return
  parent.children = parent.children.map((child) => (child.type.endsWith("Directive") ? convert(child, source) : child))
  for (const child of parent.children) markIn(child, source)
}

function convert(directive: MarkdownNode, source: string): MarkdownNode {
  const { type, name, children = [], position } = directive
  const isLanguage = LANGUAGES.some((language) => language === name)
  if (type === "textDirective" && isLanguage && children.length > 0)
    return { ...directive, data: { hName: "span", hProperties: { lang: name } } }
  const text = { type: "text", value: source.slice(position?.start.offset, position?.end.offset) }
  return type === "textDirective" ? text : { type: "paragraph", children: [text] }
}
