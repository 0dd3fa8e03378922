import { clearDrafts } from "#platform/offline/drafts.ts"
import { skipUnloadQuestion } from "./use-unload-question.ts"

/** Before the page closes for another account: nobody is left who could answer the question about unsaved input. */
export function forgetDrafts(): void {
  clearDrafts()
  skipUnloadQuestion()
}
