import type { Role } from "@haitech/contract/accounts"
import type { UserRecord } from "@haitech/contract/admin/accounts"
import { formatDay } from "@haitech/contract/clock"
import { type ReactNode, useRef } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { SelectField } from "#ui/field.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useChangeRole, useEndUserSessions, useUserRecord } from "./api.ts"
import { ColleagueFactors } from "./colleague-factors.tsx"
import { ROLE_TEXTS } from "./role-texts.ts"

interface DetailProps {
  readonly user: UserRecord
  /** The screening of somebody who works with learners. */
  readonly screening?: ReactNode
  readonly emails: ReactNode
}

export function UserDetail({ user, screening, emails }: DetailProps) {
  const { t, language, timeZone } = useAdminApp()
  const formatDate = (at: string | null) => (at ? formatDay(language, at, timeZone) : t("admin.never"))
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {[user.firstName, user.lastName].filter(Boolean).join(" ") || user.email}
      </h2>
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
      {user.isRoleWaiting && <WaitingRole user={user} onApproved={() => heading.current?.focus()} />}
      <RoleForm user={user} />
      {screening}
      <Sessions id={user.id} />
      {user.isAdmin && <ColleagueFactors id={user.id} />}
      {emails}
      <p className="flex flex-wrap gap-4">
        <AppLink to={`/history?about=${user.id}`}>{t("admin.history_about")}</AppLink>
        {user.isAdmin && <AppLink to={`/history?of=${user.id}`}>{t("admin.history_of")}</AppLink>}
      </p>
    </>
  )
}

interface WaitingRoleProps {
  readonly user: UserRecord
  /** This part of the page goes away. */
  readonly onApproved: () => void
}

function WaitingRole({ user, onApproved }: WaitingRoleProps) {
  const { t, label } = useAdminApp()
  const { change, isPending } = useRoleChange(user)
  return (
    <section className="admin-box" aria-label={t("admin.waiting_role")}>
      <p>{t("admin.role_waits_about", { role: label(ROLE_TEXTS, user.role) })}</p>
      <div>
        <BusyButton
          compact
          isBusy={isPending}
          // A toast tells the failure.
          onClick={() => void change(user.role as Role, "true").then(onApproved, () => {})}
        >
          {t("admin.role_approve")}
        </BusyButton>
      </div>
    </section>
  )
}

/** Reports in a toast, because another user may be open by then. A stale version is refused (spec §5). */
function useRoleChange(user: UserRecord) {
  const { t, showToast, showFailure } = useAdminApp()
  const { mutateAsync, isPending } = useChangeRole()
  const was = { role: user.role as Role, approved: user.approved }
  return {
    isPending,
    async change(role: Role, approved: "true" | "false") {
      try {
        const body = await mutateAsync({ userId: user.id, role, approved, was })
        showToast("success", t("admin.updated_title"), t("admin.role_changed"))
        return body
      } catch (failure) {
        showFailure(failure)
        throw failure
      }
    },
  }
}

/** Spec §5: the last administrator keeps the role; after a refusal the fields reset. */
function RoleForm({ user }: { readonly user: UserRecord }) {
  const { t } = useAdminApp()
  const { change } = useRoleChange(user)
  const { form, isSending, errors } = useFormSubmit({
    async send(input) {
      const [role, approved] = [input.get("role") as Role, input.get("approved") as "true" | "false"]
      return { state: "sent", body: await change(role, approved) }
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
