import { PageLink } from "#platform/navigation/link.tsx"
import { address } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"
import { CallBand } from "#ui/call-band.tsx"
import { Icon } from "#ui/icon.tsx"
import { Medal } from "#ui/medal.tsx"
import { PageHero } from "#ui/page-hero.tsx"
import { SectionHeading } from "#ui/section-heading.tsx"
import { SiteLayout } from "./layout.tsx"

const FACTS = ["about.fact_countries", "about.fact_reply", "about.fact_nonprofit"] as const

/** Spec §1, §2: "The three subsidiaries". */
const SUBSIDIARIES = [
  { symbol: "code", colour: "text-action", name: "about.coding", about: "about.coding_about" },
  { symbol: "speech", colour: "text-info", name: "about.languages", about: "about.languages_about" },
  { symbol: "heart", colour: "text-give", name: "about.cares", about: "about.cares_about" },
] as const

/** The languages in the order of spec §2. */
const LANGUAGES_TAUGHT = [
  { language: "en", name: "home.program_english" },
  { language: "fr", name: "about.french" },
  { language: "ht", name: "home.program_creole" },
  { language: "es", name: "about.spanish" },
] as const

const ART = [
  { symbol: "sun", colour: "text-give", text: "about.art_sun" },
  { symbol: "house", colour: "text-action", text: "about.art_eave" },
  { symbol: "ridges", colour: "text-info", text: "about.art_ridges" },
] as const

export function AboutPage() {
  const { t, language } = usePage()
  return (
    <SiteLayout>
      <PageHero title={t("about.title")} lead={t("about.lead")} />
      <Mission />
      <Subsidiaries />
      <Teaching />
      <Art />
      <CallBand title={t("about.join_title")} lead={t("about.join_lead")}>
        <a className={buttonClass("light")} href={address(language, "/#membership")}>
          {t("about.join")}
          <Icon name="right" />
        </a>
      </CallBand>
    </SiteLayout>
  )
}

function Mission() {
  const { t } = usePage()
  return (
    <section
      className="wrap grid gap-x-20 gap-y-8 py-(--section) lg:grid-cols-[1fr_22rem]"
      aria-labelledby="mission-title"
    >
      <div className="max-w-[44rem]">
        <h2 id="mission-title">{t("about.mission")}</h2>
        <p className="lead mt-5">{t("about.mission_1")}</p>
        <p className="lead mt-4 text-muted">{t("about.mission_2")}</p>
      </div>
      <ul className="card raised grid gap-5 self-start p-6 lg:p-8">
        {FACTS.map((fact) => (
          <li key={fact} className="strong flex items-start gap-3">
            <Icon name="check" className="mt-0.5 text-success" />
            {t(fact)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Subsidiaries() {
  const { t } = usePage()
  return (
    <section className="bg-subtle py-(--section)" aria-labelledby="subsidiaries-title">
      <div className="wrap">
        <SectionHeading id="subsidiaries-title" title={t("about.subsidiaries")} lead={t("about.subsidiaries_lead")} />
        <ul className="mt-10 grid gap-4 lg:grid-cols-3 lg:gap-5">
          {SUBSIDIARIES.map(({ symbol, colour, name, about }) => (
            <li key={name} className="card flex flex-col items-start p-6 lg:p-8">
              <Medal symbol={symbol} className={colour} />
              <h3 className="mt-5">{t(name)}</h3>
              <p className="mt-2 grow text-muted">{t(about)}</p>
              <PageLink to="/programs" className="more mt-4">
                {t("home.learn_more")} <span className="sr">{t("about.more_of", { name: t(name) })}</span>
                <Icon name="right" />
              </PageLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Teaching() {
  const { t } = usePage()
  return (
    <section className="wrap py-(--section)" aria-labelledby="teaching-title">
      <SectionHeading id="teaching-title" title={t("about.teaching")} lead={t("about.teaching_lead")} />
      <ul className="mt-8 grid grid-cols-2 gap-4 lg:grid-cols-4 lg:gap-5">
        {LANGUAGES_TAUGHT.map(({ language, name }) => (
          <li key={language} className="card p-6">
            <span className="figure block" lang={language}>
              {t(`greeting.${language}`)}
            </span>
            <span className="text-muted">{t(name)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Art() {
  const { t } = usePage()
  return (
    <section className="wrap pb-(--section)" aria-labelledby="art-title">
      <SectionHeading id="art-title" title={t("about.art")} />
      <ul className="mt-8 grid gap-4 lg:grid-cols-3 lg:gap-5">
        {ART.map(({ symbol, colour, text }) => (
          <li key={text} className="flex items-start gap-4">
            <Medal symbol={symbol} className={colour} />
            <p className="text-muted">{t(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
