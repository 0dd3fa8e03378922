import { CARD_FEE, formatDollars } from "@haitech/contract/money"
import { fill } from "#platform/i18n/fill.ts"
import { Checkbox } from "#ui/choice.tsx"
import type { Gift } from "./amount.ts"
import { TRIBUTE_TEXTS, TributeFields, type TributeProps } from "./tribute-fields.tsx"

export const OPTION_TEXTS = [
  ...TRIBUTE_TEXTS,
  "donate.fee",
  "donate.fee_note",
  "donate.fee_note_monthly",
  "donate.fee_rule",
  "donate.tribute",
  "donate.private",
  "donate.private_note",
] as const

interface Props extends TributeProps {
  readonly texts: Readonly<Record<(typeof OPTION_TEXTS)[number], string>> & TributeProps["texts"]
  readonly gift: Gift
}

export function GiftOptions({ texts, language, lengths, values, errors, gift }: Props) {
  const isChecked = (name: string) => values[name] === "true"
  return (
    <div className="gift-options">
      <Checkbox
        name="coversFee"
        value="true"
        defaultChecked={isChecked("coversFee")}
        error={errors["coversFee"]}
        label={
          <>
            {texts["donate.fee"]}
            <FeeNote texts={texts} gift={gift} />
          </>
        }
      />
      <div className="tribute">
        <Checkbox
          name="hasTribute"
          value="true"
          defaultChecked={isChecked("hasTribute")}
          error={errors["hasTribute"]}
          label={texts["donate.tribute"]}
        />
        <TributeFields texts={texts} language={language} lengths={lengths} values={values} errors={errors} />
      </div>
      <Checkbox
        name="isAnonymous"
        value="true"
        defaultChecked={isChecked("isAnonymous")}
        error={errors["isAnonymous"]}
        label={texts["donate.private"]}
        note={texts["donate.private_note"]}
      />
    </div>
  )
}

/** Without script nobody computes the fee of another amount here, so the note says the rule. */
function FeeNote({ texts, gift: { given, fee, isMonthly } }: Pick<Props, "texts" | "gift">) {
  const values = { fee: formatDollars(fee), total: formatDollars(given + fee) }
  const rule = { percent: CARD_FEE.perMille / 10, fixed: formatDollars(CARD_FEE.cents) }
  return (
    <>
      <small data-needs-script="">
        {fill(texts[isMonthly ? "donate.fee_note_monthly" : "donate.fee_note"], values)}
      </small>
      <noscript>
        <small>{fill(texts["donate.fee_rule"], rule)}</small>
      </noscript>
    </>
  )
}
