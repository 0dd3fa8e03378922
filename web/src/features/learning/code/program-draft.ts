import { knownOwner } from "#platform/offline/device-account.ts"
import { openStorage } from "#platform/offline/storage.ts"

const PREFIX = "program:"
const storage = openStorage()

/** What the learner wrote last, on this device, as a member or else as a guest. */
export function readProgramDraft(exerciseId: string): string | null {
  return storage.get(draftName(exerciseId)) ?? storage.get(draftName(exerciseId, null))
}

/** A program that is as it was at first needs no draft. */
export function keepProgramDraft(exerciseId: string, text: string, starter: string): void {
  if (text === starter) for (const owner of [knownOwner(), null]) storage.remove(draftName(exerciseId, owner))
  else storage.set(draftName(exerciseId), text)
}

/** A page's address has the lesson and the language of its program. */
function draftName(exerciseId: string, owner = knownOwner()): string {
  return `${PREFIX}${owner ?? ""}${location.pathname}:${exerciseId}`
}
