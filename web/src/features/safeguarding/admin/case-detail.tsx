import type { CaseEntry, CaseFile } from "@haitech/contract/admin/safeguarding"
import { useRef, useState } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useSafeguardingAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useAddEntry, useCase, useChangeCase } from "./api.ts"
import { CATEGORY_LABELS, ENTRY_LABELS, ROLE_LABELS, STATE_LABELS, SUBJECT_LABELS } from "./labels.ts"

const ENTRY_LENGTH = 5000

/** The whole record; opening it is in the audit log. */
export function CaseDetail({ id }: { readonly id: string }) {
  const { data: file, error, refetch } = useCase(id)
  const loadError = useLoadError()
  if (file) return <File file={file} />
  if (error) return <LoadFailed {...loadError(error, refetch)} />
  return <Skeleton className="h-48" />
}

const SUBJECT_LINKS = {
  session: { text: "admin.case_see_session", to: (id: string) => `/?kind=session&open=${id}` },
  chat: { text: "admin.case_see_chat", to: (id: string) => `/chat?open=${id}` },
  post: { text: "admin.case_see_post", to: () => "/groups/reports" },
} as const

function File({ file }: { readonly file: CaseFile }) {
  const { t, label, language, timeZone } = useSafeguardingAdminApp()
  const heading = useRef<HTMLHeadingElement>(null)
  const { id, subjectKind, subjectId, category, state, createdAt, entries } = file
  const link = subjectKind in SUBJECT_LINKS ? SUBJECT_LINKS[subjectKind as keyof typeof SUBJECT_LINKS] : undefined
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {label(SUBJECT_LABELS, subjectKind)}
      </h2>
      <dl className="admin-facts">
        <dt>{t("admin.case_about")}</dt>
        <dd>{label(CATEGORY_LABELS, category)}</dd>
        <dt>{t("admin.case_opened")}</dt>
        <dd>{formatWhen(language, createdAt, timeZone).exact}</dd>
        <dt>{t("admin.state")}</dt>
        <dd>
          <Chip tone={state === "open" ? "bad" : "plain"}>{label(STATE_LABELS, state)}</Chip>
        </dd>
      </dl>
      {link && (
        <p className="admin-links">
          <AppLink to={link.to(subjectId)}>{t(link.text)}</AppLink>
        </p>
      )}
      <section aria-label={t("admin.case_record")}>
        <ol className="case-entries">
          {entries.map((entry) => (
            <Entry key={entry.number} entry={entry} />
          ))}
        </ol>
      </section>
      <Composer key={`${id} ${entries.length}`} file={file} onDone={() => heading.current?.focus()} />
    </>
  )
}

function Entry({ entry }: { readonly entry: CaseEntry }) {
  const { label, language, timeZone } = useSafeguardingAdminApp()
  const { number, kind, role, author, text, quote, createdAt } = entry
  return (
    <li>
      <p className="case-entry-head">
        <span className="case-entry-number">{number}</span>
        <span>
          <strong>{author?.name || label(ROLE_LABELS, role)}</strong> {label(ENTRY_LABELS, kind)}
        </span>
        <span className="text-muted">{formatWhen(language, createdAt, timeZone).exact}</span>
      </p>
      {text && (
        <p className="case-entry-text" lang="">
          {text}
        </p>
      )}
      {quote && (
        <blockquote className="admin-words" lang="">
          {quote}
        </blockquote>
      )}
    </li>
  )
}

/** One field for both: a note, or the reason why the case is closed or opened again. */
function Composer({ file: { id, state }, onDone }: { readonly file: CaseFile; readonly onDone: () => void }) {
  const { t, showFailure } = useSafeguardingAdminApp()
  const isOpen = state === "open"
  const [isEnding, setEnding] = useState(false)
  const { mutateAsync: add } = useAddEntry(id)
  const { mutateAsync: change } = useChangeCase(id, isOpen ? "closed" : "open")
  const { form, errors, isSending } = useFormSubmit({
    async send(input) {
      const text = String(input.get("text")).trim()
      if (!text) return { state: "invalid", codes: { text: "entry.required" } }
      return { state: "sent", body: await (isEnding ? change : add)(text) }
    },
    texts: { "field.entry.required": t("field.entry.required") },
    onResult(result) {
      if (result.state === "refused") showFailure(result.error)
      if (result.state === "sent") onDone()
    },
  })
  const end = t(isOpen ? "admin.case_close" : "admin.case_reopen")
  return (
    <form className="admin-box" {...form}>
      <TextAreaField
        label={t(isEnding ? "admin.case_reason" : "admin.case_add")}
        note={t("admin.case_add_note")}
        name="text"
        rows={3}
        required
        maxLength={ENTRY_LENGTH}
        error={errors["text"]}
      />
      <p className="flex flex-wrap gap-3">
        <BusyButton type="submit" compact isBusy={isSending}>
          {isEnding ? end : t("admin.case_add")}
        </BusyButton>
        <Button look="quiet" compact onClick={() => setEnding(!isEnding)}>
          {isEnding ? t("profile.cancel") : end}
        </Button>
      </p>
    </form>
  )
}
