import { COURSE_CATEGORIES, type CourseDetail } from "@haitech/contract/courses"
import type { BlogPostId, CourseId, LessonId, TeamMemberId, TestimonialId } from "@haitech/contract/ids"
import { LANGUAGES } from "@haitech/contract/languages"
import type { Block, LessonPage } from "@haitech/contract/lessons"
import type { PageRequest } from "@haitech/contract/pages"
import type { BlogPost } from "@haitech/contract/publishing"
import type { SiteStatus } from "@haitech/contract/status"

const ID = "00000000-0000-7000-8000-000000000000"
const IMAGE = "/icon.svg"

const POST: BlogPost = {
  id: ID as BlogPostId,
  title: "Title",
  excerpt: "Excerpt",
  content: [
    "# One\n\n## Two\n\n### Three",
    "**a** *b* `c` ~~d~~ [e](https://example.org)",
    "- f\n- [ ] g\n\n1. h",
    "> i",
    "```\nj\n```",
    "| k | l |\n|---|---|\n| m | n |",
    "![o](/icon.svg)\n\n---",
  ].join("\n\n"),
  author: "Author",
  authorImageUrl: IMAGE,
  category: "Category",
  imageUrl: IMAGE,
  publishedAt: "2026-01-01T00:00:00.000Z",
  featured: "false",
}
const POST_WITHOUT_OPTIONALS = { ...POST, authorImageUrl: null, category: null, imageUrl: null }
const MEMBER = { id: ID as TeamMemberId, name: "A B", role: "Role", bio: "Bio", imageUrl: IMAGE }
const NO_LINKS = { linkedinUrl: null, twitterUrl: null, githubUrl: null }
const TESTIMONIAL = { id: ID as TestimonialId, content: "Content", rating: "4", name: "Name", role: "Role" }

const QUESTION = { question: "a `b` **c** *d*\n\n```\ne\n```", hints: ["f"], explanation: "g" }
const OPTIONS = [
  { text: "a", correct: true },
  { text: "b", correct: false },
]
const PROGRAM = { starter: "a", solution: "b", wrong: [], tests: [{ name: "c", input: [], uses: "b" }] }
const LANGUAGE = "fr" as const
/** The first one has each class of a text, because the first paint of a lesson has the styles of its first part only. */
const BLOCKS: readonly Block[] = [
  { kind: "text", markdown: "a `b`\n\n```\nc\n```" },
  { kind: "text", markdown: `${POST.content}\n\n:fr[p]` },
  { kind: "trace", language: "python", steps: [{ code: "a = 1", state: { a: "1" }, note: "b" }] },
  {
    kind: "dialogue",
    lang: LANGUAGE,
    lines: [
      { who: "A", text: "a", meaning: "b" },
      { who: "B", text: "c" },
    ],
  },
  {
    kind: "words",
    lang: LANGUAGE,
    words: [{ id: "a", term: "a", meaning: "b", accept: [], example: "c", exampleMeaning: "d" }],
  },
  { kind: "media", media: "audio", src: "/a.mp3", bytes: 1, title: "a", transcript: "b" },
  { kind: "media", media: "video", src: "/a.mp4", bytes: 1, title: "a" },
  { kind: "exercise", exercise: { ...QUESTION, id: "choice", type: "choice", options: OPTIONS } },
  { kind: "exercise", exercise: { ...QUESTION, id: "choices", type: "choices", options: OPTIONS } },
  {
    kind: "exercise",
    exercise: { ...QUESTION, id: "fill", type: "fill", text: "a ___", code: false, gaps: [{ accept: ["b"] }] },
  },
  {
    kind: "exercise",
    exercise: { ...QUESTION, id: "code-gap", type: "fill", text: "a ___", code: true, gaps: [{ accept: ["b"] }] },
  },
  { kind: "exercise", exercise: { ...QUESTION, id: "order", type: "order", items: ["a", "b", "c"], code: true } },
  {
    kind: "exercise",
    exercise: {
      ...QUESTION,
      id: "match",
      type: "match",
      pairs: [
        { left: "a", right: "b" },
        { left: "c", right: "d" },
      ],
    },
  },
  { kind: "exercise", exercise: { ...QUESTION, id: "answer", type: "answer", accept: ["a"] } },
  { kind: "exercise", exercise: { ...QUESTION, id: "code", type: "code", language: "python", ...PROGRAM } },
]
const LESSON: LessonPage = {
  id: ID.replace(/.$/, "1"),
  slug: "b",
  title: "Title",
  goal: "Goal",
  minutes: 1,
  language: LANGUAGE,
  languages: ["en", LANGUAGE],
  blocks: BLOCKS,
}
const COURSE_LESSON = { title: "Title", order: 1, part: 1, duration: 1, kind: "text", language: LANGUAGE } as const
const COURSE: CourseDetail = {
  id: ID as CourseId,
  slug: "a",
  title: "Title",
  description: "Description",
  category: "coding",
  difficulty: "beginner",
  estimatedHours: 1,
  imageUrl: null,
  language: LANGUAGE,
  languages: ["en", LANGUAGE],
  lessonCount: 3,
  minutes: 61,
  about: POST.content,
  parts: ["Part"],
  lessons: ["a", "b", "c"].map((slug, at) => ({ ...COURSE_LESSON, id: `${ID.slice(0, -1)}${at}` as LessonId, slug })),
}

