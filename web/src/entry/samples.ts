import type { BlogPostId, TeamMemberId, TestimonialId } from "@haitech/contract/ids"
import { LANGUAGES } from "@haitech/contract/languages"
import type { PageRequest } from "@haitech/contract/pages"
import type { BlogPost } from "@haitech/contract/publishing"

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

const GIFT_FIGURES = { sessions: 1, lessons: 1, members: 1, through: "2026-01-01" }
const TEST_PAYMENT = { id: "pi_1", cents: 2500 }

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
  { path: "/register", language: "en", joined: "A" },
  { path: "/schedule", language: "en", hasOpenHours: true },
  { path: "/", language: "en", testimonials: [TESTIMONIAL] },
  {
    path: "/team",
    language: "en",
    team: [MEMBER, { ...MEMBER, imageUrl: null }].map((member) => ({ ...member, ...NO_LINKS })),
  },
  { path: "/blog", language: "en", posts: [POST, POST_WITHOUT_OPTIONALS], older: ID },
  { path: `/blog/${ID}`, language: "en", post: POST, next: [POST_WITHOUT_OPTIONALS] },
]
