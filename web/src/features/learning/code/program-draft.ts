import { openStorage } from "#platform/offline/storage.ts"

const PREFIX = "program:"
const storage = openStorage()

/** What the learner wrote last, on this device. A page's address has the lesson and the language of its program. */
export function readProgramDraft(exerciseId: string): string | null {
  return storage.get(draftName(exerciseId))
}

/** A program that is as it was at first needs no draft. */
export function keepProgramDraft(exerciseId: string, text: string, starter: string): void {
  if (text === starter) storage.remove(draftName(exerciseId))
  else storage.set(draftName(exerciseId), text)
}

function draftName(exerciseId: string): string {
  return `${PREFIX}${location.pathname}:${exerciseId}`
}
