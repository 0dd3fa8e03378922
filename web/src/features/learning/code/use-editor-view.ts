import type { CodeLanguage } from "@haitech/contract/lessons"
import { type RefObject, useEffect, useRef, useState } from "react"
import type { EditorControls } from "./editor-controls.ts"

interface Options {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly host: RefObject<HTMLDivElement | null>
  readonly language: CodeLanguage
  readonly label: string
  readonly description: string
  readonly onChange: (text: string) => void
  readonly onRun: () => void
}

/** Loads the editor after `open`, with the text and the selection of the text area. Without a connection that stays. */
export function useEditorView({ area, host, language, label, description, onChange, onRun }: Options) {
  const latest = useRef({ onChange, onRun })
  const view = useRef<(EditorControls & { destroy(): void }) | null>(null)
  const hadFocus = useRef(false)
  const composed = useRef<Promise<void>>(undefined)
  const [isOpening, setIsOpening] = useState(false)
  const [isReady, setIsReady] = useState(false)

  useEffect(() => {
    latest.current = { onChange, onRun }
  }, [onChange, onRun])

  useEffect(() => {
    if (!isOpening) return undefined
    let isOver = false
    const create = async () => {
      // Where its script is in the cache, the editor would run before the paint of the tap.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      const { createEditor } = await import("./editor-view.ts")
      await composed.current
      if (isOver || !area.current || !host.current) return
      const { value, selectionStart: start, selectionEnd: end } = area.current
      const created = await createEditor(host.current, {
        language,
        label,
        description,
        text: value,
        selection: { start, end },
        onChange: (changed) => latest.current.onChange(changed),
        onRun: () => latest.current.onRun(),
      })
      if (isOver) return created.destroy()
      const typed = area.current?.value ?? value
      if (typed !== value) created.replace(typed)
      view.current = created
      hadFocus.current = document.activeElement === area.current
      setIsReady(true)
    }
    create().catch(() => undefined)
    return () => {
      isOver = true
      view.current?.destroy()
      view.current = null
    }
  }, [isOpening, area, host, language, label, description])

  useEffect(() => {
    if (isReady && hadFocus.current) view.current?.focus()
  }, [isReady])

  /** A phone's keyboard loses the word that it is composing when the field goes away. */
  const waitForComposition = () => {
    composed.current = new Promise((resolve) => {
      area.current?.addEventListener("compositionend", () => resolve(), { once: true })
    })
  }
  return { view, isReady, open: () => setIsOpening(true), waitForComposition }
}
