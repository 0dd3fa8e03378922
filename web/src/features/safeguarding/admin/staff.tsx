import { useRef } from "react"
import { useSafeguardingAdminApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { useNameStaff, useStaff } from "./api.ts"

/** Who reads cases. Those who do also name others; one stays. */
export function Staff() {
  const { t, showFailure } = useSafeguardingAdminApp()
  const { data: staff } = useStaff()
  const { mutate: name, isPending } = useNameStaff()
  const heading = useRef<HTMLHeadingElement>(null)
  if (!staff) return null
  const { administrators, isReader } = staff
  const named = administrators.filter(({ isNamed }) => isNamed)
  return (
    <section className="admin-box case-staff" aria-labelledby="case-staff">
      <h2 id="case-staff" ref={heading} tabIndex={-1}>
        {t("admin.case_staff")}
      </h2>
      <p className="text-muted">{t(named.length === 0 ? "admin.case_staff_all" : "admin.case_staff_some")}</p>
      <ul className="admin-lines">
        {administrators.map(({ id, name: person, isNamed }) => (
          <li key={id}>
            <span>
              {person} {isNamed && <Chip tone="info">{t("admin.case_named")}</Chip>}
            </span>
            {isReader && !(isNamed && named.length === 1) && (
              <Button
                look="quiet"
                compact
                disabled={isPending}
                aria-label={`${t(isNamed ? "admin.case_unname" : "admin.case_name")}: ${person}`}
                onClick={() => {
                  heading.current?.focus()
                  name({ id, isNamed: !isNamed }, { onError: showFailure })
                }}
              >
                {t(isNamed ? "admin.case_unname" : "admin.case_name")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
