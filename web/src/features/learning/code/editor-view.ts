import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete"
import { defaultKeymap, history, historyKeymap, indentWithTab, undo } from "@codemirror/commands"
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  type LanguageSupport,
  syntaxHighlighting,
} from "@codemirror/language"
import { EditorState, StateEffect, StateField } from "@codemirror/state"
import { Decoration, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view"
import type { CodeLanguage } from "@haitech/contract/lessons"
import { tags } from "@lezer/highlight"
import type { EditorControls } from "./editor-controls.ts"

const INDENT: Readonly<Record<CodeLanguage, string>> = { python: "    ", javascript: "  ", html: "  " }

interface Options {
  readonly language: CodeLanguage
  readonly text: string
  readonly selection: { readonly start: number; readonly end: number }
  readonly label: string
  readonly description: string
  readonly onChange: (text: string) => void
  readonly onRun: () => void
}

/**
 * Puts the editor into a shadow root: there its styles are adopted, while the policy of the site's pages refuses the
 * style elements that it makes elsewhere.
 */
export async function createEditor(host: HTMLElement, options: Options): Promise<EditorControls & { destroy(): void }> {
  const support = await loadLanguage(options.language)
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" })
  const { start, end } = options.selection
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: options.text,
      selection: { anchor: start, head: end },
      extensions: [support, extensions(options)],
    }),
  })
  return {
    focus: () => view.focus(),
    undo: () => void undo(view),
    insert: (text) => {
      view.dispatch(view.state.replaceSelection(text === "\t" ? INDENT[options.language] : text))
      view.focus()
    },
    replace: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    markLine: (line) => view.dispatch({ effects: setMarkedLine.of(line) }),
    showLine: (number) => {
      const line = view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines))
      view.dispatch({ selection: { anchor: line.to }, scrollIntoView: true })
      view.focus()
    },
    destroy: () => view.destroy(),
  }
}

async function loadLanguage(language: CodeLanguage): Promise<LanguageSupport> {
  switch (language) {
    case "python":
      return (await import("@codemirror/lang-python")).python()
    case "javascript":
      return (await import("@codemirror/lang-javascript")).javascript()
    case "html":
      return (await import("@codemirror/lang-html")).html()
  }
}

function extensions({ language, label, description, onChange, onRun }: Options) {
  const run = () => {
    onRun()
    return true
  }
  return [
    history(),
    lineNumbers(),
    highlightActiveLine(),
    bracketMatching(),
    closeBrackets(),
    indentOnInput(),
    indentUnit.of(INDENT[language]),
    syntaxHighlighting(COLOURS),
    markedLine,
    THEME,
    keymap.of([{ key: "Mod-Enter", run }, ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ "aria-label": label, "aria-description": description, lang: "zxx" }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onChange(state.doc.toString())
    }),
  ]
}

const setMarkedLine = StateEffect.define<number | null>()

/** The line at which the last run stopped. An edit removes the mark. */
const markedLine = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setMarkedLine)) continue
      const { doc } = transaction.state
      if (effect.value === null || effect.value < 1 || effect.value > doc.lines) return Decoration.none
      return Decoration.set([Decoration.line({ class: "marked-line" }).range(doc.line(effect.value).from)])
    }
    return transaction.docChanged ? Decoration.none : marks
  },
  provide: (field) => EditorView.decorations.from(field),
})

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.tagName], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string), tags.attributeValue], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.attributeName],
    color: "var(--code-function)",
  },
  { tag: tags.comment, color: "var(--code-comment)" },
])

const THEME = EditorView.theme(
  {
    "&": { color: "inherit", fontSize: "1rem" },
    "&.cm-focused": { outline: "none" },
    ".cm-scroller": { fontFamily: "var(--code-face)", lineHeight: "1.7", minHeight: "8rem", maxHeight: "70vh" },
    ".cm-content": { padding: "0.7rem 0", caretColor: "var(--code-number)" },
    ".cm-cursor": { borderLeft: "2px solid var(--code-number)" },
    ".cm-gutters": { backgroundColor: "var(--code-night)", border: "none", color: "var(--code-comment)" },
    ".cm-lineNumbers .cm-gutterElement": { padding: "0 1rem 0 1.1rem" },
    ".cm-activeLine": { backgroundColor: "rgb(163 188 254 / 0.08)" },
    ".marked-line": { backgroundColor: "rgb(252 101 109 / 0.17)", boxShadow: "inset 3px 0 0 var(--code-error)" },
    "&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection": {
      backgroundColor: "rgb(112 148 246 / 0.4) !important",
    },
    "&.cm-focused .cm-matchingBracket": { backgroundColor: "rgb(163 188 254 / 0.25)" },
  },
  { dark: true },
)
