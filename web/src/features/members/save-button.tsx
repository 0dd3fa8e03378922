import { useProfileApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"

export function SaveButton({ isPending }: { readonly isPending: boolean }) {
  const { t } = useProfileApp()
  return (
    <div>
      <Button type="submit" disabled={isPending}>
        {isPending ? t("profile.saving") : t("profile.save")}
      </Button>
    </div>
  )
}
