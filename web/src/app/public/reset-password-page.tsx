import { PASSWORD_LENGTH, STRICT_CHARACTER_CLASSES } from "@haitech/contract/accounts"
import { pathIn } from "@haitech/contract/languages"
import { RESET_TEXTS, ResetPasswordForm } from "#features/accounts/reset-password-form.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { PageLink } from "#platform/navigation/link.tsx"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

/** Sets a new password, with the link or the code of the reset email (D2). */
export function ResetPasswordPage() {
  const { t, language, form } = usePage()
  return (
    <SiteLayout>
      <PageHead title={t("reset.title")} lead={t("reset.lead")} />
      <div id="reset" className="wrap pt-8 pb-40">
        <div className="card raised max-w-[30rem] p-5 sm:p-8">
          <Island
            of={ResetPasswordForm}
            when="interaction"
            props={{
              texts: pick(t, RESET_TEXTS),
              language,
              page: address(language, "/reset-password"),
              next: pathIn(language, "/login"),
              passwordLength: PASSWORD_LENGTH.max,
              passwordRule: { min: PASSWORD_LENGTH.minStrict, kinds: STRICT_CHARACTER_CLASSES },
              ...(form?.name === "reset" && { initialResult: form }),
            }}
          />
          <p className="mt-6 text-center text-muted">
            {t("reset.no_email")}{" "}
            <PageLink className="more" to="/forgot-password">
              {t("reset.ask_again")}
            </PageLink>
          </p>
        </div>
      </div>
    </SiteLayout>
  )
}
