import type { Passkey } from "@haitech/contract/admin/factors"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { type AppKey, AppSetup } from "./app-setup.tsx"
import { usePasswordConfirmation } from "./confirm-password.tsx"
import { useFactorChanges, useFactors } from "./factor-api.ts"
import { FactorList, type Removal } from "./factor-list.tsx"
import { PasskeyForm } from "./passkey-form.tsx"
import { RecoveryCodes } from "./recovery-codes.tsx"
import { RemovalDialog } from "./removal-dialog.tsx"

type View =
  | { readonly at: "list" }
  | { readonly at: "app"; readonly appKey: AppKey }
  /** A new passkey, or another name for this one. */
  | { readonly at: "passkey"; readonly passkey?: Passkey }
  | { readonly at: "codes"; readonly codes: readonly string[] }

const LIST = { at: "list" } as const satisfies View

/** The own second factors: the list, or one step of a change at a time. */
export function FactorSettings() {
  const { t, showToast, showFailure } = useAdminApp()
  const loadError = useLoadError()
  const { data: factors, error, refetch } = useFactors()
  const changes = useFactorChanges()
  const { confirmed, dialog } = usePasswordConfirmation()
  const [view, setView] = useState<View>(LIST)
  const [removal, setRemoval] = useState<Removal | null>(null)
  const toList = () => {
    setView(LIST)
    void changes.refreshSession()
  }
  const finish = (message: string, codes: readonly string[] | null = null) => {
    showToast("success", t("admin.updated_title"), message)
    if (codes) setView({ at: "codes", codes })
    else toList()
  }
  const attempt = (change: () => Promise<void>) => void confirmed(change).catch(showFailure)
  const remove = ({ passkey }: Removal) =>
    attempt(async () => {
      await (passkey ? changes.removePasskey(passkey.id) : changes.removeApp())
      finish(t(passkey ? "factor.passkey_removed" : "factor.app_removed"))
    })
  if (error) return <LoadFailed {...loadError(error, refetch)} />
  if (!factors) return <Skeleton className="h-24" />
  return (
    <>
      {dialog}
      {view.at === "list" ? (
        <FactorList
          factors={factors}
          onApp={() => attempt(async () => setView({ at: "app", appKey: await changes.startApp() }))}
          onPasskey={() => setView({ at: "passkey" })}
          onRename={(passkey) => setView({ at: "passkey", passkey })}
          onRemove={setRemoval}
          onCodes={() =>
            attempt(async () => setView({ at: "codes", codes: (await changes.renewCodes()).recoveryCodes }))
          }
        />
      ) : (
        <FactorStep key={view.at} view={view} confirmed={confirmed} onList={toList} onFinish={finish} />
      )}
      <RemovalDialog removal={removal} onClose={() => setRemoval(null)} onRemove={remove} />
    </>
  )
}

interface StepProps {
  readonly view: Exclude<View, typeof LIST>
  readonly confirmed: ReturnType<typeof usePasswordConfirmation>["confirmed"]
  readonly onList: () => void
  readonly onFinish: (message: string, codes?: readonly string[] | null) => void
}

function FactorStep({ view, confirmed, onList, onFinish }: StepProps) {
  const { t } = useAdminApp()
  const changes = useFactorChanges()
  if (view.at === "codes") {
    return (
      <Step title={t("factor.codes_title")}>
        <RecoveryCodes codes={view.codes} onDone={onList} />
      </Step>
    )
  }
  if (view.at === "app") {
    const add = async (code: string) => {
      const { recoveryCodes } = await confirmed(() => changes.addApp(code))
      onFinish(t("factor.app_added"), recoveryCodes)
    }
    return (
      <Step title={t("factor.app_add")}>
        <AppSetup appKey={view.appKey} onCancel={onList} onCode={add} />
      </Step>
    )
  }
  const { passkey } = view
  const save = async (name: string) => {
    if (passkey) {
      await confirmed(() => changes.renamePasskey(passkey.id, name))
      return onFinish(t("factor.passkey_renamed"))
    }
    const { recoveryCodes } = await confirmed(() => changes.addPasskey(name))
    onFinish(t("factor.passkey_added"), recoveryCodes)
  }
  const title = t(passkey ? "factor.rename" : "factor.passkey_add")
  return (
    <Step title={title}>
      <PasskeyForm name={passkey?.name ?? ""} submitLabel={title} onCancel={onList} onName={save} />
    </Step>
  )
}

/** Takes the focus, so that a screen reader announces it. */
function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="admin-box">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}
