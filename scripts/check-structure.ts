import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { commentShare } from "./comments.ts"

const FEATURES =
  "accounts|factors|members|learning|appointments|chat|donations|notifications|outreach|publishing|volunteers|groups|safeguarding|system"

/** In {@link ALLOWED_PATHS}; `{a,b}` is one of a list and `**` is any path. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  "<feature>": `(${FEATURES})`,
  "<name>": "[a-z-]+",
  "<test>": "[a-z0-9-]+\\.test\\.tsx?",
  "**": ".+",
}

const ALLOWED_PATHS = [
  "contract/src/{route,routes,api,audit,deletions,headers,live,problems,proof-of-work,field-errors,ids,mail,money}.ts",
  "contract/src/{time,clock,text,languages,lists,donation-form,gifts,monthly-gifts,slots,lessons,courses,achievements,ambassadors,proposals,course-files,device-codes,roles,screening,tutors,hours-proofs,certificates,help-requests,newsletters,opening-hours,retention,status,study-groups,contact-details,pages,vitals,web-vitals,<feature>}.ts",
  "content/src/{<name>.ts,<test>}",
  "contract/src/admin/{api,emails,findings,imports,jobs,matching,newsletters,opening-hours,retention,screening,search,slots,tutors,<feature>}.ts",
  "contract/src/<test>",
  "embedded-postgres/src/{<name>.ts,<test>}",
  "server/src/{main,start,app,monitored-app,config,checks,create-deps,deps,dev,sweep,testing,testing-<name>}.ts",
  "server/src/{command,backup,doctor,reset-factors,restore}.ts",
  "server/src/{access-matrix.txt,read-matrix.txt,<test>}",
  "server/src/features/<feature>/{routes,pages,service,rules,queries,table,live,jobs}.ts",
  "server/src/features/<feature>/<test>",
  "server/src/features/<feature>/{routes,service,rules,queries,table}/{<name>.ts,<test>}",
  "server/src/gateways/{payments,mail,identity,calendar,cdn,files,nats,pdf,push,site,traces}{.ts,.test.ts}",
  "server/src/gateways/{payments,mail,identity,calendar,cdn,files,nats,pdf,push,site,traces}/<name>{.ts,.test.ts}",
  "server/src/platform/**",
  "web/src/{entry,ui,worker}/**",
  "web/src/styles/{fonts,tokens,base,site,overlays}.css",
  "web/src/platform/{http,forms,i18n,offline,navigation,page,app,admin}/{<name>.ts,<name>.tsx,<name>.d.ts,<test>}",
  "web/src/app/{pages.ts,page-definition.ts,record-pages.ts,islands.ts,fragments.ts,<test>}",
  "web/src/app/{public,member,admin}/{layout.tsx,bare-layout.tsx,header.tsx,footer.tsx,rail.tsx,search-<name>.ts,search-<name>.tsx,language-list.tsx,site-links.tsx,sign-out.ts,waiting-summary.tsx,texts.ts,page-texts.ts,<name>-page.tsx,<name>.css,<test>}",
  "web/src/app/gallery/{<name>.tsx,<name>.css,<test>}",
  "web/src/features/<feature>/{<name>.ts,<name>.tsx,<name>.css,<test>}",
  "web/src/features/<feature>/admin/{<name>.ts,<name>.tsx,<name>.css,<test>}",
  "web/src/features/appointments/tutor/{<name>.ts,<name>.tsx,<name>.css,<test>}",
  "web/src/features/learning/{exercises,code,dashboard,certificates,help,saved}/{<name>.ts,<name>.tsx,<name>.d.ts,<name>.css,<test>}",
  "{e2e,bench}/src/**",
  "scripts/<name>{.ts,.test.ts}",
]

const MAX_LINES = 250

const VAGUE_NAME = /(^|[/-])(utils?|helpers?|common|misc|shared|manager|index)[/.-]/

const MODULES = 'see docs/ARCHITECTURE.md, "Modules"'
const IMPORTS = 'see docs/ARCHITECTURE.md, "Who may import whom"'

/** Rules that oxlint cannot express, applied to every line of code. */
const FORBIDDEN_LINES: readonly { readonly why: string; readonly matches: (file: string, line: string) => boolean }[] =
  [
    {
      why: `imports a file that is private to another feature; import its service.ts, service/* or table.ts, or export what you need there (${IMPORTS})`,
      matches: bypassesService,
    },
    {
      why: `imports a feature, a gateway or deps dynamically; use a static import at the top, which oxlint checks (${IMPORTS})`,
      matches: (file, line) => /\bimport\(\s*["'`]#(features|gateways|deps)/.test(line) && file.startsWith("server/"),
    },
    {
      why: `imports a page or another feature; only web/src/app and web/src/entry may, so move the import there (${IMPORTS})`,
      matches: importsPageOrOtherFeature,
    },
    {
      why: 're-exports from another file; delete the line and import from the defining file (see docs/STYLE.md, "Names")',
      matches: (_, line) => /^export .*\bfrom "(\.|#|@haitech)/.test(line),
    },
    {
      why: "reads environment variables; add a setting to server/src/config.ts and pass its value (see docs/ARCHITECTURE.md)",
      matches: (file, line) =>
        /from "(node:)?process"|\bprocess\[|globalThis\.process/.test(line) &&
        /^(server|web|contract|embedded-postgres)\//.test(file),
    },
    {
      why: 'disables a lint rule without a reason; append " -- " and the reason, or mend the finding (see docs/STYLE.md, "Habits")',
      matches: (_, line) => /(\/\/|\/\*)\s*(oxlint|eslint)-disable(?!.* -- (?!\*\/)\S{2,}.*\S)/.test(line),
    },
  ]

const PACKAGES = ["bench", "content", "contract", "e2e", "embedded-postgres", "server", "web"]
const MAX_COMMENT_SHARE = 0.05

/** All violations of the file and import structure, one sentence each. */
export function findViolations(root: string): string[] {
  const files = globSync(`{${PACKAGES.join(",")}}/src/**/*.*`, { cwd: root })
  const scripts = globSync("scripts/*.*", { cwd: root }).filter((file) => !file.endsWith("tsconfig.json"))
  const all = [...files, ...scripts].map((file) => file.replaceAll("\\", "/")).sort()
  return [
    ...all.flatMap((file) => [...misplacedFiles(file), ...longStyles(root, file), ...forbiddenLines(root, file)]),
    ...[...PACKAGES, "scripts"].flatMap((name) => excessComments(root, name, all)),
  ]
}

function misplacedFiles(file: string): string[] {
  const vague = VAGUE_NAME.exec(file)?.[2]
  if (vague) return [`${file}: "${vague}" is too vague for a name; name the file after what it holds (${MODULES})`]
  if (ALLOWED_PATHS.some((path) => expand(path).test(file))) return []
  return [
    `${file}: is not an allowed file name; ${allowedNear(file)} (${MODULES}; ` +
      "to allow a new name edit ALLOWED_PATHS in scripts/check-structure.ts)",
  ]
}

/** The patterns of the file's folder, or of its package when the folder is unknown. */
function allowedNear(file: string): string {
  const inFolder = ALLOWED_PATHS.filter((path) => expand(folderOf(path)).test(dirname(file)))
  const paths =
    inFolder.length > 0 ? inFolder : ALLOWED_PATHS.filter((path) => path.startsWith(`${file.split("/")[0]}/`))
  const text = paths.join(" ")
  return text.includes("<feature>") ? `allowed: ${text}, with <feature> one of ${FEATURES}` : `allowed: ${text}`
}

function folderOf(path: string): string {
  return path.replace(/\/(\*\*|[^/]*)$/, "")
}

function expand(path: string): RegExp {
  const source = path
    .replaceAll(".", "\\.")
    .replace(/[{,}]/g, (sign) => ({ "{": "(", ",": "|" })[sign] ?? ")")
    .replace(/<\w+>|\*\*/g, (name) => PLACEHOLDERS[name] ?? name)
  return new RegExp(`^${source}$`)
}

/** Style sheets only: oxlint counts the lines of code. */
function longStyles(root: string, file: string): string[] {
  if (!file.endsWith(".css")) return []
  const lines = readFileSync(join(root, file), "utf8").trimEnd().split("\n").length
  if (lines <= MAX_LINES) return []
  return [
    `${file}: has ${lines} lines, allowed are ${MAX_LINES}; move rules to the component that uses them (${MODULES})`,
  ]
}

function forbiddenLines(root: string, file: string): string[] {
  // The checks and their tests spell out the lines that they forbid.
  if (!/\.tsx?$/.test(file) || /^scripts\/(check-structure|.*\.test)\./.test(file)) return []
  return readFileSync(join(root, file), "utf8")
    .split("\n")
    .flatMap((line, index) =>
      FORBIDDEN_LINES.filter(({ matches }) => matches(file, line)).map(({ why }) => `${file}:${index + 1}: ${why}`),
    )
}

function excessComments(root: string, name: string, files: readonly string[]): string[] {
  const sources = files.filter((file) => file.startsWith(`${name}/`) && /(?<!\.test)\.tsx?$/.test(file))
  const share = commentShare(sources.map((file) => readFileSync(join(root, file), "utf8")))
  if (share <= MAX_COMMENT_SHARE) return []
  const [percent, max] = [share, MAX_COMMENT_SHARE].map((value) => `${Math.ceil(value * 1000) / 10} %`)
  return [
    `${name}: ${percent} of the lines are comments, of at most ${max}; delete those that repeat what the code or a type says (see docs/STYLE.md, "Form")`,
  ]
}

function bypassesService(file: string, line: string): boolean {
  const own = /^server\/src\/features\/([a-z]+)\//.exec(file)?.[1]
  if (!own || file.endsWith(".test.ts")) return false
  const [, other, path = ""] = /["'`]#features\/([a-z-]+)\/([^"'`]+)["'`]/.exec(line) ?? []
  return other !== undefined && other !== own && !/^(service\.ts|service\/.+|table\.ts|table\/.+)$/.test(path)
}

/** Static imports of `platform` and `ui` are checked by oxlint, which cannot tell a feature's own folder from another's. */
function importsPageOrOtherFeature(file: string, line: string): boolean {
  const [, folder, own] = /^web\/src\/(features|ui|platform)\/([a-z]+)/.exec(file) ?? []
  const [, layer, other] = /["'`]#(features|app)\/([a-z-]+)/.exec(line) ?? []
  if (!folder || !layer || file.endsWith(".test.ts")) return false
  return layer === "app" || folder !== "features" || other !== own
}

if (process.argv[1] === import.meta.filename) {
  const violations = findViolations(join(import.meta.dirname, ".."))
  for (const violation of violations) console.error(violation)
  process.exitCode = violations.length === 0 ? 0 : 1
}
