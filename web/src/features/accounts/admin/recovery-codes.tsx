import { useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { Button, buttonClass } from "#ui/button.tsx"

interface Props {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** Shows new recovery codes, once. The file is made in the browser. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const { t, siteName } = useAdminApp()
  const [isCopied, setIsCopied] = useState(false)
  const text = `${codes.join("\n")}\n`
  return (
    <>
      <p className="notice caution">{t("factor.codes_store")}</p>
      <ol className="admin-recovery">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          look="quiet"
          compact
          onClick={() => void navigator.clipboard.writeText(text).then(() => setIsCopied(true))}
        >
          {t("factor.copy")}
        </Button>
        <a
          className={buttonClass("quiet", true)}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`${siteName} recovery codes.txt`}
        >
          {t("factor.download")}
        </a>
        <span role="status">{isCopied && t("factor.copied")}</span>
      </div>
      <div>
        <Button onClick={onDone}>{t("factor.codes_done")}</Button>
      </div>
    </>
  )
}
