import type { Certificate } from "@haitech/contract/certificates"
import { pathIn } from "@haitech/contract/languages"
import { buttonClass } from "#ui/button.tsx"

interface Props {
  readonly certificate: Pick<Certificate, "code" | "language">
  readonly texts: Readonly<Record<"certificate.open" | "certificate.download", string>>
  /** The form that had the focus is gone. */
  readonly hasFocus?: boolean | undefined
}

/** The page of a certificate, which is in its own language, and its PDF. */
export function CertificateLinks({ certificate: { code, language }, texts, hasFocus }: Props) {
  return (
    <div className="certificate-links">
      <a className={buttonClass()} href={pathIn(language, `/certificate/${code}`)} ref={hasFocus ? focus : null}>
        {texts["certificate.open"]}
      </a>
      <a className={buttonClass("quiet")} href={`/api/certificates/${code}/pdf`} download="">
        {texts["certificate.download"]}
      </a>
    </div>
  )
}

function focus(link: HTMLAnchorElement | null): void {
  link?.focus()
}
