/** Comments, strings and regular expressions of TypeScript and CSS. */
export const TOKENS =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|(?<=[=(,:[!&|?]\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g

/** The share of the lines of some files, blank ones left out, that hold nothing but a comment: 0 to 1. */
export function commentShare(texts: readonly string[]): number {
  const lines = sumOf(texts, countLines)
  return lines === 0 ? 0 : (lines - sumOf(texts, countCodeLines)) / lines
}

function sumOf(texts: readonly string[], count: (text: string) => number): number {
  return texts.reduce((sum, text) => sum + count(text), 0)
}

function countCodeLines(text: string): number {
  return countLines(text.replace(TOKENS, (token) => (/^\/[/*]/.test(token) ? token.replace(/[^\n]/g, " ") : token)))
}

function countLines(text: string): number {
  return text.split("\n").filter((line) => line.trim() !== "").length
}
