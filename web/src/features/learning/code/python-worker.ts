import type { ProgramJob } from "./program-run.ts"
import { type LoadMicroPython, startPython } from "./python-program.ts"
import { createReporter } from "./reporter.ts"
import { removeAccess } from "./worker-scope.ts"

const PAGE_BYTES = 65_536
const MAX_MEMORY_BYTES = 64_000_000

interface PythonJob {
  readonly job: ProgramJob
  /** The interpreter's module, as text. */
  readonly module: ArrayBuffer
  readonly wasm: ArrayBuffer
}

self.onmessage = async ({ data }: MessageEvent<PythonJob>) => {
  self.onmessage = null
  const reporter = createReporter(self.postMessage.bind(self))
  limitMemory()
  const wasm = new Response(data.wasm, { headers: { "content-type": "application/wasm" } })
  // The interpreter fetches its module by itself, and this frame has no network.
  Object.assign(self, { fetch: async () => wasm })
  const address = URL.createObjectURL(new Blob([data.module], { type: "text/javascript" }))
  const { loadMicroPython }: { loadMicroPython: LoadMicroPython } = await import(/* @vite-ignore */ address)
  const python = await startPython(loadMicroPython, "python.wasm")
  removeAccess()
  reporter.begin()
  reporter.end(python.run(data.job, reporter.write))
}

function limitMemory(): void {
  const grow = WebAssembly.Memory.prototype.grow
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE_BYTES > MAX_MEMORY_BYTES) throw new RangeError("memory")
    return grow.call(this, pages)
  }
}
