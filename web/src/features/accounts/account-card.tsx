import type { ReactNode } from "react"
import { PageLink } from "#platform/navigation/link.tsx"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { GoogleMark } from "./google-mark.tsx"

interface Props {
  readonly google: string
  readonly other: { readonly question: string; readonly label: string; readonly to: "/login" | "/register" }
  readonly children: ReactNode
}

export function AccountCard({ google, other, children }: Props) {
  const { t, googleSignIn } = usePage()
  return (
    <div className="card raised p-5 sm:p-8">
      {children}
      {googleSignIn !== "off" && (
        <>
          <p className="divider small text-muted">{t("login.or")}</p>
          {/* Not a `PageLink`: the route redirects to Google and has no language. */}
          <a className={`${buttonClass("quiet")} w-full`} href="/login/google" rel="nofollow">
            <GoogleMark />
            {google}
          </a>
        </>
      )}
      {googleSignIn === "test" && (
        <p className="small mt-3 text-center text-muted">
          <Chip tone="wait">{t("google.test_mode")}</Chip> {t("google.test_note")}
        </p>
      )}
      <p className="mt-6 text-center text-muted">
        {other.question}{" "}
        <PageLink className="more" to={other.to}>
          {other.label}
        </PageLink>
      </p>
    </div>
  )
}
