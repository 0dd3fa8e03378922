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
  | { readonly at: "passkey" }
  | { readonly at: "rename"; readonly passkey: Passkey }
  | { readonly at: "codes"; readonly codes: readonly string[] }

const LIST: View = { at: "list" }

/** The own second factors: the list, or one step of a change at a time. */
export function FactorSettings() {
  const { t, showToast, showFailure } = useAdminApp()
  const loadError = useLoadError()
  const { data: factors, error, refetch } = useFactors()
  const changes = useFactorChanges()
  const { confirmed, dialog } = usePasswordConfirmation()
  const [view, setView] = useState<View>(LIST)
  const [removal, setRemoval] = useState<Removal | null>(null)
  const finish = (message: string, codes: readonly string[] | null = null) => {
    showToast("success", t("admin.updated_title"), message)
    setView(codes ? { at: "codes", codes } : LIST)
    if (!codes) void changes.refreshSession()
  }
  const attempt = (change: () => Promise<void>) => void confirmed(change).catch(showFailure)
  if (error) return <LoadFailed {...loadError(error, refetch)} />
  if (!factors) return <Skeleton className="h-24" />
  return (
    <>
      {dialog}
      {view.at === "list" && (
        <FactorList
          factors={factors}
          onApp={() => attempt(async () => setView({ at: "app", appKey: await changes.startApp() }))}
          onPasskey={() => setView({ at: "passkey" })}
          onRename={(passkey) => setView({ at: "rename", passkey })}
          onRemove={setRemoval}
          onCodes={() =>
            attempt(async () => setView({ at: "codes", codes: (await changes.renewCodes()).recoveryCodes }))
          }
        />
      )}
      {view.at === "app" && (
        <Step title={t(factors.app ? "factor.app_replace" : "factor.app_add")}>
          <AppSetup
            appKey={view.appKey}
            onCancel={() => setView(LIST)}
            onCode={async (code) => {
              const { recoveryCodes } = await confirmed(() => changes.addApp(code))
              finish(t("factor.app_added"), recoveryCodes)
            }}
          />
        </Step>
      )}
      {view.at === "passkey" && (
        <Step title={t("factor.passkey_add")}>
          <PasskeyForm
            name=""
            submitLabel={t("factor.passkey_add")}
            onCancel={() => setView(LIST)}
            onName={async (name) => {
              const { recoveryCodes } = await confirmed(() => changes.addPasskey(name))
              finish(t("factor.passkey_added"), recoveryCodes)
            }}
          />
        </Step>
      )}
      {view.at === "rename" && (
        <Step title={t("factor.rename")}>
          <PasskeyForm
            name={view.passkey.name}
            submitLabel={t("factor.rename")}
            onCancel={() => setView(LIST)}
            onName={async (name) => {
              await confirmed(() => changes.renamePasskey(view.passkey.id, name))
              finish(t("factor.passkey_renamed"))
            }}
          />
        </Step>
      )}
      {view.at === "codes" && (
        <Step title={t("factor.codes_title")}>
          <RecoveryCodes
            codes={view.codes}
            onDone={() => {
              setView(LIST)
              void changes.refreshSession()
            }}
          />
        </Step>
      )}
      <RemovalDialog
        removal={removal}
        onClose={() => setRemoval(null)}
        onRemove={({ passkey }) =>
          attempt(async () => {
            await (passkey ? changes.removePasskey(passkey.id) : changes.removeApp())
            finish(t(passkey ? "factor.passkey_removed" : "factor.app_removed"))
          })
        }
      />
    </>
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
