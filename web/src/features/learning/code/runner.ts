// oxlint-disable import/default -- oxlint does not know that Vite turns these imports into addresses of files
import type { CodeLanguage } from "@haitech/contract/lessons"
import moduleAddress from "@micropython/micropython-webassembly-pyscript/micropython.mjs?url"
import wasmAddress from "@micropython/micropython-webassembly-pyscript/micropython.wasm?url"
import { fetchFile } from "#platform/http/fetch-file.ts"
import javascriptAddress from "./javascript-worker.ts?worker&url"
import pageAddress from "./page-runtime.ts?worker&url"
import {
  appendOutput,
  type Output,
  type ProgramJob,
  type RunEnd,
  type RunOutcome,
  type RunResult,
} from "./program-run.ts"
import pythonAddress from "./python-worker.ts?worker&url"

const RUN_MS = 5000
/** The frame's own clock ends a program; this one ends a frame that no longer answers. */
const GRACE_MS = 3000
const START_MS = 30_000
const MAX_OUTPUT = 100_000
const ENDS: readonly RunEnd[] = ["done", "error", "input", "output", "time", "memory", "lost"]

export interface RunOptions {
  readonly signal?: AbortSignal
  readonly onOutput?: (output: readonly Output[]) => void
  /** Where the page of an `html` program stays visible; without it the page is thrown away after the run. */
  readonly preview?: HTMLElement
  readonly ms?: number
}

const files = new Map<string, Promise<ArrayBuffer>>()

/** Runs a program in a sandboxed frame without network, storage or this page. @throws what `fetchFile` throws */
export async function runProgram(
  language: CodeLanguage,
  job: ProgramJob,
  options: RunOptions = {},
): Promise<RunResult> {
  const script = new TextDecoder().decode(await load(SCRIPTS[language]))
  const isPage = language === "html"
  const message = await prepare(language, job)
  const frame = openFrame(isPage ? "/run/page.html" : "/run/program.html", options.preview)
  try {
    return await exchange(frame, { script, job: message, ms: options.ms ?? RUN_MS }, options)
  } finally {
    if (!options.preview) frame.remove()
  }
}

const SCRIPTS: Readonly<Record<CodeLanguage, string>> = {
  javascript: javascriptAddress,
  python: pythonAddress,
  html: pageAddress,
}

async function prepare(language: CodeLanguage, job: ProgramJob): Promise<unknown> {
  if (language === "javascript") return job
  if (language === "html") {
    const { guardLoops } = await import("./loop-guard.ts")
    return { ...job, source: guardLoops(job.source) }
  }
  const [module, wasm] = await Promise.all([load(moduleAddress), load(wasmAddress)])
  return { job, module, wasm }
}

/** Loads a file once a visit; after a failure the next run tries again. */
function load(address: string): Promise<ArrayBuffer> {
  const file = files.get(address) ?? fetchFile(address)
  files.set(address, file)
  file.catch(() => files.delete(address))
  return file
}

/**
 * The response's own policy takes the origin away that the attribute allows: a service worker does not serve a frame
 * whose attribute makes its origin opaque (w3c/ServiceWorker#1390), and offline it would stay empty.
 */
function openFrame(address: string, preview?: HTMLElement): HTMLIFrameElement {
  const frame = document.createElement("iframe")
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin")
  frame.src = address
  frame.title = preview?.dataset["title"] ?? ""
  frame.hidden = !preview
  if (preview) preview.replaceChildren(frame)
  else document.body.append(frame)
  return frame
}

interface FrameMessage {
  readonly script: string
  readonly job: unknown
  readonly ms: number
}

function exchange(
  frame: HTMLIFrameElement,
  message: FrameMessage,
  { signal, onOutput }: RunOptions,
): Promise<RunResult> {
  const { port1: port, port2 } = new MessageChannel()
  let output: Output[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  return new Promise<RunResult>((resolve) => {
    const finish = (outcome: RunOutcome) => resolve({ ...outcome, output })
    const limit = (ms: number, end: RunEnd) => {
      clearTimeout(timer)
      timer = setTimeout(() => finish({ end }), ms)
    }
    limit(START_MS, "lost")
    signal?.addEventListener("abort", () => finish({ end: "stopped" }))
    frame.addEventListener("load", () => frame.contentWindow?.postMessage("connect", "*", [port2]), { once: true })
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === "ready") port.postMessage(message)
      else if (data === "begin") limit(message.ms + GRACE_MS, "time")
      else {
        const piece = readOutput(data)
        if (piece && output.reduce((length, { text }) => length + text.length, 0) < MAX_OUTPUT) {
          output = appendOutput(output, piece.kind, piece.text)
          onOutput?.(output)
        }
        const outcome = readOutcome(data)
        if (outcome) finish(outcome)
      }
    }
  }).finally(() => {
    clearTimeout(timer)
    port.close()
  })
}

/** The program can send anything. */
function readOutput(data: unknown): Output | undefined {
  const { kind, text } = fieldsOf(data)
  if (typeof text !== "string") return undefined
  return kind === "print" || kind === "question" || kind === "answer" ? { kind, text } : undefined
}

function readOutcome(data: unknown): RunOutcome | undefined {
  const { end: name, error, isChecked } = fieldsOf(data)
  const end = ENDS.find((known) => known === name)
  if (!end) return undefined
  const { name: type, message, line, original } = fieldsOf(error)
  const text = (value: unknown) => String(value ?? "").slice(0, 2000)
  return {
    end,
    ...(typeof isChecked === "boolean" && { isChecked }),
    ...(error !== undefined && {
      error: {
        name: text(type),
        message: text(message),
        line: typeof line === "number" ? line : null,
        original: text(original),
      },
    }),
  }
}

function fieldsOf(data: unknown): Readonly<Record<string, unknown>> {
  return typeof data === "object" && data !== null ? { ...data } : {}
}
