import type { MessageKey } from "#platform/i18n/texts.ts"
import { PageLink } from "#platform/navigation/link.tsx"
import type { LinkPath } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"
import { Icon } from "#ui/icon.tsx"
import { Medal, type MedalSymbol } from "#ui/medal.tsx"

export interface Choice {
  readonly to: LinkPath
  readonly symbol: MedalSymbol
  readonly colour: string
  readonly name: MessageKey
  readonly about: MessageKey
}

/** A card that is one link. */
export function ChoiceCard({
  to,
  symbol,
  colour,
  name,
  about,
  heading: Heading,
}: Choice & { readonly heading: "h2" | "h3" }) {
  const { t } = usePage()
  return (
    <li className="card reach choice">
      <Medal symbol={symbol} className={colour} />
      <div>
        <Heading>
          <PageLink to={to}>
            {t(name)}
            <Icon name="right" />
          </PageLink>
        </Heading>
        <p className="mt-2 text-muted">{t(about)}</p>
      </div>
    </li>
  )
}
