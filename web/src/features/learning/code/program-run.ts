/** `question` is the text of `input()` or `prompt()`, `answer` what somebody typed. */
export type OutputKind = "print" | "question" | "answer"
export interface Output {
  readonly kind: OutputKind
  readonly text: string
}

export interface ProgramError {
  /** Of the language, such as `TypeError`. */
  readonly name: string
  readonly message: string
  readonly line: number | null
  /** The message as the language writes it, with its lines. */
  readonly original: string
}

/** `input`: it asks for more than somebody typed; `output`: it prints without end; `lost`: its process ended. */
export type RunEnd = "done" | "error" | "input" | "output" | "time" | "memory" | "stopped" | "lost"

export interface RunOutcome {
  readonly end: RunEnd
  readonly error?: ProgramError
  /** Whether the test's expression was true after the run. */
  readonly isChecked?: boolean
}

export interface RunResult extends RunOutcome {
  readonly output: readonly Output[]
}

export interface ProgramJob {
  readonly source: string
  /** The lines that somebody types. */
  readonly input: readonly string[]
  /** An expression in the program's language, evaluated after the run. */
  readonly check?: string | undefined
}

export type Write = (kind: OutputKind, text: string) => void

/** Joins outputs of one kind, so that a program that prints much does not make a long list. */
export function appendOutput(output: readonly Output[], kind: OutputKind, text: string): Output[] {
  const last = output.at(-1)
  return last?.kind === kind ? [...output.slice(0, -1), { kind, text: last.text + text }] : [...output, { kind, text }]
}
