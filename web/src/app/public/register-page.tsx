import { PASSWORD_LENGTH, PERSON_NAME_LENGTH, USERNAME_LENGTH } from "@haitech/contract/accounts"
import { pathIn } from "@haitech/contract/languages"
import { EMAIL_LENGTH } from "@haitech/contract/text"
import { AccountCard } from "#features/accounts/account-card.tsx"
import { REGISTER_TEXTS, RegisterForm } from "#features/accounts/register-form.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { PageLink } from "#platform/navigation/link.tsx"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { Icon } from "#ui/icon.tsx"
import { LitMedal } from "#ui/lit-medal.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

const PROMISES = ["membership.promise_classes", "membership.promise_mentors", "about.fact_reply"] as const
const LENGTHS = {
  name: PERSON_NAME_LENGTH,
  username: USERNAME_LENGTH.max,
  email: EMAIL_LENGTH,
  password: PASSWORD_LENGTH.max,
}

export function RegisterPage() {
  const { t, language, form, joined } = usePage()
  const next = pathIn(language, "/member-dashboard")
  return (
    <SiteLayout>
      {joined !== undefined || form?.name === "membership" ? <Thanks name={joined} /> : <Head />}
      <div
        id="register"
        className="wrap grid items-start gap-x-16 gap-y-8 pt-8 pb-40 lg:grid-cols-[34rem_1fr]"
        data-signed-in-page={next}
      >
        <AccountCard
          google={t("register.google")}
          other={{ question: t("register.have_account"), label: t("login.submit"), to: "/login" }}
        >
          <Island
            of={RegisterForm}
            when="interaction"
            props={{
              texts: pick(t, REGISTER_TEXTS),
              language,
              page: address(language, "/register"),
              next,
              lengths: LENGTHS,
              ...(form?.name === "register" && { initialResult: form }),
            }}
          />
        </AccountCard>
        <Promises />
      </div>
    </SiteLayout>
  )
}

function Head() {
  const { t } = usePage()
  return <PageHead title={t("register.title")} lead={t("register.lead")} />
}

/** Without script the thank-you after joining is the head of this page. */
function Thanks({ name }: { readonly name: string | undefined }) {
  const { t } = usePage()
  const title = name === undefined ? t("newsletter.success_title") : t("join.thanks_title", { name })
  return <PageHead emblem={<LitMedal unfolds />} title={title} lead={`${t("join.thanks")} ${t("thanks.next")}`} />
}

function Promises() {
  const { t } = usePage()
  return (
    <div className="lg:pt-8">
      <ul className="lead grid gap-4">
        {PROMISES.map((promise) => (
          <li key={promise} className="flex items-start gap-3">
            <Icon name="check" className="mt-1 text-success" />
            {t(promise)}
          </li>
        ))}
      </ul>
      <p className="mt-8 text-muted">{t("register.minors")}</p>
      <p className="mt-2 flex flex-wrap gap-x-6">
        <PageLink className="more" to="/terms">
          {t("footer.terms")}
        </PageLink>
        <PageLink className="more" to="/privacy">
          {t("footer.privacy")}
        </PageLink>
      </p>
    </div>
  )
}
