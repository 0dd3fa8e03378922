import { useEffect, useEffectEvent, useId, useState } from "react"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { SHARED_FILE, SHARED_FILES } from "#platform/offline/caches.ts"
import { startWorker } from "#platform/offline/worker.ts"
import { buttonClass } from "#ui/button.tsx"
import type { TakenCourse } from "./take-course.ts"

export const OPEN_FILE_TEXTS = [
  "saved.file_title",
  "saved.file_about",
  "saved.file_open",
  "saved.file_checking",
  "saved.file_opened",
  "saved.file_same",
  "saved.file_older",
  "saved.file_damaged",
  "saved.file_forged",
  "saved.file_full",
  "saved.file_refused",
  "saved.open",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof OPEN_FILE_TEXTS)[number], string>>
  /** The site's public key, which this device has from the site itself. */
  readonly fileKey: string
  readonly onOpened: () => void
}

type State =
  | { readonly kind: "ready" | "checking" | "damaged" | "forged" | "full" | "refused" }
  | ({ readonly kind: "taken" } & TakenCourse)

/** Opens a course that somebody handed over as a file. */
export function OpenFile({ texts, fileKey, onOpened }: Props) {
  const [state, setState] = useState<State>({ kind: "ready" })
  const titleId = useId()
  async function open(file: Blob) {
    setState({ kind: "checking" })
    try {
      const { takeCourse } = await import("./take-course.ts")
      await startWorker()
      await navigator.storage?.persist?.()
      setState({ kind: "taken", ...(await takeCourse(file, fileKey)) })
      onOpened()
    } catch (error) {
      setState({ kind: reasonOf(error) })
    }
  }
  useHandedOver((file) => void open(file))
  return (
    <section className="card open-file" aria-labelledby={titleId}>
      <h2 id={titleId}>{texts["saved.file_title"]}</h2>
      <p>{texts["saved.file_about"]}</p>
      <p>
        <label className={buttonClass("quiet", true)}>
          {texts["saved.file_open"]}
          <input
            className="sr"
            type="file"
            accept=".zip,application/zip"
            disabled={state.kind === "checking"}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              // Without a reset, choosing the same file again fires no event.
              if (file) void open(file).finally(() => Object.assign(currentTarget, { value: "" }))
            }}
          />
        </label>
      </p>
      <div role="status">
        {state.kind === "taken" ? (
          <>
            <p>
              <strong lang={state.course.titleLanguage}>{state.course.title}</strong>
            </p>
            <p>{texts[`saved.file_${state.outcome}`]}</p>
            <p>
              <a className={buttonClass("primary", true)} href={state.course.page}>
                {texts["saved.open"]}
              </a>
            </p>
          </>
        ) : (
          state.kind !== "ready" && <p>{texts[`saved.file_${state.kind}`]}</p>
        )}
      </div>
    </section>
  )
}

/** Opens what the system or another app hands over, and gets ready for files that come without a connection. */
function useHandedOver(open: (file: Blob) => void): void {
  const onFile = useEffectEvent(open)
  useEffect(() => {
    void getReady()
    void takeSharedFile().then((file) => file && onFile(file))
    ;(window as WithLaunchQueue).launchQueue?.setConsumer(async ({ files }) => {
      const file = await files?.[0]?.getFile()
      if (file) onFile(file)
    })
  }, [])
}

/** File Handling (WICG) is not in TypeScript's library. */
interface WithLaunchQueue extends Window {
  readonly launchQueue?: {
    setConsumer(consumer: (launch: { readonly files?: readonly { getFile(): Promise<File> }[] }) => Promise<void>): void
  }
}

/** Fetches what opens a file, so that the service worker stores it for when there is no connection. */
async function getReady(): Promise<void> {
  if (!(await startWorker())) return
  const { serviceWorker } = navigator
  if (!serviceWorker.controller)
    await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }))
  await import("./take-course.ts").catch(() => undefined)
}

/** What another app shared with this one, and the service worker put aside. */
async function takeSharedFile(): Promise<Blob | null> {
  if (!("caches" in globalThis)) return null
  const file = await (await caches.match(SHARED_FILE, { cacheName: SHARED_FILES }))?.blob()
  await caches.delete(SHARED_FILES)
  return file ?? null
}

function reasonOf(error: unknown): "damaged" | "forged" | "full" | "refused" {
  if (error instanceof DOMException && error.name === "QuotaExceededError") return "full"
  const { reason } = error as { readonly reason?: unknown }
  return reason === "damaged" || reason === "forged" ? reason : "refused"
}
