import { cityOf, formatDay, formatHour } from "@haitech/contract/clock"
import type { ServiceState, ServiceStatus } from "@haitech/contract/status"
import { PageLink } from "#platform/navigation/link.tsx"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"
import { Chip, type ChipTone } from "#ui/chip.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { BareLayout } from "./bare-layout.tsx"

const TONES: Readonly<Record<ServiceState, ChipTone>> = {
  working: "good",
  limited: "wait",
  failing: "bad",
  unknown: "plain",
}

export function StatusPage() {
  const { t, status } = usePage()
  if (!status) throw new Error("the status page without a status")
  const isWell = status.services.every(({ state }) => state === "working" || state === "unknown")
  return (
    <BareLayout samePage="/status">
      <PageHead column title={t(isWell ? "status.all" : "status.some")} lead={t("status.lead")} />
      <div className="wrap column grid gap-8 pt-8 pb-16">
        {status.notice && (
          <section className="notice caution min-w-0" aria-labelledby="notice-title">
            <p id="notice-title" className="strong">
              {t("status.notice")}
            </p>
            <p className="whitespace-pre-line">{status.notice}</p>
          </section>
        )}
        <ul className="card" aria-label={t("status.services")}>
          {status.services.map((service) => (
            <ServiceRow key={service.name} service={service} />
          ))}
        </ul>
        <p>
          <PageLink to="/status" className={buttonClass("quiet")}>
            {t("status.again")}
          </PageLink>
        </p>
      </div>
    </BareLayout>
  )
}

function ServiceRow({ service: { name, state, since } }: { readonly service: ServiceStatus }) {
  const { t, language, site } = usePage()
  const clock = since && {
    day: formatDay(language, since, site.timeZone),
    hour: formatHour(language, since, site.timeZone),
    city: cityOf(site.timeZone),
  }
  return (
    <li className="status-row">
      <p className="strong">{t(`status.${name}`)}</p>
      <Chip tone={TONES[state]}>{t(`status.${state}`)}</Chip>
      {state === "limited" && <p className="small text-muted">{t("status.limited_means")}</p>}
      {clock && <p className="small text-muted">{t("status.since", clock)}</p>}
    </li>
  )
}
