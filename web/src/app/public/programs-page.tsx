import type { Program } from "@haitech/contract/outreach"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { PageLink } from "#platform/navigation/link.tsx"
import { address } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"
import { BandSun } from "#ui/band-sun.tsx"
import { buttonClass } from "#ui/button.tsx"
import { Icon } from "#ui/icon.tsx"
import { Medal, type MedalSymbol } from "#ui/medal.tsx"
import { PageHero } from "#ui/page-hero.tsx"
import { SectionHeading } from "#ui/section-heading.tsx"
import { SiteLayout } from "./layout.tsx"

interface Offer {
  readonly program: Program
  readonly symbol: MedalSymbol
  readonly colour: string
  readonly name: MessageKey
  readonly about: MessageKey
  readonly features: readonly MessageKey[]
}

/** Three programs with feature lists (spec §2 Programs). */
const OFFERS: readonly Offer[] = [
  {
    program: "coding",
    symbol: "code",
    colour: "text-action",
    name: "programs.cs",
    about: "programs.cs_about",
    features: ["programs.cs_1", "programs.cs_2", "programs.cs_3", "programs.cs_4"],
  },
  {
    program: "languages",
    symbol: "speech",
    colour: "text-info",
    name: "programs.fl",
    about: "programs.fl_about",
    features: ["programs.fl_1", "programs.fl_2", "programs.fl_3", "programs.fl_4"],
  },
  {
    program: "mentorship",
    symbol: "people",
    colour: "text-hibiscus",
    name: "programs.me",
    about: "programs.me_about",
    features: ["programs.me_1", "programs.me_2", "programs.me_3", "programs.me_4"],
  },
]

export function ProgramsPage() {
  const { t } = usePage()
  return (
    <SiteLayout>
      <PageHero title={t("programs.title")} lead={t("programs.lead")} />
      <div className="wrap relative z-1 -mt-14">
        <p className="card raised flex flex-wrap items-center gap-x-5 gap-y-3 p-6">
          <span className="chip soon">{t("programs.banner")}</span>
          <span>{t("programs.banner_text")}</span>
        </p>
      </div>
      <section className="wrap py-(--section)" aria-labelledby="offers-title">
        <SectionHeading id="offers-title" title={t("programs.list")} />
        <ul className="mt-8 grid gap-4 lg:grid-cols-3 lg:gap-5">
          {OFFERS.map((offer) => (
            <OfferCard key={offer.program} {...offer} />
          ))}
        </ul>
      </section>
      <section className="wrap pb-40" aria-labelledby="flexible-title">
        <div className="band flex items-start gap-6">
          <BandSun />
          <Medal symbol="clock" className="hidden text-lit [--medal-ground:var(--brand)] sm:block" />
          <div>
            <h2 id="flexible-title">{t("programs.flexible")}</h2>
            <p className="lead mt-3 max-w-[46rem] opacity-90">{t("programs.flexible_text")}</p>
          </div>
        </div>
      </section>
    </SiteLayout>
  )
}

function OfferCard({ program, symbol, colour, name, about, features }: Offer) {
  const { t, language } = usePage()
  return (
    <li id={program} className="card flex flex-col p-6 lg:p-8">
      <Medal symbol={symbol} className={colour} />
      <h3 className="mt-5 text-[1.5rem]">{t(name)}</h3>
      <p className="mt-3 text-muted">{t(about)}</p>
      <ul className="mt-5 mb-8 grid content-start gap-3 grow">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-3">
            <Icon name="check" className="mt-0.5 text-success" />
            {t(feature)}
          </li>
        ))}
      </ul>
      <div className="grid gap-3">
        <a className={buttonClass()} href={address(language, "/#membership")} data-action="join" data-value={program}>
          {t("programs.join")} <span className="sr">{t(name)}</span>
        </a>
        {program === "mentorship" && (
          <PageLink to="/schedule" className={buttonClass("quiet")}>
            {t("programs.schedule")}
          </PageLink>
        )}
      </div>
    </li>
  )
}
