import type { PageRequest } from "@haitech/contract/pages"
import type { PageDefinition } from "./page-definition.ts"
import { CertificatePage } from "./public/certificate-page.tsx"
import { CoursePage } from "./public/course-page.tsx"
import { HoursProofPage } from "./public/hours-proof-page.tsx"
import { LessonPage } from "./public/lesson-page.tsx"
import { PostPage } from "./public/post-page.tsx"
import { StatusPage } from "./public/status-page.tsx"
import { TestGooglePage } from "./public/test-google-page.tsx"
import { TestPaymentPage } from "./public/test-payment-page.tsx"

/** Finds the page about one record, when the request has one. */
export function findRecordPage(request: PageRequest): PageDefinition | undefined {
  const { post, course, lesson, certificate, hoursProof, testGoogle, testPayment, status } = request
  if (post) return article
  if (lesson) return lessonPage
  if (certificate) return certificatePage
  if (hoursProof) return hoursProofPage
  if (course) return coursePage
  if (testGoogle) return testGooglePage
  if (testPayment) return testPaymentPage
  if (status) return statusPage
  return undefined
}

/** Under `/blog/`: one published article (D2). */
const article: PageDefinition = {
  title: "blog.page_title",
  description: "blog.description",
  body: PostPage,
  about: ({ post }) => ({
    title: post?.title ?? "",
    description: post?.excerpt ?? "",
    imageUrl: post?.imageUrl ?? null,
    languages: ["en"],
  }),
}

/** Under `/learn/`: one published course. */
const coursePage: PageDefinition = {
  title: "courses.page_title",
  description: "courses.description",
  body: CoursePage,
  about: ({ course }) => ({
    title: course?.title ?? "",
    description: course?.description ?? "",
    languages: course?.languages ?? [],
  }),
}

/** Under `/learn/<course>/`: one published lesson. */
const lessonPage: PageDefinition = {
  title: "courses.page_title",
  description: "courses.description",
  body: LessonPage,
  firstPart: "block-1",
  about: ({ course, lesson }) => ({
    title: `${lesson?.title} | ${course?.title}`,
    description: lesson?.goal ?? "",
    languages: lesson?.languages ?? [],
  }),
}

/** Under `/certificate/`: one certificate, for those who have its code. */
const certificatePage: PageDefinition = {
  title: "certificate.page_title",
  description: "certificate.description",
  body: CertificatePage,
  personal: true,
}

/** Under `/hours-proof/`: one proof of hours, for those who have its code. */
const hoursProofPage: PageDefinition = {
  title: "hours_proof.page_title",
  description: "hours_proof.description",
  body: HoursProofPage,
  personal: true,
}

/** Under `/login/test-google/`. */
const testGooglePage: PageDefinition = {
  title: "google.test_title",
  description: "google.test_lead",
  body: TestGooglePage,
  personal: true,
}

/** Under `/donate/test-payment/`. */
const testPaymentPage: PageDefinition = {
  title: "donate.test_title",
  description: "donate.test_lead",
  body: TestPaymentPage,
  personal: true,
}

/** `/status`: what the server knows of itself when somebody opens it. */
const statusPage: PageDefinition = {
  title: "status.page_title",
  description: "status.description",
  body: StatusPage,
  personal: true,
  isBare: true,
}
