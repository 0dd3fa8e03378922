interface App {
  t(key: "profile.current_password" | "password.show" | "password.hide"): string
  readonly lengths: { readonly password: number }
}

/** The props of the field in which a signed-in person repeats the password. */
export function currentPassword({ t, lengths }: App) {
  return {
    label: t("profile.current_password"),
    name: "currentPassword",
    autoComplete: "current-password",
    required: true,
    maxLength: lengths.password,
    showLabel: t("password.show"),
    hideLabel: t("password.hide"),
  }
}
