import { lazy, Suspense, useEffect, useRef } from "react"
import { useProtectionApp } from "#platform/app/app.tsx"
import { useProtection } from "./api.ts"
import { BirthYearForm } from "./birth-year-form.tsx"

const Guardian = lazy(async () => ({ default: (await import("./guardian-part.tsx")).Guardian }))

/** Nothing until it is loaded: the profile does not wait for it. */
export function ProtectionCard() {
  const { t } = useProtectionApp()
  const { data: protection } = useProtection()
  const heading = useRef<HTMLHeadingElement>(null)
  const isShown = protection !== undefined
  useEffect(() => {
    if (isShown && location.hash === "#guardian") heading.current?.focus()
  }, [isShown])
  if (!protection) return null
  const focus = () => heading.current?.focus()
  return (
    <section className="card p-5 sm:p-7" aria-labelledby="guardian">
      <h2 id="guardian" ref={heading} tabIndex={-1} className="mb-5 text-[1.375rem]">
        {t("protection.title")}
      </h2>
      <div className="grid gap-5">
        {protection.birthYear === null ? (
          <BirthYearForm onDone={focus} />
        ) : (
          <p>{t("protection.year", { year: protection.birthYear })}</p>
        )}
        {protection.age === "child" && <p>{t("problem.member.too_young")}</p>}
        {protection.age === "minor" && (
          <Suspense>
            <Guardian protection={protection} focus={focus} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
