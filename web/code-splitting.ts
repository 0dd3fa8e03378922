import type { Rolldown } from "vite"

/** The module of an island is this with its name. */
export const ISLAND = "virtual:island/"

/** The source files of the islands that reach a module by static imports. */
type Islands = readonly string[]

const isApp = (island: string) => /[\\/]src[\\/]entry[\\/]/.test(island)
// Loaded on few visits: one account page at a time, the chat by a click, the others on their own pages.
const isRare = (island: string) =>
  /[\\/]features[\\/](accounts|chat|donations|learning|safeguarding|volunteers|appointments[\\/]proposal-card)\b/.test(
    island,
  )
const isUsual = (island: string) => !isApp(island) && !isRare(island)
const isDonationForm = (island: string) => /[\\/]donation-form\.tsx$/.test(island)
const isSaved = (file: string) => /[\\/]learning[\\/]saved[\\/]/.test(file)
const isLearning = (file: string) => /[\\/]features[\\/]learning[\\/]/.test(file)
const isStartOfFirstView = (file: string) => /[\\/]app[\\/]member[\\/](header|learning-page)\.tsx$/.test(file)
const areBothApps = (islands: Islands) => islands.filter(isApp).length > 1

/**
 * Which modules are one chunk, decided by the islands that import them. Rolldown splits the rest by entry. Each file costs
 * a request with headers, so what three islands of the usual pages share is one file, and so is what only the apps share.
 * An import from an app or from a rare island moves nothing into the chunk of the usual pages.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|entry[\\/]mount\.ts/ },
  byIslands("shared", (islands) => islands.filter(isUsual).length > 2),
  // The donation form's page has the tightest budget, so what the form shares with few others is one file, too.
  byIslands("donation", (islands) => islands.length > 1 && islands.some(isDonationForm)),
  // Small files that every page with a session needs; the chat and the dashboard's first page need the first one only.
  { name: "clock", test: /contract[\\/]src[\\/]clock\.ts|i18n[\\/]days\.ts/ },
  {
    name: "zones",
    test: /appointments[\\/](clocks|local-zone|open-hours|hour-picker|hour-button|use-waiting)\.tsx?$/,
  },
  { name: "session", test: /offline[\\/](session-owner|unsent-flag|storage)\.ts/ },
  // Lessons and the dashboard need these; alone they are too small to be compressed.
  { name: "device", test: /offline[\\/](database-names|has-database|indexed-db)\.ts/ },
  { name: "worker", test: /offline[\\/](caches|data-use|data-use-days|saves-data|worker)\.ts/ },
  // The apps load them at once, public pages with what few visits need: they must not bring the apps along.
  { name: "texts", test: /http[\\/]fetch-texts\.ts|i18n[\\/](entry-of|plural)\.ts|ui[\\/]spinner\.tsx/ },
  { name: "watch", test: /offline[\\/](forget-typed|watch-account)\.ts/ },
  // Small files that the first page of the admin area needs.
  {
    name: "labels",
    test: /(accounts[\\/]admin[\\/]role-texts|appointments[\\/]admin[\\/]labels|donations[\\/]admin[\\/]statuses|fold-case)\.ts/,
  },
  // A group includes the dependencies of its modules. This one keeps those that a page needs, too, out of `apps`.
  { ...byIslands("part", (islands) => areBothApps(islands) && !islands.every(isApp)), entriesAware: true },
  byIslands("apps", (islands) => areBothApps(islands) && islands.every(isApp)),
  // A lesson has four islands. What they use of the rest stays out of their file: the apps and the chat use it, too.
  { ...byIslands("part", (islands, file) => islands.some(isLearning) && !isLearning(file)), entriesAware: true },
  // Pages that can sign out load the group of lessons for what waits on the device, not for saved courses.
  byIslands("saved", (islands) => islands.length > 1 && islands.every(isSaved)),
  byIslands("learning", (islands) => islands.length > 1 && islands.every(isLearning)),
  // Small files that each tab of the dashboard needs; alone they are too small to be compressed.
  {
    name: "member",
    test: /contract[\\/]src[\\/]roles\.ts|members[\\/](api|is-tutor|load-error)\.tsx?|offline[\\/]stored-read\.ts/,
  },
  // What the first view of the dashboard shares with the public site or the admin area keeps its own file.
  {
    debugName: "part",
    name: (id, context) => (isInFirstView(id, context) && !isOfDashboard(id, context) ? "part" : null),
    entriesAware: true,
  },
  { debugName: "first-view", name: (id, context) => (isInFirstView(id, context) ? "first-view" : null) },
]

/** Rolldown appends the names of all its entries to the name of a chunk that is `entriesAware`. */
export const chunkFileNames = ({ name }: Rolldown.PreRenderedChunk) => `assets/${name.split("~")[0]}-[hash].js`

function byIslands(name: string, matches: (islands: Islands, file: string) => boolean): Rolldown.CodeSplittingGroup {
  return {
    debugName: name,
    name: (moduleId, context) => (matches(findIslands(moduleId, context), moduleId) ? name : null),
  }
}

function findIslands(moduleId: string, context: Rolldown.ChunkingContext): Islands {
  const files = findImporters(moduleId, (id) => context.getModuleInfo(id)?.importers)
  return files.filter((id) => context.getModuleInfo(id)?.importers.some((importer) => importer.includes(ISLAND)))
}

/** Whether the dashboard's header or first tab imports it, and no island at once. */
function isInFirstView(moduleId: string, context: Rolldown.ChunkingContext): boolean {
  const files = findImporters(moduleId, (id) => context.getModuleInfo(id)?.importers)
  return files.some(isStartOfFirstView) && findIslands(moduleId, context).length === 0
}

/** Whether nothing but the dashboard loads it, sooner or later. */
function isOfDashboard(moduleId: string, context: Rolldown.ChunkingContext): boolean {
  const importersOf = (id: string) => {
    const { importers = [], dynamicImporters = [] } = context.getModuleInfo(id) ?? {}
    return [...importers, ...dynamicImporters]
  }
  const entries = findImporters(moduleId, importersOf).filter((id) => importersOf(id).length === 0)
  return entries.every((id) => id.endsWith(`${ISLAND}Dashboard`))
}

/** The module, what imports it, what imports that, and so on. */
function findImporters(moduleId: string, importersOf: (id: string) => readonly string[] | undefined): string[] {
  const found = new Set([moduleId])
  // A set that grows is iterated to its end.
  for (const id of found) for (const importer of importersOf(id) ?? []) found.add(importer)
  return [...found]
}
