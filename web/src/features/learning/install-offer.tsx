import { useEffect, useState } from "react"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { install, rememberOffer, wayToOffer } from "#platform/offline/install.ts"
import { Button } from "#ui/button.tsx"

export const INSTALL_TEXTS = [
  "install.title",
  "install.about",
  "install.menu",
  "install.action",
  "install.later",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof INSTALL_TEXTS)[number], string>>
}

/** Offers once to put the site on the home screen: when a lesson was finished. */
export function InstallOffer({ texts }: Props) {
  const [way, setWay] = useState(wayToOffer)
  useEffect(() => {
    if (way) rememberOffer()
  }, [way])
  if (!way) return null
  const close = () => setWay(null)
  return (
    <div className="notice install-offer">
      <p className="strong">{texts["install.title"]}</p>
      <p>{texts[way === "menu" ? "install.menu" : "install.about"]}</p>
      <div className="save-course-actions">
        {way === "prompt" && (
          <Button compact onClick={() => void install().finally(close)}>
            {texts["install.action"]}
          </Button>
        )}
        <Button compact look="quiet" onClick={close}>
          {texts["install.later"]}
        </Button>
      </div>
    </div>
  )
}
