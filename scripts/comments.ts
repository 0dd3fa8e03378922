/** Comments, strings and regular expressions of TypeScript and CSS. */
export const TOKENS =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|(?<=[=(,:[!&|?]\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g

/** The share of the lines, blank ones left out, that hold nothing but a comment: 0 to 1. */
export function commentShare(text: string): number {
  const code = text.replace(TOKENS, (token) => (/^\/[/*]/.test(token) ? token.replace(/[^\n]/g, " ") : token))
  const lines = countLines(text)
  return lines === 0 ? 0 : (lines - countLines(code)) / lines
}

function countLines(text: string): number {
  return text.split("\n").filter((line) => line.trim() !== "").length
}
