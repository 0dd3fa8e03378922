import { Worker } from "node:worker_threads"
import { createConcurrencyLimit } from "#platform/concurrency-limit.ts"
import type { Pdf, PdfDocument } from "#platform/pdf.ts"

const MAX_WAITING = 50
const HEAP_MB = 128

/**
 * Draws each document in a thread of its own: drawing takes about 40 ms of a processor, in which the event loop would
 * answer nobody, and the thread's memory is free again after it.
 * @throws {Problem} `server.busy`
 */
export function createPdf(): Pdf {
  const limit = createConcurrencyLimit(1, MAX_WAITING)
  return { render: (document) => limit(() => drawInThread(document)) }
}

function drawInThread(document: PdfDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./pdf/thread.ts", import.meta.url), {
      workerData: document,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    worker.once("message", (bytes: Uint8Array) => resolve(bytes))
    worker.once("error", reject)
    worker.once("exit", () => reject(new Error("the drawing thread ended without a document")))
  })
}
