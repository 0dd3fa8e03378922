import { Worker } from "node:worker_threads"
import { createConcurrencyLimit } from "#platform/concurrency-limit.ts"
import type { Pdf, PdfCertificate, PdfDocument } from "#platform/pdf.ts"

const MAX_WAITING = 50
const HEAP_MB = 128
const IDLE_MS = 10_000

/**
 * Draws documents in a thread: drawing takes about 40 ms of a processor, in which the event loop would answer nobody.
 * The thread starts with the first document, which takes much longer, and ends after ten idle seconds with its memory.
 * @throws {Problem} `server.busy`
 */
export function createPdf(): Pdf {
  const limit = createConcurrencyLimit(1, MAX_WAITING)
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function startThread(): Worker {
    const worker = new Worker(new URL("./pdf/thread.ts", import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    const forgetThis = () => forget(worker)
    return worker.on("error", forgetThis).once("exit", forgetThis)
  }

  function forget(worker: Worker): void {
    if (thread === worker) thread = undefined
  }

  async function render(document: PdfDocument | PdfCertificate): Promise<Uint8Array> {
    clearTimeout(idle)
    thread ??= startThread()
    const worker = thread
    try {
      return await draw(worker, document)
    } finally {
      idle = setTimeout(() => {
        forget(worker)
        void worker.terminate()
      }, IDLE_MS).unref()
    }
  }

  return { render: (document) => limit(() => render(document)) }
}

function draw(worker: Worker, document: PdfDocument | PdfCertificate): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const fail = () => reject(new Error("the drawing thread ended without a document"))
  worker.once("message", resolve).once("error", reject).once("exit", fail).ref()
  worker.postMessage(document)
  return promise.finally(() => {
    worker.off("message", resolve).off("error", reject).off("exit", fail).unref()
  })
}
