/** A replacement of a range of the text, and the selection after it. */
interface Change {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly selection: readonly [number, number]
}

type Area = Pick<HTMLTextAreaElement, "value" | "selectionStart" | "selectionEnd">

/** Wraps the selected text, or `placeholder` if nothing is selected. */
export function wrapSelection(before: string, after: string, placeholder: string) {
  return ({ value, selectionStart: from, selectionEnd: to }: Area): Change => {
    const inner = value.slice(from, to) || placeholder
    const start = from + before.length
    return { from, to, text: `${before}${inner}${after}`, selection: [start, start + inner.length] }
  }
}

/** Turns the selected text into a link and selects its URL. */
export function insertLink(placeholder: string) {
  return ({ value, selectionStart: from, selectionEnd: to }: Area): Change => {
    const label = value.slice(from, to) || placeholder
    const start = from + label.length + 3
    return { from, to, text: `[${label}](https://)`, selection: [start, start + "https://".length] }
  }
}

export function prefixLines(prefix: string) {
  return ({ value, selectionStart, selectionEnd: to }: Area): Change => {
    const from = selectionStart === 0 ? 0 : value.lastIndexOf("\n", selectionStart - 1) + 1
    const lines = value.slice(from, to).split("\n")
    const text = lines.map((line) => prefix + line).join("\n")
    return { from, to, text, selection: [lines.length > 1 ? from : from + text.length, from + text.length] }
  }
}

/** Changes the text like typed input, so that the browser can undo it. */
export function applyChange(area: HTMLTextAreaElement, createChange: (area: Area) => Change): void {
  const { from, to, text, selection } = createChange(area)
  area.focus()
  area.setSelectionRange(from, to)
  // No other API adds to the browser's undo history.
  if (!document.execCommand("insertText", false, text)) {
    area.setRangeText(text, from, to, "end")
    area.dispatchEvent(new InputEvent("input", { bubbles: true }))
  }
  area.setSelectionRange(...selection)
}
