import { pathIn } from "@haitech/contract/languages"
import { AccountCard } from "#features/accounts/account-card.tsx"
import { GoogleNotices } from "#features/accounts/google-notices.tsx"
import { LOGIN_TEXTS, LoginForm } from "#features/accounts/login-form.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { PageLink } from "#platform/navigation/link.tsx"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

export function LoginPage() {
  const { t, language, form } = usePage()
  const next = pathIn(language, "/member-dashboard")
  return (
    <SiteLayout>
      <PageHead title={t("login.title")} lead={t("login.lead")} />
      <div id="login" className="wrap pt-8 pb-40" data-signed-in-page={next}>
        <div className="max-w-[30rem]">
          <GoogleNotices />
          <AccountCard
            google={t("login.google")}
            other={{ question: t("login.no_account"), label: t("login.register"), to: "/register" }}
          >
            <Island
              of={LoginForm}
              when="interaction"
              props={{
                texts: pick(t, LOGIN_TEXTS),
                language,
                page: address(language, "/login"),
                next,
                resetPage: address(language, "/forgot-password"),
                ...(form?.name === "login" && { initialResult: form }),
              }}
            />
            <p className="mt-4 text-center">
              <PageLink className="more" to="/forgot-password">
                {t("login.forgot")}
              </PageLink>
            </p>
            <p className="mt-3 text-center">
              <PageLink className="more" to="/login-code">
                {t("device_code.have")}
              </PageLink>
            </p>
          </AccountCard>
        </div>
      </div>
    </SiteLayout>
  )
}
