const CONTACT_DETAILS = [
  /[\p{L}\d._%+-]+@[\p{L}\d-]+\.[\p{L}\d.-]+/u,
  /(?:\+|\b(?!\d{4}-\d\d-\d\d))\d(?:[\s().-]{0,2}\d){7,14}\b/,
  /(?:^|\s)@[a-z][\w.]{3,}/i,
  /\b(?:whats ?app|telegram|instagram|snapchat|tik ?tok|discord|messenger|facebook)\b|\b(?:wa|t|m|fb)\.me\b/i,
]

/** Whether a text seems to hold a phone number, an address or a name on another service. */
export function hasContactDetails(message: string): boolean {
  const plain = message.normalize("NFKC").replace(/\p{Nd}/gu, "0")
  return CONTACT_DETAILS.some((pattern) => pattern.test(plain))
}

/** Host names as the URL parser spells them: in lower case, perhaps with dots at the end. */
export const NO_MESSENGER =
  /^(?!(?:.*\.)?(?:wa\.me|whatsapp\.com|t\.me|telegram\.(?:me|org)|m\.me|messenger\.com|fb\.(?:me|com)|facebook\.com|instagram\.com|snapchat\.com|tiktok\.com|discord\.(?:gg|com)|signal\.me)\.*$)/

/** The first word; null where it could be a way to reach the person. */
export function firstNameOf(name: string): string | null {
  const [first = ""] = name.trim().split(/\s+/)
  return first === "" || first.includes("@") || hasContactDetails(first) ? null : first
}

/** Empty where it could be a way to reach the person. */
export function shownName(name: string | null): string {
  return name === null || hasContactDetails(name) ? "" : name
}

const SENTENCE_END = /(?<=[.!?])[^\S\n]+|(?=\n)/
const HIDDEN = "[…]"

/** Without the sentences that seem to tell how to reach the person: volunteers and minors meet on this site only. */
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
