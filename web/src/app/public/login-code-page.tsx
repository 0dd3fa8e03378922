import { pathIn } from "@haitech/contract/languages"
import { LOGIN_CODE_TEXTS, LoginCodeForm } from "#features/accounts/login-code-form.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { PageLink } from "#platform/navigation/link.tsx"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

/** Signs in with the code that another device of the same person shows. */
export function LoginCodePage() {
  const { t, language, form } = usePage()
  const next = pathIn(language, "/member-dashboard")
  return (
    <SiteLayout>
      <PageHead title={t("device_code.title")} lead={t("device_code.lead")} />
      <div id="code" className="wrap pt-8 pb-40" data-signed-in-page={next}>
        <div className="card raised max-w-[30rem] p-5 sm:p-8">
          <Island
            of={LoginCodeForm}
            when="interaction"
            props={{
              texts: pick(t, LOGIN_CODE_TEXTS),
              language,
              page: address(language, "/login-code"),
              next,
              ...(form?.name === "code" && { initialResult: form }),
            }}
          />
          <p className="mt-6 text-center text-muted">
            {t("device_code.none")}{" "}
            <PageLink className="more" to="/login">
              {t("device_code.password")}
            </PageLink>
          </p>
        </div>
      </div>
    </SiteLayout>
  )
}
