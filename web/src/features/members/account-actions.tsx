import { pathIn } from "@haitech/contract/languages"
import type { Profile } from "@haitech/contract/members"
import { lazy, Suspense, useState } from "react"
import { useProfileApp } from "#platform/app/app.tsx"
import { ErrorBoundary } from "#platform/app/error-boundary.tsx"
import { Button, buttonClass } from "#ui/button.tsx"
import type { OpenDialog } from "./account-dialogs.tsx"
import { LoadError } from "./load-error.tsx"
import type { NewPasswordFields } from "./password-dialog.tsx"

const AccountDialogs = lazy(async () => ({ default: (await import("./account-dialogs.tsx")).AccountDialogs }))

interface Props {
  readonly profile: Profile
  readonly newPassword: NewPasswordFields
}

/** Spec §2, profile: what a member does with the whole account. */
export function AccountActions({ profile, newPassword }: Props) {
  const { t, language } = useProfileApp()
  const [open, setOpen] = useState<OpenDialog | "never">("never")
  return (
    <div className="grid justify-items-start gap-5">
      {profile.hasPassword ? (
        <Button look="quiet" onClick={() => setOpen("password")}>
          {t("profile.change_password")}
        </Button>
      ) : (
        <a className={buttonClass("quiet")} href={pathIn(language, "/forgot-password")}>
          {t("profile.set_password")}
        </a>
      )}
      <div>
        <h3 className="text-[1.0625rem]">{t("profile.download")}</h3>
        <p className="small mb-3 text-muted">{t("profile.download_note")}</p>
        <p className="flex flex-wrap gap-3">
          <a className={buttonClass("quiet", true)} href="/api/user/export" download="">
            {t("profile.download_all")}
          </a>
          <a className={buttonClass("quiet", true)} href={`/api/user/export/progress?language=${language}`} download="">
            {t("profile.download_table")}
          </a>
        </p>
      </div>
      <Button look="quiet" className="danger" onClick={() => setOpen("delete")}>
        {t("profile.delete")}
      </Button>
      {open !== "never" && (
        <ErrorBoundary fallback={(error, again) => <LoadError {...{ error, again }} />}>
          <Suspense>
            <AccountDialogs {...{ profile, open, newPassword }} onClose={() => setOpen("none")} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}
