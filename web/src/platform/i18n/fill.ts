/** Values for the `{placeholders}` of a text. */
export type Values = Readonly<Record<string, string | number>>

/** `fill("Hello {name}", { name: "Ada" })` is "Hello Ada". A placeholder without a value stays in the text. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
