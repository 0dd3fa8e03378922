import type { APPOINTMENT_STATUSES } from "@haitech/contract/appointments"
import { hasContactDetails } from "@haitech/contract/contact-details"

/** The first word; null where it could be a way to reach the person. */
export function firstNameOf(name: string): string | null {
  const [first = ""] = name.trim().split(/\s+/)
  return first === "" || first.includes("@") || hasContactDetails(first) ? null : first
}

const SENTENCE_END = /(?<=[.!?])[^\S\n]+|(?=\n)/
const HIDDEN = "[…]"

/** Without the sentences that seem to tell how to reach the person: a tutor and a minor meet on this site only. */
export function hideContactDetails(text: string): string {
  const sentences = text.split(SENTENCE_END)
  const shown = sentences.map((sentence) => {
    if (!hasContactDetails(sentence)) return sentence
    return sentence.startsWith("\n") ? `\n${HIDDEN}` : HIDDEN
  })
  const joined = shown.reduce((all, next) => (all === "" || next.startsWith("\n") ? all + next : `${all} ${next}`), "")
  // A number may be spread over several sentences or lines.
  return hasContactDetails(joined) ? HIDDEN : joined
}

/** The states in which a tutor works with the student, so may know what the student learns. */
export function isWorkedOn({ status }: { readonly status: (typeof APPOINTMENT_STATUSES)[number] }): boolean {
  return status === "pending" || status === "approved" || status === "completed"
}
