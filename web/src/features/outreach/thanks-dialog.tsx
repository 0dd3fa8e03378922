import { pathIn } from "@haitech/contract/languages"
import { PageLink } from "#platform/navigation/link.tsx"
import { usePage } from "#platform/page/page.tsx"
import { Button, buttonClass } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { LitMedal } from "#ui/lit-medal.tsx"

/** Spec §2: the thank-you after joining, and the next step. `thanks.ts` opens it with the name in its title. */
export function ThanksDialog() {
  const { t, language } = usePage()
  const title = t("join.thanks_title")
  return (
    <Dialog id="thanks" title={title} data-title={title} closeLabel={t("dialog.close")} emblem={<LitMedal unfolds />}>
      <p>{t("join.thanks")}</p>
      <p data-signed-out="">{t("thanks.next")}</p>
      <form method="dialog">
        <PageLink to="/register" className={buttonClass()} data-signed-out="">
          {t("thanks.start")}
        </PageLink>
        <a className={`${buttonClass()} for-member`} href={pathIn(language, "/member-dashboard")}>
          {t("thanks.dashboard")}
        </a>
        <Button type="submit" look="quiet">
          {t("dialog.close")}
        </Button>
      </form>
    </Dialog>
  )
}
