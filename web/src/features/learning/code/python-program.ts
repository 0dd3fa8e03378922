import type { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs"
import type { ProgramError, ProgramJob, RunOutcome, Write } from "./program-run.ts"

const HEAP_BYTES = 1024 * 1024
const STDIN = /File "<stdin>"/g

/** Replaces the built-in `input`, which reads a terminal. */
const PREPARE = `
import builtins
def _prepare():
    import _host
    ask = _host.ask
    def input(prompt=""):
        answer = ask(str(prompt))
        if answer is None:
            raise EOFError("input")
        return answer
    builtins.input = input
_prepare()
del _prepare, builtins
`

export type LoadMicroPython = typeof loadMicroPython

export interface Python {
  run(job: ProgramJob, write: Write): RunOutcome
}

/** Starts MicroPython. It runs one program; a second one would see the variables of the first. */
export async function startPython(load: LoadMicroPython, wasmAddress?: string): Promise<Python> {
  let print = (_text: string) => {}
  const decoder = new TextDecoder()
  const receive = (bytes: Uint8Array) => print(decoder.decode(bytes, { stream: true }))
  const python = await load({
    heapsize: HEAP_BYTES,
    linebuffer: false,
    stdout: receive,
    stderr: receive,
    ...(wasmAddress && { url: wasmAddress }),
  })
  return {
    run: (job, write) => {
      print = (text) => write("print", text)
      const answers = [...job.input]
      let isMissingInput = false
      const ask = (question: string) => {
        write("question", question)
        const answer = answers.shift()
        isMissingInput ||= answer === undefined
        if (answer !== undefined) write("answer", `${answer}\n`)
        return answer ?? null
      }
      python.registerJsModule("_host", { ask })
      python.runPython(PREPARE)
      try {
        python.runPython(job.source)
      } catch (error) {
        return isMissingInput ? { end: "input" } : { end: "error", error: describe(error) }
      }
      return job.check === undefined ? { end: "done" } : { end: "done", isChecked: evaluate(python, job.check) }
    },
  }
}

function evaluate(
  python: { runPython(source: string): unknown; globals: { get(name: string): unknown } },
  check: string,
) {
  try {
    python.runPython(`_checked = bool(\n${check}\n)`)
    return python.globals.get("_checked") === true
  } catch {
    return false
  }
}

function describe(error: unknown): ProgramError {
  const text = error instanceof Error ? error.message.trim() : String(error)
  const [, name = "Error", message = ""] = /^(\w+)(?:: ([^]*))?$/m.exec(text.split("\n").at(-1) ?? "") ?? []
  const lines = [...text.matchAll(/line (\d+)/g)].map(([, line]) => Number(line))
  return { name, message, line: lines.at(-1) ?? null, original: text.replace(STDIN, 'File "program.py"') }
}
