import { randomInt } from "node:crypto"

/** Crockford's base 32, without the characters that look like digits: a code has 60 bits. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const CODE_LENGTH = 12
const GROUP = /.{4}(?=.)/g

/** On a paper and in the address of its page: nobody can guess it. */
export function newDocumentCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")
}

export function groupedCode(code: string): string {
  return code.replace(GROUP, "$& ")
}
