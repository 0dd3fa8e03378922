/** What is put where in a text, and what is marked of it afterwards. */
interface Change {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly marked: readonly [number, number]
}

type Area = Pick<HTMLTextAreaElement, "value" | "selectionStart" | "selectionEnd">

/** Puts signs around what is marked; around `empty` where nothing is. */
export function around(before: string, after: string, empty: string) {
  return ({ value, selectionStart: from, selectionEnd: to }: Area): Change => {
    const inner = value.slice(from, to) || empty
    const start = from + before.length
    return { from, to, text: `${before}${inner}${after}`, marked: [start, start + inner.length] }
  }
}

/** A link on what is marked; its address is marked then, to be typed over. */
export function link(empty: string) {
  return ({ value, selectionStart: from, selectionEnd: to }: Area): Change => {
    const words = value.slice(from, to) || empty
    const start = from + words.length + 3
    return { from, to, text: `[${words}](https://)`, marked: [start, start + "https://".length] }
  }
}

/** Puts a sign before every line that is marked. */
export function before(sign: string) {
  return ({ value, selectionStart, selectionEnd: to }: Area): Change => {
    const from = selectionStart === 0 ? 0 : value.lastIndexOf("\n", selectionStart - 1) + 1
    const lines = value.slice(from, to).split("\n")
    const text = lines.map((line) => sign + line).join("\n")
    return { from, to, text, marked: [lines.length > 1 ? from : from + text.length, from + text.length] }
  }
}

/** Changes the text as if it were typed, so that the browser's undo takes it back. */
export function change(area: HTMLTextAreaElement, of: (area: Area) => Change): void {
  const { from, to, text, marked } = of(area)
  area.focus()
  area.setSelectionRange(from, to)
  // Nothing else writes into the browser's own list of what can be undone.
  if (!document.execCommand("insertText", false, text)) {
    area.setRangeText(text, from, to, "end")
    area.dispatchEvent(new InputEvent("input", { bubbles: true }))
  }
  area.setSelectionRange(...marked)
}
