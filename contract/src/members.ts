import * as z from "zod/mini"
import { password, personFields, Role } from "./accounts.ts"
import { PictureId, UserId } from "./ids.ts"
import { LANGUAGES } from "./languages.ts"
import { Download, route } from "./route.ts"
import { nullableText } from "./text.ts"
import { Instant } from "./time.ts"

/** §9. */
export const BIO_LENGTH = 500
export const SKILLS_LENGTH = 200
export const LOCATION_LENGTH = 100
export const PICTURE_BYTES = 5 * 1024 * 1024

/** §2 Profile, "learning preferences": what a member learns, when, and what may be written to them about. */
export const LEARNING_PROGRAMS = ["coding", "languages", "mentorship"] as const
export const STUDY_TIMES = ["mornings", "afternoons", "evenings", "weekends"] as const
export const NOTIFICATIONS = ["sessions", "courses", "community", "news"] as const

/** A list in which nothing comes twice. */
function someOf<const Known extends readonly [string, ...string[]]>(known: Known) {
  return z.pipe(
    z.array(z.enum(known, "invalid"), "invalid").check(z.maxLength(known.length, "invalid")),
    z.transform((chosen) => known.filter((word) => chosen.includes(word)) as Known[number][]),
  )
}

const learningFields = {
  programs: someOf(LEARNING_PROGRAMS),
  studyTimes: someOf(STUDY_TIMES),
  notifications: someOf(NOTIFICATIONS),
  /** Of the letters and of nothing else: a page's language is its address. */
  language: z.enum(LANGUAGES, "invalid"),
}

/** What a member sees of the own account. Who came by Google alone has no password to be asked for. */
export const Profile = z.object({
  id: UserId,
  email: z.string(),
  username: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  skills: z.nullable(z.string()),
  location: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  role: Role,
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
  programs: z.array(z.enum(LEARNING_PROGRAMS)),
  studyTimes: z.array(z.enum(STUDY_TIMES)),
  notifications: z.array(z.enum(NOTIFICATIONS)),
  language: z.enum(LANGUAGES),
  createdAt: Instant,
})
export type Profile = z.output<typeof Profile>

/** §5 Profile update: what is not sent stays. Another e-mail address needs the password, too. */
export const ProfileChange = z.strictObject({
  ...optional(personFields),
  bio: nullableText(BIO_LENGTH, "bio.too_long"),
  skills: nullableText(SKILLS_LENGTH, "skills.too_long"),
  location: nullableText(LOCATION_LENGTH, "location.too_long"),
  // A page elsewhere over https, or the picture that was uploaded here (D9).
  profileImageUrl: z.optional(
    z.nullable(
      z.string("image_url.invalid").check(
        z.maxLength(2000, "image_url.invalid"),
        z.refine((url) => isPicture(url), "image_url.invalid"),
      ),
    ),
  ),
  ...optional(learningFields),
  currentPassword: z.optional(password(1, "password.required")),
})
export type ProfileChange = z.output<typeof ProfileChange>

export const readProfile = route({ method: "GET", path: "/api/user/profile", access: "member", reply: Profile })

export const changeProfile = route({
  method: "PATCH",
  path: "/api/user/profile",
  access: "member",
  body: ProfileChange,
  reply: Profile,
})

/** D2. One picture; it is drawn anew as a square, and everything it said beside its colours is gone. */
export const uploadPicture = route({
  method: "POST",
  path: "/api/user/profile/image",
  access: "member",
  status: 201,
  upload: true,
  body: z.strictObject({
    image: z.file("image.invalid").check(z.maxSize(PICTURE_BYTES, "image.too_large"), z.minSize(1, "image.invalid")),
  }),
  reply: z.object({ profileImageUrl: z.string() }),
})

/** In pixels of a side. */
export const PICTURE_SIZES = { small: 96, large: 384 } as const

/** The member's own picture: nobody else sees it. */
export const readPicture = route({
  method: "GET",
  path: "/api/user/profile/image/:id",
  access: "member",
  lasting: true,
  params: z.object({ id: PictureId }),
  query: z.object({ size: z._default(z.enum(["small", "large"], "invalid"), "large") }),
  reply: Download,
})

/** D2. Everything that is kept on the member, as JSON. */
export const exportData = route({
  method: "GET",
  path: "/api/user/export",
  access: "member",
  reply: Download,
})

/** D2. The member's progress, as a table for a spreadsheet (RFC 4180). A link says its `language`: it has no headers. */
export const exportProgress = route({
  method: "GET",
  path: "/api/user/export/progress",
  access: "member",
  query: z.object({ language: z.optional(z.enum(LANGUAGES, "invalid")) }),
  reply: Download,
})

/** D2. Needs the password, or a sign-in by Google a few minutes ago. Gifts are kept without the name (law). */
export const deleteUser = route({
  method: "DELETE",
  path: "/api/user",
  access: "member",
  status: 204,
  body: z.strictObject({ currentPassword: z.optional(password(1, "password.required")) }),
  reply: z.undefined(),
})

function optional<Shape extends Record<string, z.ZodMiniType>>(shape: Shape) {
  const entries = Object.entries(shape).map(([name, schema]) => [name, z.optional(schema)])
  return Object.fromEntries(entries) as { [Name in keyof Shape]: z.ZodMiniOptional<Shape[Name]> }
}

function isPicture(url: string): boolean {
  return /^(\/api\/user\/profile\/image\/[\w-]+|https:\/\/[^/\\\s\p{Cc}][^\s\p{Cc}]*)$/u.test(url)
}
