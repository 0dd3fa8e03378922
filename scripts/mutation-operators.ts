import { type ESTree, parseSync } from "vite"

/** One change of a source text: `before`, at the offsets `start` to `end`, becomes `after`. */
export interface Mutant {
  readonly start: number
  readonly end: number
  readonly line: number
  readonly before: string
  readonly after: string
}

export interface FunctionRange {
  readonly start: number
  readonly end: number
  /** The body has no braces: a probe must wrap it. */
  readonly isExpression: boolean
}

type Node = ESTree.Node
type Change = readonly [node: Pick<Node, "start" | "end">, after: string]
type TextOf = (node: Pick<Node, "start" | "end">) => string
type Operator = (node: Node, textOf: TextOf) => Change[]

/** The operators cover what the types cannot: bounds, decisions, SQL conditions, locks, transactions, lost statements. */
export function findMutants(file: string, source: string): Mutant[] {
  const textOf: TextOf = ({ start, end }) => source.slice(start, end)
  const mutants: Mutant[] = []
  walk(parse(file, source), (node) => {
    for (const [{ start, end }, after] of OPERATORS.flatMap((operator) => operator(node, textOf))) {
      const line = source.slice(0, start).split("\n").length
      mutants.push({ start, end, line, before: source.slice(start, end), after })
    }
  })
  return mutants.sort((a, b) => a.start - b.start || a.end - b.end)
}

export function applyMutant(source: string, { start, end, after }: Mutant): string {
  const mutated = source.slice(0, start) + after + source.slice(end)
  if (!Object.values(REPLACED_CALLS).includes(after)) return mutated
  const isImported = new RegExp(`\\b${after}\\b`).test(source)
  return isImported ? mutated : `${mutated}\nimport { ${after} } from "drizzle-orm"\n`
}

/** The source with a probe in every function, which reports `${file}:${index}` of {@link findFunctions}. */
export function addProbes(file: string, source: string): string {
  const probes = findFunctions(file, source).flatMap(({ start, end, isExpression }, index) => {
    const probe = `globalThis.reportCall?.("${file}:${index}")`
    if (!isExpression) return [{ at: start + 1, text: `${probe};` }]
    return [
      { at: start, text: `(${probe}, ` },
      { at: end, text: ")" },
    ]
  })
  return probes
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, text: probe }) => text.slice(0, at) + probe + text.slice(at), source)
}

export function findFunctions(file: string, source: string): FunctionRange[] {
  const functions: FunctionRange[] = []
  walk(parse(file, source), (node) => {
    if (!isFunction(node) || !node.body) return
    const { start, end, type } = node.body
    functions.push({ start, end, isExpression: type !== "BlockStatement" })
  })
  return functions
}

function parse(file: string, source: string): Node {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  return program
}

/** Visits every node that runs; a type has no effect. */
function walk(node: Node, visit: (node: Node) => void): void {
  if (isSkipped(node)) return
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit)
  }
}

const WITH_VALUE = ["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"]

function isSkipped(node: Node): boolean {
  if (node.type.startsWith("TS")) return !WITH_VALUE.includes(node.type)
  return node.type === "ImportDeclaration" || isInvariant(node)
}

/** A thrown `Error` reports a bug: no test can reach it. */
function isInvariant(node: Node): boolean {
  if (node.type === "IfStatement") return isInvariant(node.consequent)
  if (node.type !== "ThrowStatement" || node.argument.type !== "NewExpression") return false
  return node.argument.callee.type === "Identifier" && node.argument.callee.name === "Error"
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
}

function isFunction(node: Node): node is ESTree.Function | ESTree.ArrowFunctionExpression {
  return ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].includes(node.type)
}

const REPLACED: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "-": "+",
  "*": "/",
  "/": "*",
}

const REPLACED_CALLS: Readonly<Record<string, string>> = {
  lt: "lte",
  lte: "lt",
  gt: "gte",
  gte: "gt",
  asc: "desc",
  desc: "asc",
}

const REPLACED_SQL: readonly (readonly [RegExp, string])[] = [
  [/ and /g, " or "],
  [/ or /g, " and "],
  [/ < /g, " <= "],
  [/ <= /g, " < "],
  [/ > /g, " >= "],
  [/ >= /g, " > "],
  [/ is null/g, " is not null"],
  [/ is not null/g, " is null"],
  [/ desc\b/g, " asc"],
  [/ for (update|share)( skip locked)?/g, ""],
]

const OPERATORS: readonly Operator[] = [
  function operatorSign(node, textOf) {
    if (node.type !== "BinaryExpression" && node.type !== "LogicalExpression") return []
    const after = REPLACED[node.operator]
    return after ? [[node, `${textOf(node.left)} ${after} ${textOf(node.right)}`]] : []
  },
  function condition(node, textOf) {
    if (node.type === "ConditionalExpression") {
      return [[node, `${textOf(node.test)} ? ${textOf(node.alternate)} : ${textOf(node.consequent)}`]]
    }
    if (node.type !== "IfStatement") return []
    return node.alternate ? [[node.test, `!(${textOf(node.test)})`]] : [[node, ";"]]
  },
  function lostStatement(node) {
    if (node.type !== "ExpressionStatement") return []
    const { expression } = node
    const call = expression.type === "AwaitExpression" ? expression.argument : expression
    return call.type === "CallExpression" ? [[node, ";"]] : []
  },
  function sqlCondition(node, textOf) {
    if (node.type !== "CallExpression" || node.callee.type !== "Identifier") return []
    const { name } = node.callee
    if (name === "and" && node.arguments.length > 1) {
      return node.arguments.map((dropped): Change => {
        const rest = node.arguments.filter((argument) => argument !== dropped)
        return [node, `and(${rest.map(textOf).join(", ")})`]
      })
    }
    const after = REPLACED_CALLS[name]
    return after ? [[node.callee, after]] : []
  },
  function queryStep(node, textOf) {
    if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return []
    const { object, property } = node.callee
    const step = property.type === "Identifier" ? property.name : ""
    if (step === "transaction") return [[node, `(${node.arguments.map(textOf).join(", ")})(${textOf(object)})`]]
    return ["for", "orderBy", "onConflictDoNothing"].includes(step) ? [[node, textOf(object)]] : []
  },
  function constant(node) {
    if (node.type !== "Literal") return []
    if (typeof node.value === "boolean") return [[node, String(!node.value)]]
    return typeof node.value === "number" ? [[node, String(node.value + 1)]] : []
  },
  function returnedValue(node) {
    if (node.type !== "ReturnStatement" || !node.argument) return []
    const { argument } = node
    if (argument.type === "Identifier" && argument.name === "undefined") return []
    return [[argument, "undefined as never"]]
  },
  function sqlText(node, textOf) {
    if (node.type !== "TaggedTemplateExpression" || !textOf(node.tag).startsWith("sql")) return []
    return node.quasi.quasis.flatMap((quasi) =>
      REPLACED_SQL.flatMap(([pattern, after]) =>
        [...textOf(quasi).matchAll(pattern)].map((match): Change => {
          const start = quasi.start + match.index
          return [{ start, end: start + match[0].length }, after]
        }),
      ),
    )
  },
]
