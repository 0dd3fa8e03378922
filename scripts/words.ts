/** Names of code that were replaced: a source, style sheet, document or script must not use them again. */
export const IDENTIFIERS: Readonly<Record<string, string>> = {
  House: "AppOptions or RunningServer",
  TestHouse: "TestApp",
  openHouse: "createTestApp",
  HOUSE: "ROOT",
  misspoken: "forbiddenLines",
  Door: "AuthGuard",
  answerErrors: "handleErrors",
  answerForm: "handleForm",
  askPage: "fetchPage",
  askForPart: "fetchFragment",
  askAnew: "reloadIfCached",
  tellHealth: "mountHealth",
  tellAll: "publishToAll",
  sendLetter: "addEmailedMessages",
  receiveLetter: "receiveEmail",
  readLetter: "parseEmail",
  letterOf: "emailPayload",
  letterAbout: "emailAbout",
  useOffice: "useAdminApp",
  useOfficeForm: "useAdminForm",
  enterOffice: "enterAdmin",
  openOffice: "openAdminLists or openAdmin",
  STAFF: "ADMIN_TOPIC",
  optionalLine: "optionalText",
  clearableLine: "nullableText",
  tallyOf: "counterValue",
  talliesOf: "counterValues",
  foldTallies: "compactCounters",
  Listing: "ListDefinition",
  everyRow: "streamRows",
  Slip: "FlowCookie",
  slipOf: "flowCookieOf",
  createSeal: "createKeyedHash",
  unsealed: "verifiedFlow",
  Leaver: "ErasureSubject",
  everythingOn: "exportPersonalData",
  forgetWriter: "eraseOutreach",
  forgetGiver: "eraseDonor",
  forgetStudent: "eraseAppointments",
  forgetApplicant: "eraseApplications",
  lazily: "memoize",
  createTurns: "createConcurrencyLimit",
  oneAtATime: "singleFlight",
  inTurn: "withTabLock",
  wardrobeOf: "styleGroup",
  Wearer: "PurgeInput",
  wornBy: "purgeCss",
  takeIn: "insertFragment",
  keepCurrent: "revalidate",
  drawUnder: "renderOnDemand",
  GatePage: "AdminLoginPage",
  Arrival: "RouteFocus",
  useSigns: "useWakeEvents",
  deskOf: "chatStatusOf",
  useTrouble: "useLoadError",
  saidOf: "serverProblem",
  useAnswer: "useReplyDraft",
  useSeveral: "useBulkAction",
  foresee: "applyOptimistically",
  useSentForm: "useFormSubmit",
  typedIn: "formValues",
  Unsent: "QueuedItem",
  putOnLine: "emulateNetwork",
  openLine: "openTcpProxy",
  openRows: "openDb",
  whoSignsIn: "authenticate",
  whoIs: "authenticateMember",
  giveBack: "refund",
  freshId: "createId",
  MOST_COUNTED: "COUNT_LIMIT",
  STRICT_KINDS: "STRICT_CHARACTER_CLASSES",
  seeChat: "markChatSeen",
  readChatUpTo: "markChatThreadRead",
  orderTeam: "changeTeamOrder",
  dayInWords: "formatDay",
  hourInWords: "formatHour",
  whenInWords: "formatWhen",
  moneyInWords: "formatMoney",
  numberInWords: "formatNumber",
}

export const HYPHENATED: Readonly<Record<string, string>> = {
  "guest-list": "access-matrix",
  "data-act": "data-action",
  "check-rooms": "check-structure",
  "ask-page": "fetch-page",
  "use-sent-form": "use-form-submit",
  "use-several": "use-bulk-action",
  "use-answer": "use-reply-draft",
}

/** Participles as names of variables, parameters and properties. */
export const VARIABLES: Readonly<Record<string, string>> = {
  asked: "input, request or query",
  said: "message, text or input",
  kept: "stored or value",
  gone: "deleted or closed",
  heard: "received, messages or listeners",
  told: "message, payload or sent",
}

/** Parts of file names and of message keys. */
export const NAME_PARTS: Readonly<Record<string, string>> = {
  house: "fixtures or the package's name",
  office: "admin",
  letter: "email",
  letters: "emails",
  tally: "counters",
  trouble: "load-error",
  leaver: "erasure-subject",
  wardrobe: "styles",
  doors: "routes",
}

/** In comments, documents and test titles: a regular expression, and what to write instead. */
export const PROSE: Readonly<Record<string, string>> = {
  "offices?": "admin area or administrators",
  "letters?": "email",
  "e-mails?": "email",
  "houses?": "package",
  "rooms?": "module or folder",
  "doors?": "HTTP layer",
  "knock(s|ed|ing)?": "request or probe",
  "keepers?": "liveness connection",
  "wardrobes?": "style group",
  "guises?": "run-as user",
  "guest lists?": "access matrix",
  "the ground": "platform",
  "the wire": "the contract or HTTP",
  "leavers?": "erasure subject",
  "tall(y|ies)": "counter",
  "workshops?": "dev server",
  goodbye: "shutdown",
  "told by mail": "notified by email",
  "whoever|whomever": "the user, caller or client",
  "somebody's": "the user's or member's",
}

/** Phrases in which a word of {@link PROSE} has its plain meaning. */
export const ALLOWED_PHRASES: readonly { readonly phrase: RegExp; readonly reason: string }[] = [
  { phrase: /\b(uppercase|lowercase|capital|composed|first|accented) letters?\b/gi, reason: "letters of an alphabet" },
  { phrase: /\bletters(,| and| or) digits\b/gi, reason: "letters of an alphabet" },
  { phrase: /\broom (for|to)\b|\b(makes?|more|less|needs?|no|enough|leaves?|takes?) room\b/gi, reason: "space" },
  { phrase: /\b(office hours|tax office|loan from an office)\b/gi, reason: "an office outside of the software" },
  { phrase: /\bgingerbread houses?\b/gi, reason: "the architecture that the design language is named after" },
]

/** Files that may use some words, or without `words` all of them. */
export const ALLOWED_FILES: readonly {
  readonly file: string
  readonly words?: readonly string[]
  readonly reason: string
}[] = [
  { file: "docs/specification.md", reason: "the specification as it was ordered" },
  { file: "docs/decisions/design.md", reason: "it quotes the specification and its sections throughout" },
  { file: "web/src/ui/scene.tsx", words: ["House", "house", "houses", "door", "doors"], reason: "it draws houses" },
]

/** Folders whose prose and variables still have findings. Empty this list, never extend it. */
export const NOT_YET_CHECKED: readonly string[] = []
