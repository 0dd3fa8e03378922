import { INTERESTS_LENGTH, LOCATION_LENGTH } from "@haitech/contract/outreach"
import { EMAIL_LENGTH, NAME_LENGTH } from "@haitech/contract/text"
import { pick } from "#platform/i18n/texts.ts"
import { address, type LinkPath } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { Contours } from "#ui/contours.tsx"
import { Icon } from "#ui/icon.tsx"
import { Lambrequin } from "#ui/lambrequin.tsx"
import { Medal } from "#ui/medal.tsx"
import { NEWSLETTER_TEXTS, NewsletterForm } from "./newsletter-form.tsx"

const PROMISES = ["membership.promise_classes", "membership.promise_mentors", "membership.promise_news"] as const
const LENGTHS = { name: NAME_LENGTH, email: EMAIL_LENGTH, location: LOCATION_LENGTH, interests: INTERESTS_LENGTH }

/** Spec §2: the membership signup, the target of every "become a member" link (#membership). */
export function MembershipSection() {
  const { t, language, path, form } = usePage()
  return (
    <section
      id="membership"
      className="relative isolate bg-page pt-(--section) pb-40"
      aria-labelledby="membership-title"
    >
      <Contours />
      <div className="wrap grid items-center gap-12 lg:grid-cols-[1fr_32rem]">
        <div>
          <Medal symbol="people" className="text-action [--medal-ground:var(--bg)]" />
          <h2 id="membership-title" className="mt-5">
            {t("membership.title")}
          </h2>
          <p className="lead mt-4 max-w-[34rem] text-muted">{t("membership.lead")}</p>
          <ul className="mt-6 grid gap-3">
            {PROMISES.map((promise) => (
              <li key={promise} className="flex items-start gap-3">
                <Icon name="check" className="mt-0.5 text-success" />
                {t(promise)}
              </li>
            ))}
          </ul>
        </div>
        <div className="card raised relative overflow-hidden rounded-xl">
          <div className="card-eave">
            <span>{t("membership.free")}</span>
            <Lambrequin id="membership-eave" />
          </div>
          <div className="px-5 pt-12 pb-6 sm:px-8 sm:pb-8">
            <Island
              of={NewsletterForm}
              when="interaction"
              props={{
                texts: pick(t, NEWSLETTER_TEXTS),
                language,
                page: address(language, path as LinkPath),
                lengths: LENGTHS,
                ...(form?.name === "membership" && { initialResult: form }),
              }}
            />
          </div>
        </div>
      </div>
    </section>
  )
}
