import { GOOGLE_TEST_PEOPLE } from "@haitech/contract/accounts"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"

/** The sandbox's choice of an account: each link is the callback that Google would redirect to. */
export function TestGoogle({ state }: { readonly state: string }) {
  const { t } = usePage()
  const callback = (answer: Readonly<Record<string, string>>) =>
    `/login/google/callback?${new URLSearchParams({ state, ...answer })}`
  return (
    <section className="card raised grid gap-5 p-6 lg:p-8" aria-labelledby="test-title">
      <div>
        <Chip tone="wait">{t("google.test_mode")}</Chip>
      </div>
      <h2 id="test-title" className="text-[1.375rem]">
        {t("google.test_choose")}
      </h2>
      <ul className="grid gap-3">
        {GOOGLE_TEST_PEOPLE.map(({ id, firstName, lastName, email, isEmailVerified }) => (
          <li key={id}>
            <a className={`${buttonClass("quiet")} w-full`} href={callback({ code: id })} rel="nofollow">
              {firstName} {lastName}, {email}
              {!isEmailVerified && ` (${t("google.test_unverified")})`}
            </a>
          </li>
        ))}
      </ul>
      <a className="more" href={callback({ error: "access_denied" })} rel="nofollow">
        {t("google.test_cancel")}
      </a>
    </section>
  )
}
