import type { CodeLanguage } from "@haitech/contract/lessons"
import { type RefObject, useImperativeHandle, useRef } from "react"
import { CodeKeys } from "./code-keys.tsx"
import type { EditorControls } from "./editor-controls.ts"
import { textChange } from "./text-change.ts"
import { useEditorView } from "./use-editor-view.ts"

interface Props {
  readonly controls: RefObject<EditorControls | null>
  readonly language: CodeLanguage
  readonly text: string
  readonly label: string
  readonly description: string
  readonly keysLabel: string
  readonly onChange: (text: string) => void
  readonly onRun: () => void
}

/** A text area, which the editor replaces when somebody touches it. Without the editor it works, too. */
export function CodeEditor({ controls, language, text, label, description, keysLabel, onChange, onRun }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const { view, isReady, open, waitForComposition } = useEditorView({
    area,
    host,
    language,
    label,
    description,
    onChange,
    onRun,
  })
  useImperativeHandle(controls, () => areaControls(area, onChange, () => view.current), [view, onChange])
  return (
    <>
      <div ref={host} className="code-editor-host" hidden={!isReady} />
      {!isReady && (
        <textarea
          ref={area}
          className="code-area"
          aria-label={label}
          value={text}
          rows={Math.max(5, text.split("\n").length + 1)}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          lang="zxx"
          onPointerDown={open}
          onFocus={open}
          onCompositionStart={waitForComposition}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            onRun()
          }}
        />
      )}
      <CodeKeys language={language} label={keysLabel} onKey={(key) => controls.current?.insert(key)} />
    </>
  )
}

/** Of the editor, or of the text area while the editor is not there. */
function areaControls(
  area: RefObject<HTMLTextAreaElement | null>,
  onChange: (text: string) => void,
  editor: () => EditorControls | null,
): EditorControls {
  return {
    focus: () => (editor() ?? area.current)?.focus(),
    undo: () => (editor() ? editor()?.undo() : void document.execCommand("undo")),
    insert: (text) => {
      if (editor()) return editor()?.insert(text)
      const field = area.current
      if (!field) return undefined
      field.focus()
      field.setRangeText(text === "\t" ? "  " : text, field.selectionStart, field.selectionEnd, "end")
      return onChange(field.value)
    },
    replace: (text) => {
      if (editor()) return editor()?.replace(text)
      const field = area.current
      if (!field) return undefined
      field.focus()
      const { start, end, inserted } = textChange(field.value, text)
      if (start === end && !inserted) return undefined
      field.setSelectionRange(start, end)
      // The only way that the text area's own undo knows. The browser lays the page out for each line that it inserts.
      return void document.execCommand(inserted ? "insertText" : "delete", false, inserted)
    },
    markLine: (line) => editor()?.markLine(line),
    showLine: (line) => {
      if (editor()) return editor()?.showLine(line)
      const field = area.current
      const end = field?.value.split("\n").slice(0, line).join("\n").length ?? 0
      field?.focus()
      return field?.setSelectionRange(end, end)
    },
  }
}
