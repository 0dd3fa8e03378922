const CONTACT_DETAILS = [
  /[\p{L}\d._%+-]+@[\p{L}\d-]+\.[\p{L}\d.-]+/u,
  /(?:\+|\b(?!\d{4}-\d\d-\d\d))\d(?:[\s().-]{0,2}\d){7,14}\b/,
  /(?:^|\s)@[a-z][\w.]{3,}/i,
  /\b(?:whats ?app|telegram|instagram|snapchat|tik ?tok|discord|messenger|facebook)\b|\b(?:wa|t|m|fb)\.me\b/i,
]

/** Whether a text seems to hold a phone number, an address or a name on another service. */
export function hasContactDetails(message: string): boolean {
  return CONTACT_DETAILS.some((pattern) => pattern.test(message))
}
