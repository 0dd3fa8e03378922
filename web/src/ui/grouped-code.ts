/** A document's code as it is printed, in groups of four. */
export function groupedCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, "$& ")
}
