import { LANGUAGES } from "@haitech/contract/languages"
import { address, type LinkPath } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"

interface Props {
  readonly className: string
  readonly linkClass: string
  /** The page that the links show in another language. */
  readonly samePage: LinkPath
}

export function LanguageList({ className, linkClass, samePage }: Props) {
  const { t, language } = usePage()
  return (
    <ul className={className}>
      {LANGUAGES.map((other) => (
        <li key={other}>
          <a
            className={linkClass}
            href={address(other, samePage)}
            lang={other}
            hrefLang={other}
            aria-current={other === language ? "true" : undefined}
          >
            {t(`language.${other}`)}
          </a>
        </li>
      ))}
    </ul>
  )
}
