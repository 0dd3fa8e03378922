import { PROGRAMS } from "@haitech/contract/outreach"
import { EMAIL_LENGTH, NAME_LENGTH } from "@haitech/contract/text"
import { pick } from "#platform/i18n/texts.ts"
import { address, type LinkPath } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { JOIN_TEXTS, JoinForm } from "./join-form.tsx"

/** Spec §2: the join dialog, closed, in every page; an element with `data-action="join"` opens it. */
export function JoinDialog() {
  const { t, language, path } = usePage()
  return (
    <Dialog id="join" title={t("join.title")} closeLabel={t("dialog.close")}>
      <p className="mt-2 text-muted">{t("join.lead")}</p>
      <Island
        of={JoinForm}
        when="interaction"
        props={{
          texts: pick(t, JOIN_TEXTS),
          language,
          page: address(language, path as LinkPath),
          lengths: { name: NAME_LENGTH, email: EMAIL_LENGTH },
          programs: PROGRAMS.map((value) => ({ value, label: t(`program.${value}`) })),
        }}
      />
    </Dialog>
  )
}
