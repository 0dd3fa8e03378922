import type { Profile } from "@haitech/contract/members"
import { useState } from "react"
import { useProfileApp } from "#platform/app/app.tsx"
import { Field } from "#ui/field.tsx"
import { Notice } from "#ui/notice.tsx"
import { PasswordField } from "#ui/password-field.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { SaveButton } from "./save-button.tsx"
import { type Changes, useProfileForm } from "./state.ts"

const FIELDS = ["firstName", "lastName", "username", "email", "bio", "skills", "location"] as const

/** Spec §2, profile, "personal info form". A new email address requires the password, as on the server. */
export function PersonalForm({ profile }: { readonly profile: Profile }) {
  const { t, lengths } = useProfileApp()
  const [emailInput, setEmailInput] = useState({ email: profile.email, original: profile.email })
  const { form, isSending, isRestored, errors } = useProfileForm(profile, "personal", read)
  const isEmailChanged = emailInput.original === profile.email && emailInput.email.trim() !== profile.email
  const field: FieldProps = (name) => ({ name, defaultValue: profile[name] ?? "", error: errors[name] })
  return (
    <form {...form}>
      <fieldset className="grid gap-5" disabled={isSending}>
        {isRestored && <Notice failed={false}>{t("profile.restored")}</Notice>}
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <NameFields field={field} />
          <Field
            label={t("form.email")}
            type="email"
            autoComplete="email"
            maxLength={lengths.email}
            onInput={({ currentTarget }) => setEmailInput({ email: currentTarget.value, original: profile.email })}
            {...field("email")}
            // Resets the field to the email that the server stored.
            key={profile.email}
          />
        </div>
        {isEmailChanged && profile.hasPassword && <EmailProof error={errors["currentPassword"]} />}
        <TextAreaField
          label={t("profile.bio")}
          note={t("profile.bio_note")}
          maxLength={lengths.bio}
          {...field("bio")}
        />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field label={t("profile.skills")} maxLength={lengths.skills} {...field("skills")} />
          <Field
            label={t("profile.location")}
            autoComplete="address-level2"
            maxLength={lengths.location}
            {...field("location")}
          />
        </div>
        <SaveButton isPending={isSending} />
      </fieldset>
    </form>
  )
}

type FieldProps = (name: (typeof FIELDS)[number]) => {
  readonly name: string
  readonly defaultValue: string
  readonly error: string | undefined
}

function NameFields({ field }: { readonly field: FieldProps }) {
  const { t, lengths } = useProfileApp()
  return (
    <>
      <Field
        label={t("register.first_name")}
        autoComplete="given-name"
        maxLength={lengths.name}
        {...field("firstName")}
      />
      <Field
        label={t("register.last_name")}
        autoComplete="family-name"
        maxLength={lengths.name}
        {...field("lastName")}
      />
      <Field
        label={t("register.username")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={lengths.username}
        {...field("username")}
      />
    </>
  )
}

/** Asks for the password, which a new email address requires. */
function EmailProof({ error }: { readonly error: string | undefined }) {
  const { t, lengths } = useProfileApp()
  return (
    <div className="grid gap-3">
      <p className="notice caution">{t("profile.email_proof")}</p>
      <PasswordField
        label={t("profile.current_password")}
        name="currentPassword"
        autoComplete="current-password"
        maxLength={lengths.password}
        showLabel={t("password.show")}
        hideLabel={t("password.hide")}
        error={error}
      />
    </div>
  )
}

function read(form: FormData): Changes {
  const text = (name: string) => String(form.get(name) ?? "").trim()
  const values = Object.fromEntries(FIELDS.map((name) => [name, text(name)]))
  const password = form.get("currentPassword")
  return { ...values, ...(password !== null && password !== "" && { currentPassword: String(password) }) }
}
