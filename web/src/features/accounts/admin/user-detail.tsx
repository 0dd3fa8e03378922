import type { Role } from "@haitech/contract/accounts"
import type { UserRecord } from "@haitech/contract/admin/accounts"
import { formatDay } from "@haitech/contract/clock"
import { useRef } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { SelectField } from "#ui/field.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useChangeRole, useEndUserSessions, useUserRecord } from "./api.ts"
import { ColleagueFactors } from "./colleague-factors.tsx"

export const ROLE_TEXTS = {
  student: "role.student",
  volunteer: "role.volunteer",
  mentor: "role.mentor",
  ambassador: "role.ambassador",
  admin: "role.admin",
} as const satisfies Readonly<Record<Role, AdminText>>

export function UserDetail({ user }: { readonly user: UserRecord }) {
  const { t, language, timeZone } = useAdminApp()
  const formatDate = (at: string | null) => (at ? formatDay(language, at, timeZone) : t("admin.never"))
  return (
    <>
      <h2>{[user.firstName, user.lastName].filter(Boolean).join(" ") || user.email}</h2>
      <dl className="admin-facts">
        <dt>{t("form.email")}</dt>
        <dd>
          <a href={`mailto:${user.email}`}>{user.email}</a>
        </dd>
        <dt>{t("register.username")}</dt>
        <dd>{user.username ?? "–"}</dd>
        <dt>{t("admin.joined")}</dt>
        <dd>{formatDate(user.createdAt)}</dd>
        <dt>{t("admin.last_seen")}</dt>
        <dd>{formatDate(user.lastLoginAt)}</dd>
      </dl>
      <RoleForm user={user} />
      <Sessions id={user.id} />
      {user.isAdmin && <ColleagueFactors id={user.id} />}
      <p className="flex flex-wrap gap-4">
        <AppLink to={`/history?about=${user.id}`}>{t("admin.history_about")}</AppLink>
        {user.isAdmin && <AppLink to={`/history?of=${user.id}`}>{t("admin.history_of")}</AppLink>}
      </p>
    </>
  )
}

/** Spec §5: the last administrator keeps the role; a stale version is refused, and the fields reset. */
function RoleForm({ user }: { readonly user: UserRecord }) {
  const { t, showToast, showFailure } = useAdminApp()
  const { mutateAsync: changeRole } = useChangeRole()
  const { form, isSending, errors } = useFormSubmit({
    // Reports here and not in `onResult`, because another user may be open by then.
    async send(input) {
      const [role, approved] = [input.get("role") as Role, input.get("approved") as "true" | "false"]
      const was = { role: user.role as Role, approved: user.approved }
      try {
        const body = await changeRole({ userId: user.id, role, approved, was })
        showToast("success", t("admin.updated_title"), t("admin.role_changed"))
        return { state: "sent", body }
      } catch (failure) {
        showFailure(failure)
        throw failure
      }
    },
  })
  return (
    <form className="admin-box" {...form}>
      <div key={`${user.role} ${user.approved}`} className="grid gap-4">
        <SelectField label={t("admin.role")} name="role" defaultValue={user.role} error={errors["role"]}>
          {Object.entries(ROLE_TEXTS).map(([role, text]) => (
            <option key={role} value={role}>
              {t(text)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t("admin.approval")}
          name="approved"
          defaultValue={user.approved}
          error={errors["approved"]}
        >
          <option value="true">{t("admin.approved")}</option>
          <option value="false">{t("admin.closed")}</option>
        </SelectField>
      </div>
      <p className="small text-muted">{t("admin.role_note")}</p>
      <div>
        <BusyButton type="submit" compact isBusy={isSending}>
          {isSending ? t("profile.saving") : t("profile.save")}
        </BusyButton>
      </div>
    </form>
  )
}

function Sessions({ id }: { readonly id: string }) {
  const { t, showToast, showFailure, language, timeZone } = useAdminApp()
  const loadError = useLoadError()
  const { data, error, refetch } = useUserRecord(id)
  const end = useEndUserSessions()
  const heading = useRef<HTMLHeadingElement>(null)
  if (error) {
    return <LoadFailed {...loadError(error, refetch)} />
  }
  if (!data) return <Skeleton className="h-24" />
  return (
    <section className="admin-box" aria-label={t("admin.sessions_title")}>
      <h3 ref={heading} tabIndex={-1}>
        {t("admin.sessions_title")}
      </h3>
      {data.sessions.length === 0 ? (
        <p className="text-muted">{t("admin.no_sessions")}</p>
      ) : (
        <ul className="admin-lines">
          {data.sessions.map(({ device, beganAt, usedAt }) => (
            <li key={`${beganAt} ${device}`}>
              <span>{device || t("sessions.unknown")}</span>
              <span className="text-muted">{formatDay(language, usedAt, timeZone)}</span>
            </li>
          ))}
        </ul>
      )}
      {data.sessions.length > 0 && (
        <div>
          <BusyButton
            look="quiet"
            compact
            isBusy={end.isPending}
            onClick={() => {
              // The action removes this button.
              heading.current?.focus()
              end.mutate(id, {
                onSuccess: () => showToast("success", t("admin.updated_title"), t("admin.signed_out_all")),
                onError: showFailure,
              })
            }}
          >
            {t("sessions.end_all")}
          </BusyButton>
        </div>
      )}
    </section>
  )
}
