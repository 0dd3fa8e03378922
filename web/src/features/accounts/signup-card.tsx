import {
  PASSWORD_LENGTH,
  PERSON_NAME_LENGTH,
  STRICT_CHARACTER_CLASSES,
  USERNAME_LENGTH,
} from "@haitech/contract/accounts"
import { EMAIL_LENGTH } from "@haitech/contract/text"
import { pick } from "#platform/i18n/texts.ts"
import { PageLink } from "#platform/navigation/link.tsx"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { SIGNUP_TEXTS, SignupForm } from "./signup-form.tsx"

const LENGTHS = {
  name: PERSON_NAME_LENGTH,
  username: USERNAME_LENGTH.max,
  email: EMAIL_LENGTH,
  password: PASSWORD_LENGTH.max,
}
const PASSWORD_RULE = { min: PASSWORD_LENGTH.minStrict, kinds: STRICT_CHARACTER_CLASSES }

/** After an application. With script it is hidden until there is one whose account this can be. */
export function SignupCard() {
  const { t, language, form } = usePage()
  const isPosted = form?.name === "register"
  return (
    <section id="account" aria-labelledby="account-title" data-signed-out="" hidden={!isPosted}>
      <div className="card raised p-5 sm:p-8">
        <h2 id="account-title" className="text-[1.5rem]">
          {t("apply.account_title")}
        </h2>
        <p className="mt-3 text-muted">{t("apply.account_lead")}</p>
        <p className="mt-2 mb-6 text-muted">{t("apply.account_skip")}</p>
        <Island
          of={SignupForm}
          when="visible"
          props={{
            texts: pick(t, SIGNUP_TEXTS),
            language,
            page: address(language, "/apply"),
            next: address(language, "/application"),
            lengths: LENGTHS,
            passwordRule: PASSWORD_RULE,
            ...(isPosted && { initialResult: form }),
          }}
        />
        <p className="mt-6 text-center text-muted">
          {t("apply.account_have")}{" "}
          <PageLink className="more" to="/login">
            {t("login.submit")}
          </PageLink>
        </p>
      </div>
    </section>
  )
}
