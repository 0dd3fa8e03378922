import type { CodeLanguage } from "@haitech/contract/lessons"

const KEYS: Readonly<Record<CodeLanguage, readonly string[]>> = {
  python: ["\t", "(", ")", '"', "=", ":", "_", "#"],
  javascript: ["\t", "(", ")", "{", "}", '"', "=", ";"],
  html: ["\t", "<", ">", "/", '"', "=", "{", "}"],
}

interface Props {
  readonly language: CodeLanguage
  readonly label: string
  readonly onKey: (key: string) => void
}

/** The signs that the keyboards of phones hide. */
export function CodeKeys({ language, label, onKey }: Props) {
  return (
    <div className="code-keys" role="group" aria-label={label}>
      {KEYS[language].map((key) => (
        // Without the default action of pressing, the focus stays in the editor, and the keyboard stays open.
        <button key={key} type="button" onPointerDown={(event) => event.preventDefault()} onClick={() => onKey(key)}>
          {key === "\t" ? <span aria-label="Tab">⇥</span> : key}
        </button>
      ))}
    </div>
  )
}
