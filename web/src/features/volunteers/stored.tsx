import { cityOf } from "@haitech/contract/clock"
import type { OwnApplication } from "@haitech/contract/volunteers"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Icon } from "#ui/icon.tsx"

export const STORED_TEXTS = [
  "application.stored",
  "form.name",
  "form.email",
  "apply.phone",
  "apply.country",
  "apply.zone",
  "apply.motivation",
  "apply.languages",
  "apply.skills",
  "apply.availability",
  "apply.experience",
  "apply.linkedin",
  "apply.website",
  "apply.referral",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof STORED_TEXTS)[number], string>>
  readonly application: OwnApplication
}

export function Stored({ texts, application }: Props) {
  const pairs = [
    [texts["form.name"], `${application.firstName} ${application.lastName}`],
    [texts["form.email"], application.email],
    [texts["apply.phone"], application.phone],
    [texts["apply.country"], application.country],
    [texts["apply.zone"], application.timezone && cityOf(application.timezone)],
    [texts["apply.motivation"], application.motivation],
    [texts["apply.languages"], application.languages],
    [texts["apply.skills"], application.skills],
    [texts["apply.availability"], application.availability],
    [texts["apply.experience"], application.experience],
    [texts["apply.linkedin"], application.linkedinUrl],
    [texts["apply.website"], application.websiteUrl],
    [texts["apply.referral"], application.referral],
  ] as const
  return (
    <details className="stored">
      <summary>
        {texts["application.stored"]}
        <Icon name="down" />
      </summary>
      <dl>
        {pairs.map(
          ([term, value]) =>
            value && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </details>
  )
}
