import { AdminApp } from "#entry/admin.tsx"
import { Dashboard } from "#entry/dashboard.tsx"
import { ForgotPasswordForm } from "#features/accounts/forgot-password-form.tsx"
import { LoginCodeForm } from "#features/accounts/login-code-form.tsx"
import { LoginForm } from "#features/accounts/login-form.tsx"
import { RegisterForm } from "#features/accounts/register-form.tsx"
import { ResetPasswordForm } from "#features/accounts/reset-password-form.tsx"
import { SignupForm } from "#features/accounts/signup-form.tsx"
import { AppointmentForm } from "#features/appointments/appointment-form.tsx"
import { ProposalCard } from "#features/appointments/proposal-card.tsx"
import { SessionCard } from "#features/appointments/session-card.tsx"
import { ChatPanel } from "#features/chat/chat-panel.tsx"
import { DonationForm } from "#features/donations/donation-form.tsx"
import { MonthlyGiftCard } from "#features/donations/monthly-gift.tsx"
import { ReceiptsPanel } from "#features/donations/receipts-panel.tsx"
import { CourseCertificate } from "#features/learning/certificates/course-certificate.tsx"
import { CourseProgress } from "#features/learning/course-progress.tsx"
import { HelpPanel } from "#features/learning/help/help-panel.tsx"
import { LessonBar } from "#features/learning/lesson-bar.tsx"
import { LessonEnd } from "#features/learning/lesson-end.tsx"
import { LessonExercise } from "#features/learning/lesson-exercise.tsx"
import { SaveCourse } from "#features/learning/saved/save-course.tsx"
import { SavedList } from "#features/learning/saved/saved-list.tsx"
import { ContactForm } from "#features/outreach/contact-form.tsx"
import { JoinForm } from "#features/outreach/join-form.tsx"
import { NewsletterChoiceCard } from "#features/outreach/newsletter-choice.tsx"
import { NewsletterForm } from "#features/outreach/newsletter-form.tsx"
import { TeamGrid } from "#features/publishing/team-grid.tsx"
import { TestimonialStrip } from "#features/publishing/testimonial-strip.tsx"
import { GuardianCard } from "#features/safeguarding/guardian-card.tsx"
import { ApplicationForm } from "#features/volunteers/application-form.tsx"
import { OwnApplications } from "#features/volunteers/own-applications.tsx"

/** The build creates an entry file for each import in this module. */
export const islands = {
  ApplicationForm,
  AppointmentForm,
  ChatPanel,
  ContactForm,
  CourseCertificate,
  CourseProgress,
  Dashboard,
  DonationForm,
  ForgotPasswordForm,
  GuardianCard,
  HelpPanel,
  JoinForm,
  LessonBar,
  LessonEnd,
  LessonExercise,
  LoginCodeForm,
  LoginForm,
  MonthlyGiftCard,
  NewsletterChoiceCard,
  NewsletterForm,
  OwnApplications,
  AdminApp,
  ReceiptsPanel,
  RegisterForm,
  ResetPasswordForm,
  SaveCourse,
  SavedList,
  ProposalCard,
  SessionCard,
  SignupForm,
  TeamGrid,
  TestimonialStrip,
}
