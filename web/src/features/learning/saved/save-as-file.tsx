import type { Language } from "@haitech/contract/languages"
import { useState } from "react"
import { fill } from "#platform/i18n/fill.ts"
import { formatSize } from "#platform/i18n/numbers.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"

export const SAVE_AS_FILE_TEXTS = [
  "saved.file_save",
  "saved.file_making",
  "saved.file_made",
  "saved.file_stale",
  "saved.file_failed",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof SAVE_AS_FILE_TEXTS)[number], string>>
  readonly language: Language
  /** The address of the saved course's page. */
  readonly page: string
  /** As they are sent. */
  readonly bytes: number
}

/** A zip packs less tightly than Brotli, in which files are sent. */
const ZIP_RATIO = 1.2

type State =
  | { readonly kind: "ready" | "making" | "stale" | "failed" }
  | { readonly kind: "made"; readonly name: string; readonly bytes: number }

/** Makes a file of a saved course, which another device opens without a connection. */
export function SaveAsFile({ texts, language, page, bytes }: Props) {
  const [state, setState] = useState<State>({ kind: "ready" })
  async function save() {
    setState({ kind: "making" })
    try {
      const { writeCourseFile } = await import("./write-course-file.ts")
      const file = await writeCourseFile(page)
      if (!file) return setState({ kind: "stale" })
      download(file)
      setState({ kind: "made", name: file.name, bytes: file.size })
    } catch {
      setState({ kind: "failed" })
    }
  }
  const size = (count: number) => formatSize(language, count)
  return (
    <div className="course-file">
      <p>
        <Button compact look="quiet" disabled={state.kind === "making"} onClick={() => void save()}>
          {fill(texts["saved.file_save"], { size: size(bytes * ZIP_RATIO) })}
        </Button>
      </p>
      <p className="small text-muted" role="status">
        {state.kind === "made"
          ? fill(texts["saved.file_made"], { name: state.name, size: size(state.bytes) })
          : state.kind !== "ready" && texts[`saved.file_${state.kind}`]}
      </p>
    </div>
  )
}

const DOWNLOAD_MS = 60_000

function download(file: File): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MS)
}
