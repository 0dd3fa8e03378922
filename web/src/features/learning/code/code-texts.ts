import { fetchFragment } from "#platform/http/request.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"

/** Fetched with the editor's styles as the fragment `code`. */
export const CODE_TEXTS = [
  "code.run",
  "code.run_python",
  "code.stop",
  "code.loading",
  "code.load_failed",
  "code.editor",
  "code.leave",
  "code.keys",
  "code.on_device",
  "code.undo",
  "code.reset",
  "code.output",
  "code.no_output",
  "code.page",
  "code.run_number",
  "code.explanation",
  "code.show_line",
  "code.at_line",
  "code.tests",
  "code.tests_passed",
  "code.passed",
  "code.failed",
  "code.expected",
  "code.printed",
  "code.all_passed",
  "code.end_input",
  "code.end_output",
  "code.end_time",
  "code.end_lost",
  "code.end_stopped",
  "code.error_name",
  "code.error_local",
  "code.error_indent",
  "code.error_syntax",
  "code.error_number",
  "code.error_zero",
  "code.error_index",
  "code.error_key",
  "code.error_attribute",
  "code.error_arguments",
  "code.error_call",
  "code.error_iterable",
  "code.error_types",
  "code.error_import",
  "code.error_recursion",
  "code.error_memory",
  "code.error_early",
  "code.error_end",
  "code.error_quote",
  "code.error_twice",
  "code.error_const",
  "code.error_null",
  "code.error_undefined",
  "code.error_function",
  "code.error_range",
  "code.error_unknown",
] as const satisfies readonly MessageKey[]

export type CodeText = (typeof CODE_TEXTS)[number]
export type CodeTexts = (key: CodeText) => string

/** The texts of a language, after the styles of the editor. @throws what `fetchFragment` throws */
export async function loadCodeTexts(language: string): Promise<CodeTexts> {
  const fragment = new DOMParser().parseFromString(await fetchFragment("code", language), "text/html")
  await loadStyles(fragment.querySelector<HTMLLinkElement>("link[rel=stylesheet]")?.getAttribute("href"))
  return (key) => fragment.getElementById(key)?.textContent ?? ""
}

function loadStyles(address: string | null | undefined): Promise<void> {
  if (!address || document.querySelector(`link[href="${address}"]`)) return Promise.resolve()
  const link = document.createElement("link")
  link.rel = "stylesheet"
  link.href = address
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve()
    document.head.append(link)
  })
}
