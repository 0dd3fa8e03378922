declare module "@micropython/micropython-webassembly-pyscript/micropython.mjs" {
  export function loadMicroPython(options: {
    heapsize: number
    linebuffer: boolean
    stdout: (bytes: Uint8Array) => void
    stderr: (bytes: Uint8Array) => void
    url?: string
  }): Promise<{
    readonly globals: { get(name: string): unknown }
    registerJsModule(name: string, module: object): void
    runPython(source: string): unknown
  }>
}
