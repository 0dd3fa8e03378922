import { useEffect, useRef } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useNewslettersAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { type PreviewInput, usePreview } from "./newsletter-api.ts"

/** The email as a mailbox shows it. */
export function EmailPreview({ isTitled = true, ...input }: PreviewInput & { readonly isTitled?: boolean }) {
  const { t, language } = useNewslettersAdminApp()
  const loadError = useLoadError()
  const { data, error, refetch } = usePreview(input)
  const label = t("admin.newsletter_preview", { language: t(`language.${input.language}`) })
  return (
    <section className="admin-email" aria-label={label}>
      {isTitled && <h3 className="small text-muted">{label}</h3>}
      {error && <LoadFailed {...loadError(error, refetch)} />}
      {!data && !error && <Skeleton className="h-72" />}
      {data && (
        <>
          <EmailFrame title={label} html={data.html} />
          <p className="small text-muted">
            {t("admin.newsletter_bytes", { size: formatNumber(language, Math.ceil(data.bytes / 1000)) })}
          </p>
        </>
      )}
    </section>
  )
}

interface FrameProps {
  readonly title: string
  readonly html: string
}

/** Nothing in it runs, loads or leads anywhere. */
function EmailFrame({ title, html }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    fill(element, html)
    const fit = () => fitHeight(element)
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => observer.disconnect()
  }, [html])
  return <iframe ref={frame} title={title} sandbox="allow-same-origin" />
}

/**
 * The page's policy allows no inline styles, also in a frame, so a script sets them one by one. The server escapes the
 * quotes of texts, so that these are the styles of the email alone.
 */
function fill(frame: HTMLIFrameElement, html: string): void {
  const [inner, view] = [frame.contentDocument, frame.contentWindow as (Window & typeof globalThis) | null]
  if (!inner || !view) return
  const [, css = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? []
  const unstyled = html.replace(/<style>.*?<\/style>/s, "").replaceAll(' style="', ' data-style="')
  const email = new DOMParser().parseFromString(unstyled, "text/html")
  for (const link of email.querySelectorAll("a")) link.removeAttribute("href")
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(css)
  inner.replaceChild(inner.adoptNode(email.documentElement), inner.documentElement)
  inner.adoptedStyleSheets = [sheet]
  for (const element of inner.querySelectorAll<HTMLElement>("[data-style]"))
    element.style.cssText = element.dataset["style"] ?? ""
  fitHeight(frame)
}

function fitHeight(frame: HTMLIFrameElement): void {
  const body = frame.contentDocument?.body
  if (body) frame.style.height = `${body.scrollHeight}px`
}
