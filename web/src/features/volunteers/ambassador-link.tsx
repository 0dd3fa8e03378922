import type { Ambassador } from "@haitech/contract/ambassadors"
import { useRef } from "react"
import { useAmbassadorApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { presentPlainDialog } from "#ui/plain-dialog.ts"
import { useNewCode } from "./ambassador-api.ts"
import { savePng, saveSvg } from "./qr-files.ts"
import { useCopy } from "./use-copy.ts"

export type Link = NonNullable<Ambassador["link"]>

export function FirstLink({ onStored }: { readonly onStored: () => void }) {
  const { t, showFailure } = useAmbassadorApp()
  const { mutate, isPending } = useNewCode(onStored)
  return (
    <section className="card grid justify-items-start gap-4 p-5 sm:p-7" aria-labelledby="first-link">
      <h2 id="first-link" className="text-[1.375rem]">
        {t("ambassador.first_title")}
      </h2>
      <p>{t("ambassador.first")}</p>
      <BusyButton isBusy={isPending} onClick={() => mutate(null, { onError: showFailure })}>
        {t("ambassador.make")}
      </BusyButton>
    </section>
  )
}

interface Props {
  readonly link: Link
  /** The button that made it had the focus. */
  readonly isNew: boolean
}

export function LinkCard({ link, isNew }: Props) {
  const { t, siteName } = useAmbassadorApp()
  const copy = useCopy()
  const share = () => void navigator.share({ title: siteName, url: link.url }).catch(() => undefined)
  return (
    <section className="card ambassador-link" aria-labelledby="own-link">
      <div className="grid content-start gap-4">
        <h2 id="own-link" ref={isNew ? focus : null} tabIndex={-1} className="text-[1.375rem]">
          {t("ambassador.link")}
        </h2>
        <p className="text-muted">{t("ambassador.about")}</p>
        <p className="ambassador-address" translate="no">
          {link.url.slice(link.url.indexOf("//") + 2, -link.code.length)}
          <wbr />
          {link.code}
        </p>
        <p className="flex flex-wrap gap-3">
          <Button onClick={() => void copy(link.url)}>{t("ambassador.copy")}</Button>
          {"share" in navigator && (
            <Button look="quiet" onClick={share}>
              {t("ambassador.share")}
            </Button>
          )}
        </p>
        <NewCode link={link} />
      </div>
      <QrCode link={link} />
    </section>
  )
}

function focus(heading: HTMLHeadingElement | null): void {
  heading?.focus()
}

function QrCode({ link }: { readonly link: Link }) {
  const { t } = useAmbassadorApp()
  const { size, path } = link.qr
  return (
    <div className="ambassador-qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t("ambassador.qr_label")}>
        <path d={path} />
      </svg>
      <h3 className="text-[1.0625rem]">{t("ambassador.qr")}</h3>
      <p className="small text-muted">{t("ambassador.qr_note")}</p>
      <p className="flex flex-wrap gap-3">
        <Button look="quiet" compact onClick={() => void savePng(link)}>
          {t("ambassador.png")}
        </Button>
        <Button look="quiet" compact onClick={() => saveSvg(link)}>
          {t("ambassador.svg")}
        </Button>
      </p>
    </div>
  )
}

function NewCode({ link: { code } }: { readonly link: Link }) {
  const { t, showToast, showFailure } = useAmbassadorApp()
  const { mutate, isPending } = useNewCode()
  const button = useRef<HTMLParagraphElement>(null)
  const onSuccess = () => showToast("success", t("ambassador.renewed_title"), t("ambassador.renewed"))
  const ask = () =>
    presentPlainDialog({
      role: "alertdialog",
      title: t("ambassador.renew_title"),
      message: t("ambassador.renew_ask"),
      actions: [
        { label: t("ambassador.renew_keep"), onSelect: () => undefined },
        { label: t("ambassador.renew"), onSelect: () => mutate(code, { onSuccess, onError: showFailure }) },
      ],
      onClose: () => button.current?.querySelector("button")?.focus(),
    })
  return (
    <div className="ambassador-renew">
      <p className="small text-muted">{t("ambassador.renew_note")}</p>
      <p ref={button}>
        <BusyButton isBusy={isPending} look="quiet" compact onClick={ask}>
          {t("ambassador.renew")}
        </BusyButton>
      </p>
    </div>
  )
}
