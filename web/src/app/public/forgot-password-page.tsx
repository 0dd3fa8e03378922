import { pathIn } from "@haitech/contract/languages"
import { FORGOT_TEXTS, ForgotPasswordForm } from "#features/accounts/forgot-password-form.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { PageLink } from "#platform/navigation/link.tsx"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

/** Requests the email for a password reset (D2). */
export function ForgotPasswordPage() {
  const { t, language, form } = usePage()
  return (
    <SiteLayout>
      <PageHead title={t("forgot.title")} lead={t("forgot.lead")} />
      <div id="forgot" className="wrap pt-8 pb-40">
        <div className="card raised max-w-[30rem] p-5 sm:p-8">
          <Island
            of={ForgotPasswordForm}
            when="interaction"
            props={{
              texts: pick(t, FORGOT_TEXTS),
              language,
              page: address(language, "/forgot-password"),
              next: pathIn(language, "/reset-password"),
              ...(form?.name === "forgot" && { initialResult: form }),
            }}
          />
          <p className="mt-6 flex flex-wrap justify-center gap-x-6 text-muted">
            <span>
              {t("forgot.remembered")}{" "}
              <PageLink className="more" to="/login">
                {t("login.submit")}
              </PageLink>
            </span>
            <PageLink className="more" to="/reset-password">
              {t("forgot.have_code")}
            </PageLink>
          </p>
        </div>
      </div>
    </SiteLayout>
  )
}
