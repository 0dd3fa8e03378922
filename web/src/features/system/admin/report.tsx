import { useId } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useSystemAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Chip } from "#ui/chip.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useBackup, useSystem, useTestEmail } from "./api.ts"
import { type Area, areasOf, countLevel } from "./findings.ts"

const TONES = { ok: "good", warning: "wait", error: "bad" } as const

/** What the product needs around it: the settings, the machine, and the services that it calls. */
export function SystemReport() {
  const { t } = useSystemAdminApp()
  const loadError = useLoadError()
  const { data, error, refetch, isFetching } = useSystem()
  const areas = areasOf(data?.findings ?? [])
  return (
    <>
      <div className="system-head">
        <div role="status">
          {data && !isFetching ? (
            <Summary areas={areas} checkedAt={data.checkedAt} />
          ) : (
            (isFetching || !error) && (
              <>
                <p className="lead">{t("system.checking")}</p>
                <p className="small text-muted">{t("system.slow")}</p>
              </>
            )
          )}
        </div>
        <p className="system-actions">
          <BusyButton compact isBusy={isFetching} onClick={() => void refetch()}>
            <AdminIcon name="refresh" />
            {t("system.check_again")}
          </BusyButton>
          <BackupNow />
          <TestEmail />
        </p>
      </div>
      {error && !isFetching && <LoadFailed {...loadError(error, refetch)} />}
      {!data && isFetching && (
        <>
          <Skeleton className="h-32" />
          <Skeleton className="h-32" />
        </>
      )}
      {areas.map((area) => (
        <AreaSection key={area.name} {...area} />
      ))}
    </>
  )
}

function Summary({ areas, checkedAt }: { readonly areas: readonly Area[]; readonly checkedAt: string }) {
  const { t, language, timeZone } = useSystemAdminApp()
  const number = (level: "error" | "warning") => formatNumber(language, countLevel(areas, level))
  const isWell = areas.every(({ findings }) => findings.every(({ level }) => level === "ok"))
  return (
    <>
      <p className="lead">
        {isWell ? t("system.all_well") : t("system.counts", { errors: number("error"), warnings: number("warning") })}
      </p>
      <p className="small text-muted">
        {t("system.checked_at", { when: formatWhen(language, checkedAt, timeZone).exact })}
      </p>
    </>
  )
}

function AreaSection({ name, findings }: Area) {
  const { t } = useSystemAdminApp()
  const id = useId()
  return (
    <section className="admin-box system-area" aria-labelledby={id}>
      <h2 id={id}>{t(`system.area_${name}`)}</h2>
      <ul>
        {findings.map(({ code, level, values }) => (
          <li key={code + Object.values(values).join(" ")}>
            <Chip tone={TONES[level]}>{t(`system.level_${level}`)}</Chip>
            <span>{t(`system.${code}`, values)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function BackupNow() {
  const { t, showToast, showFailure } = useSystemAdminApp()
  const { mutateAsync: begin, isPending } = useBackup()
  async function run(): Promise<void> {
    try {
      await begin()
      showToast("success", t("system.area_backups"), t("system.backup_begun"))
    } catch (failure) {
      showFailure(failure)
    }
  }
  return (
    <BusyButton compact look="quiet" isBusy={isPending} onClick={() => void run()}>
      <AdminIcon name="download" />
      {t(isPending ? "system.backup_begins" : "system.backup_now")}
    </BusyButton>
  )
}

function TestEmail() {
  const { t, showToast, showFailure } = useSystemAdminApp()
  const { mutateAsync: send, isPending } = useTestEmail()
  async function run(): Promise<void> {
    try {
      const { to } = await send()
      showToast("success", t("system.test_email_title"), t("system.test_email_sent", { to }))
    } catch (failure) {
      showFailure(failure)
    }
  }
  return (
    <BusyButton compact look="quiet" isBusy={isPending} onClick={() => void run()}>
      <AdminIcon name="mail" />
      {t(isPending ? "system.sending" : "system.test_email")}
    </BusyButton>
  )
}
