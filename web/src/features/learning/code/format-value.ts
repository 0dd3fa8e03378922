const MAX_DEPTH = 3
const MAX_ITEMS = 100

/** A value as `console.log` shows it. It works for values of another realm, too. */
export function formatValue(value: unknown, depth = 0): string {
  if (typeof value === "string") return depth === 0 ? value : JSON.stringify(value)
  if (typeof value === "function") return `[function ${value.name}]`
  if (typeof value === "bigint") return `${value}n`
  if (typeof value !== "object" || value === null) return String(value)
  if (isError(value)) return `${String(value.name)}: ${String(value.message)}`
  if (depth >= MAX_DEPTH) return Array.isArray(value) ? "[…]" : "{…}"
  return formatObject(value, depth + 1)
}

export function isError(value: unknown): value is { name: unknown; message: unknown; stack?: unknown } {
  return Object.prototype.toString.call(value) === "[object Error]"
}

function formatObject(value: object, depth: number): string {
  const show = (item: unknown) => formatValue(item, depth)
  const name = Object.prototype.toString.call(value).slice("[object ".length, -1)
  if (Array.isArray(value)) return `[${value.slice(0, MAX_ITEMS).map(show).join(", ")}]`
  if (value instanceof Set) return `Set(${value.size}) {${[...value].slice(0, MAX_ITEMS).map(show).join(", ")}}`
  if (value instanceof Map) {
    const entries = [...value].slice(0, MAX_ITEMS).map(([key, item]) => `${show(key)} => ${show(item)}`)
    return `Map(${value.size}) {${entries.join(", ")}}`
  }
  if (name !== "Object") return name === "Date" || name === "RegExp" ? String(value) : `[${name}]`
  const fields = Object.entries(value).map(([key, item]) => `${key}: ${show(item)}`)
  return fields.length === 0 ? "{}" : `{ ${fields.slice(0, MAX_ITEMS).join(", ")} }`
}
