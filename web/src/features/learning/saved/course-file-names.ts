/** The name in the zip of the file at an address: a page gets an ending, since other pages are in a folder of its name. */
export function fileNameOf(address: string): string {
  return `${address.slice(1)}${/\.\w+$/.test(address) ? "" : ".html"}`
}
