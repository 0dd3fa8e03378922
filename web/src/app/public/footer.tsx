import { LANGUAGES } from "@haitech/contract/languages"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { PageLink } from "#platform/navigation/link.tsx"
import { address, type LinkPath } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"
import { BrandMark } from "#ui/brand-mark.tsx"

/** The footer links in the order of spec §2. */
const LINKS: readonly { to: LinkPath; label: MessageKey }[] = [
  { to: "/about", label: "nav.about" },
  { to: "/programs", label: "nav.programs" },
  { to: "/cares", label: "nav.cares" },
  { to: "/team", label: "nav.team" },
  { to: "/blog", label: "nav.blog" },
  { to: "/donate", label: "footer.donate" },
  { to: "/privacy", label: "footer.privacy" },
  { to: "/terms", label: "footer.terms" },
]
const THEMES = ["system", "light", "dark"] as const

interface Props {
  readonly samePage: LinkPath
}

export function SiteFooter({ samePage }: Props) {
  const { t, site } = usePage()
  return (
    <footer className="night">
      <div className="wrap grid gap-12 py-10 sm:grid-cols-2 lg:grid-cols-4">
        <div>
          <p className="brand">
            <BrandMark />
            {site.name}
          </p>
          <p className="mt-3">{t("footer.mission")}</p>
          <p className="footer-links">
            <PageLink to="/contact">{t("nav.contact")}</PageLink>
            <br />
            <PageLink to="/safety">{t("safety.title")}</PageLink>
            <br />
            <PageLink to="/apply">{t("footer.apply")}</PageLink>
          </p>
        </div>
        <nav aria-label={t("footer.nav")}>
          <ul className="footer-links columns-2">
            {LINKS.map(({ to, label }) => (
              <li key={to}>
                <PageLink to={to}>{t(label)}</PageLink>
              </li>
            ))}
          </ul>
        </nav>
        <Contact />
        <Languages samePage={samePage} />
      </div>
      <div className="wrap">
        <div className="footer-end small">
          <p>{t("footer.copyright")}</p>
          <p>{t("footer.updated")}</p>
          <Settings />
        </div>
      </div>
    </footer>
  )
}

function Contact() {
  const { t } = usePage()
  return (
    <div>
      <h2 className="footer-title">{t("footer.support")}</h2>
      <p>{t("footer.hours")}</p>
      <ul className="footer-links mt-2">
        {[t("footer.email_contact"), t("footer.email_support")].map((email) => (
          <li key={email}>
            <a href={`mailto:${email}`}>{email}</a>
          </li>
        ))}
        <li>
          <a href={t("footer.linkedin_url")} rel="noopener">
            {t("footer.linkedin")}
          </a>
        </li>
      </ul>
    </div>
  )
}

function Languages({ samePage }: Props) {
  const { t } = usePage()
  return (
    <div>
      <h2 className="footer-title">{t("footer.language")}</h2>
      <ul className="footer-links">
        {LANGUAGES.map((other) => (
          <li key={other}>
            <a href={address(other, samePage)} lang={other} hrefLang={other}>
              {t(`language.${other}`)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Settings() {
  const { t } = usePage()
  return (
    <div className="flex flex-wrap gap-2 sm:ml-auto" data-needs-script="">
      <div role="group" aria-label={t("footer.theme")} className="choices">
        {THEMES.map((theme) => (
          <button key={theme} type="button" data-action="theme" data-value={theme}>
            {t(`theme.${theme}`)}
          </button>
        ))}
      </div>
      <div className="choices">
        <button type="button" data-action="saver">
          {t("footer.saver")}
        </button>
      </div>
    </div>
  )
}
