/** Shortens an SVG path: a minus sign separates two numbers, so the space before it is not needed. */
export function compactPath(path: string): string {
  return path.replaceAll(" -", "-")
}
