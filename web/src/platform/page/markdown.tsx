import ReactMarkdown, { type Components } from "react-markdown"
import remarkDirective from "remark-directive"
import remarkGfm from "remark-gfm"
import { markLanguages } from "./markdown-languages.ts"
import { usePage } from "./page.tsx"

interface Props {
  readonly text: string
  /** Search engines do not follow the links of guests (`nofollow`). */
  readonly by?: "admin" | "guest"
  /** Its headings begin with the second level, as those of lessons do. */
  readonly keepsLevels?: true
}

const SCHEMES = ["http:", "https:", "mailto:", "tel:"]
const PLUGINS = [remarkGfm, remarkDirective, markLanguages]
/** The page's title is its only h1. */
const HEADINGS: Components = { h1: "h2", h2: "h3", h3: "h4", h4: "h5", h5: "h6" }

/**
 * Drops raw HTML, and links with a scheme not in `SCHEMES` become text. Images must be this site's own, since a
 * foreign one would tell its host who reads the page.
 */
export function Markdown({ text, by = "admin", keepsLevels }: Props) {
  const { t, site } = usePage()
  return (
    <ReactMarkdown
      skipHtml
      remarkPlugins={PLUGINS}
      remarkRehypeOptions={{
        footnoteLabel: t("markdown.notes"),
        footnoteLabelProperties: {},
        footnoteBackLabel: t("markdown.back"),
      }}
      urlTransform={(address) => (SCHEMES.includes(resolve(address, site.url)?.protocol ?? "") ? address : null)}
      components={{ ...(!keepsLevels && HEADINGS), ...elements(t("markdown.table"), site.url, by) }}
    >
      {text}
    </ReactMarkdown>
  )
}

function elements(tableLabel: string, siteUrl: string, by: Props["by"]): Components {
  const isOurs = (address: string) => resolve(address, siteUrl)?.host === new URL(siteUrl).host
  return {
    a({ node: _node, href, ...rest }) {
      if (!href) return <>{rest.children}</>
      const isExternal = /^https?:$/.test(resolve(href, siteUrl)?.protocol ?? "") && !isOurs(href)
      return (
        <a {...rest} href={href} {...(isExternal && { rel: by === "guest" ? "noopener nofollow ugc" : "noopener" })} />
      )
    },
    img({ src, alt = "", title }) {
      return src && isOurs(src) ? <img src={src} alt={alt} title={title} loading="lazy" decoding="async" /> : <>{alt}</>
    },
    table: ({ children }) => (
      <section className="scrolls" tabIndex={0} aria-label={tableLabel}>
        <table>{children}</table>
      </section>
    ),
    th: ({ children, style }) => <th data-align={style?.textAlign}>{children}</th>,
    td: ({ children, style }) => <td data-align={style?.textAlign}>{children}</td>,
    pre: ({ children }) => (
      <pre className="scrolls" tabIndex={0}>
        {children}
      </pre>
    ),
    input: ({ checked }) => (checked ? "☑" : "☐"),
  }
}

/** Resolves an address as a browser on this site does; undefined when it is invalid. */
function resolve(address: string, siteUrl: string): URL | undefined {
  return URL.parse(address, siteUrl) ?? undefined
}
