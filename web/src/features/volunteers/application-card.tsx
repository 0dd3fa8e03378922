import { PERSON_NAME_LENGTH } from "@haitech/contract/accounts"
import { EMAIL_LENGTH } from "@haitech/contract/text"
import { APPLICATION_LENGTHS, APPLICATION_ROLES } from "@haitech/contract/volunteers"
import { pick } from "#platform/i18n/texts.ts"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { APPLICATION_TEXTS, ApplicationForm } from "./application-form.tsx"
import { THANKS_TEXTS } from "./thanks.tsx"

const LENGTHS = {
  ...APPLICATION_LENGTHS,
  motivation: APPLICATION_LENGTHS.motivation.max,
  name: PERSON_NAME_LENGTH,
  email: EMAIL_LENGTH,
}

/** A plain HTML post returns to #apply. */
export function ApplicationCard() {
  const { t, language, form } = usePage()
  const roles = APPLICATION_ROLES.map((value) => ({
    value,
    label: t(`role.${value}`),
    note: t(`apply.${value}_about`),
  }))
  return (
    <section id="apply" className="card raised p-5 sm:p-8" aria-label={t("application.title")}>
      <Island
        of={ApplicationForm}
        when="interaction"
        props={{
          texts: pick(t, [...APPLICATION_TEXTS, ...THANKS_TEXTS]),
          language,
          page: address(language, "/apply"),
          ownPage: address(language, "/application"),
          privacyPage: address(language, "/privacy"),
          lengths: LENGTHS,
          roles,
          ...(form?.name === "apply" && { initialResult: form }),
        }}
      />
    </section>
  )
}