const GIFT_FIGURES = { sessions: 1, lessons: 1, members: 1, through: "2026-01-01" }
const TEST_PAYMENT = { id: "pi_1", cents: 2500 }

const CERTIFICATE = {
  code: "0123456789AB",
  name: "A B",
  courseTitle: "Title",
  courseTitleEn: "English title",
  lessonCount: 12,
  hours: 2,
  language: "fr",
  completedAt: "2026-01-01T00:00:00.000Z",
  issuedAt: "2026-01-01T00:00:00.000Z",
  organization: "Organization",
  address: "https://example.org/certificate/0123456789AB",
  qr: { size: 1, path: "M0 0h1v1z" },
} as const

const HOURS_PROOF = {
  code: "0123456789AB",
  name: "A B",
  role: "mentor",
  fromDay: "2026-01-01",
  untilDay: "2026-12-31",
  minutes: 90,
  sessions: 2,
  language: "fr",
  issuedAt: "2026-01-01T00:00:00.000Z",
  organization: "Organization",
  address: "https://example.org/hours-proof/0123456789AB",
  qr: { size: 1, path: "M0 0h1v1z" },
} as const

const SLOTS = [1, 0].map((places) => ({
  startsAt: `2026-01-0${5 + places}T15:00:00.000Z`,
  endsAt: `2026-01-0${5 + places}T16:00:00.000Z`,
  sessionTypes: ["tutoring" as const],
  places,
}))

const STATUS: SiteStatus = {
  services: (["working", "limited", "failing", "unknown"] as const).map((state) => ({
    name: "site",
    state,
    since: "2026-01-01T00:00:00.000Z",
  })),
  notice: "Notice",
}

/** The build renders these pages only to find out which styles and texts they use; real ones need a running server. */
export const samples: readonly PageRequest[] = [
  ...LANGUAGES.flatMap((language) =>
    (["stripe", "sandbox"] as const).map((provider) => ({
      path: "/donate",
      language,
      payments: { provider, publishableKey: null },
      giftFigures: GIFT_FIGURES,
    })),
  ),
  ...LANGUAGES.flatMap((language) => [
    ...["/login", "/register"].map((path) => ({ path, language, googleSignIn: "test" as const })),
    { path: "/login/test-google/1", language, testGoogle: { state: "1" } },
  ]),
  ...["", "declined", "requires_action"].map((outcome) => ({
    path: "/donate/test-payment/1",
    language: "en" as const,
    testPayment: { ...TEST_PAYMENT, outcome },
  })),
  { path: "/donate/test-payment/1", language: "en", testPayment: { ...TEST_PAYMENT, cents: null, outcome: "" } },
  ...[null, "2026-01-01T00:00:00.000Z"].map((revokedAt) => ({
    path: "/certificate/1",
    language: "en" as const,
    certificate: { ...CERTIFICATE, revokedAt, revokedReason: revokedAt && "Reason" },
  })),
  ...[null, "2026-01-01T00:00:00.000Z"].map((revokedAt) => ({
    path: "/hours-proof/1",
    language: "en" as const,
    hoursProof: { ...HOURS_PROOF, revokedAt, revokedReason: revokedAt && "Reason" },
  })),
  { path: "/register", language: "en", joined: "A" },
  { path: "/schedule", language: "en", openHours: { today: "2026-01-05", slots: SLOTS } },
  { path: "/", language: "en", testimonials: [TESTIMONIAL] },
  {
    path: "/team",
    language: "en",
    team: [MEMBER, { ...MEMBER, imageUrl: null }].map((member) => ({ ...member, ...NO_LINKS })),
  },
  ...LANGUAGES.flatMap((language) => [
    { path: "/learn", language, courses: COURSE_CATEGORIES.map((category) => ({ ...COURSE, category })) },
    { path: "/learn/a", language, course: COURSE, learnersThisWeek: 61 },
    { path: "/learn/a/b", language, course: COURSE, lesson: LESSON },
  ]),
  { path: "/status", language: "en", status: STATUS },
  { path: "/blog", language: "en", posts: [POST, POST_WITHOUT_OPTIONALS], older: ID },
  { path: `/blog/${ID}`, language: "en", post: POST, next: [POST_WITHOUT_OPTIONALS] },
]
