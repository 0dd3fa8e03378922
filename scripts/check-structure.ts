import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const FEATURES = "accounts|members|learning|appointments|chat|donations|outreach|publishing|volunteers"
const WIRE =
  "route|api|audit|deletions|headers|live|problems|proof-of-work|field-errors|ids|mail|money|time|clock|text|languages|lists|pages"
const TEST = "[a-z0-9-]+\\.test\\.tsx?"

/** Every room and the names of the files that may stand in it. A room that is not here may not be made. */
const ALLOWED_PATHS = [
  `contract/src/((${WIRE}|(admin/)?(${FEATURES}))\\.ts|${TEST})`,
  `embedded-postgres/src/([a-z-]+\\.ts|${TEST})`,
  `server/src/((main|start|app|config|deps|dev|testing(-[a-z-]+)?)\\.ts|access-matrix\\.txt|${TEST})`,
  `server/src/features/(${FEATURES})/((routes|pages|service|rules|queries|table|live|jobs)\\.ts|${TEST})`,
  `server/src/features/(${FEATURES})/(routes|service|rules|queries)/([a-z-]+\\.ts|${TEST})`,
  `server/src/gateways/(payments|mail|identity|calendar|files)(/[a-z-]+)?(\\.test)?\\.ts`,
  "server/src/platform/.+",
  "web/src/(entry|ui|platform|styles)/.+",
  `web/src/app/((pages|islands|fragments)\\.ts|${TEST})`,
  `web/src/app/(public|member|admin)/((layout|header|footer|[a-z-]+-page)\\.tsx|${TEST})`,
  `web/src/app/gallery/([a-z-]+\\.(tsx|css)|${TEST})`,
  `web/src/features/(${FEATURES})/((admin-)?(api|live|state|format)\\.ts|[a-z-]+\\.tsx|${TEST})`,
  "(e2e|bench)/src/.+",
  "scripts/[a-z-]+(\\.test)?\\.ts",
].map((room) => new RegExp(`^${room}$`))

/** A drawer is where things go that nobody named. */
const VAGUE_NAME = /(^|[/-])(utils?|helpers?|common|misc|shared|manager|index)[/.-]/

/** What no rule of the linter can say. Each is asked of every line of code. */
const FORBIDDEN_LINES: readonly { readonly why: string; readonly sees: (file: string, line: string) => boolean }[] = [
  {
    why: "enters another feature by neither its service nor its table",
    sees: (file, line) => bypassesService(file, line),
  },
  {
    why: "imports a feature or a gateway while running: say it at the top, where the linter looks",
    sees: (file, line) => /\bimport\(\s*["'`]#(features|gateways|deps)/.test(line) && file.startsWith("server/"),
  },
  {
    why: "imports a page or another feature while running: only pages and entries bring features together",
    sees: (file, line) =>
      /\bimport\(\s*["'`]#(features|app)/.test(line) && /^web\/src\/(features|ui|platform)\//.test(file),
  },
  {
    why: "hands on what it does not own: import from where it is written",
    sees: (_, line) => /^export .*\bfrom "(\.|#|@haitech)/.test(line),
  },
  {
    why: "reads the environment by a side door: server/src/config.ts reads it",
    sees: (file, line) =>
      /from "(node:)?process"|\bprocess\[|globalThis\.process/.test(line) &&
      /^(server|web|contract|embedded-postgres)\//.test(file),
  },
  {
    why: "silences a rule without saying why (after --)",
    sees: (_, line) => /(\/\/|\/\*)\s*(oxlint|eslint)-disable(?!.* -- \S{2,}.*\S)/.test(line),
  },
]

/** Every file that stands in the wrong room or says what its room does not allow, one sentence each. */
export function findViolations(root: string): string[] {
  const files = globSync("{contract,embedded-postgres,server,web,e2e,bench}/src/**/*.*", { cwd: root })
  const scripts = globSync("scripts/*.*", { cwd: root }).filter((file) => !file.endsWith("tsconfig.json"))
  return [...files, ...scripts]
    .map((file) => file.replaceAll("\\", "/"))
    .sort()
    .flatMap((file) => [...misplacedFiles(file), ...forbiddenLines(root, file)])
}

function misplacedFiles(file: string): string[] {
  if (VAGUE_NAME.test(file)) return [`${file}: a name that says nothing`]
  return ALLOWED_PATHS.some((room) => room.test(file)) ? [] : [`${file}: no room has a file of that name`]
}

function forbiddenLines(root: string, file: string): string[] {
  // The proof of these rules has to spell out what they refuse.
  if (!/\.tsx?$/.test(file) || /^scripts\/(check-structure|.*\.test)\./.test(file)) return []
  return readFileSync(join(root, file), "utf8")
    .split("\n")
    .flatMap((line, at) =>
      FORBIDDEN_LINES.filter(({ sees }) => sees(file, line)).map(({ why }) => `${file}:${at + 1}: ${why}`),
    )
}

function bypassesService(file: string, line: string): boolean {
  const own = /^server\/src\/features\/([a-z]+)\//.exec(file)?.[1]
  if (!own || file.endsWith(".test.ts")) return false
  const [, other, door = ""] = /["'`]#features\/([a-z-]+)\/([^"'`]+)["'`]/.exec(line) ?? []
  return other !== undefined && other !== own && !/^(service\.ts|service\/.+|table\.ts)$/.test(door)
}

if (process.argv[1] === import.meta.filename) {
  const found = findViolations(join(import.meta.dirname, ".."))
  for (const sentence of found) console.error(sentence)
  process.exitCode = found.length === 0 ? 0 : 1
}
