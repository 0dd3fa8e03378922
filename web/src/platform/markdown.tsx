import ReactMarkdown, { type Components } from "react-markdown"
import remarkGfm from "remark-gfm"
import { usePage } from "./page.tsx"

interface Props {
  readonly text: string
  /** Whoever is not of the office does not get to send search engines anywhere. */
  readonly by?: "admin" | "guest"
}

const SCHEMES = ["http:", "https:", "mailto:", "tel:"]
const PLUGINS = [remarkGfm]
/** The page's title is its only h1. */
const HEADINGS: Components = { h1: "h2", h2: "h3", h3: "h4", h4: "h5", h5: "h6" }

/**
 * Markdown (CommonMark with GitHub's tables, lists of tasks, notes) as a part of a page. Whatever is written in it, only
 * plain elements come out: raw HTML is dropped, a link with any other scheme than these four is plain text, and pictures
 * are this site's own, since one from elsewhere would tell a stranger who reads here. Public pages are drawn with
 * it by the build and the server; only the office has it in the browser.
 */
export function Markdown({ text, by = "admin" }: Props) {
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
      urlTransform={(address) => (SCHEMES.includes(whole(address, site.url)?.protocol ?? "") ? address : null)}
      components={elements(t("markdown.table"), site.url, by)}
    >
      {text}
    </ReactMarkdown>
  )
}

function elements(tableLabel: string, home: string, by: Props["by"]): Components {
  const isOurs = (address: string) => whole(address, home)?.host === new URL(home).host
  return {
    ...HEADINGS,
    a({ node: _node, href, ...rest }) {
      if (!href) return <>{rest.children}</>
      const away = /^https?:$/.test(whole(href, home)?.protocol ?? "") && !isOurs(href)
      return <a {...rest} href={href} {...(away && { rel: by === "guest" ? "noopener nofollow ugc" : "noopener" })} />
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

/** As a browser would understand it on this site; nothing when it cannot be understood. */
function whole(address: string, home: string): URL | undefined {
  return URL.parse(address, home) ?? undefined
}
