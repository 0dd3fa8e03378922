import {
  changePassword,
  endSession,
  endSessions,
  forgotPassword,
  listSessions,
  login,
  logout,
  readUser,
  register,
  resetPassword,
  resetPasswordByCode,
} from "./accounts.ts"
import { listAchievements } from "./achievements.ts"
import { adminApi } from "./admin/api.ts"
import { createAmbassadorCode, readAmbassador } from "./ambassadors.ts"
import {
  changeAppointmentByToken,
  changeOwnAppointment,
  listOwnAppointments,
  readAppointmentByToken,
  readCalendarFeed,
  requestAppointment,
  waitForSlot,
} from "./appointments.ts"
import { listAudit } from "./audit.ts"
import {
  issueCertificate,
  listCertificates,
  listIssuedCertificates,
  readCertificatePdf,
  revokeCertificate,
} from "./certificates.ts"
import { listChatMessages, markChatSeen, readChatStatus, reportChat, resumeChat, sendChat } from "./chat.ts"
import { listCourses, readCourse } from "./courses.ts"
import { createDeviceCode, deleteDeviceCodes, loginByCode } from "./device-codes.ts"
import { startCheckout } from "./donation-form.ts"
import {
  confirmDonation,
  createPaymentIntent,
  emailReceipt,
  listReceipts,
  paySandboxCheckout,
  paySandboxIntent,
  previewTribute,
  readDonationSettings,
  receivePaymentEvent,
  requestReceipts,
} from "./donations.ts"
import { listHelpRequests, resolveHelpRequest } from "./help-requests.ts"
import { issueProof, listIssuedProofs, listOwnProofs, readProofPdf, revokeProof } from "./hours-proofs.ts"
import {
  appendEvents,
  askForHelp,
  changeLessonProgress,
  enrol,
  listLessonProgress,
  listReviews,
  readLearningSummary,
  readLessonProgress,
  readProgress,
} from "./learning.ts"
import { receiveEmail } from "./mail.ts"
import {
  changeProfile,
  deleteUser,
  exportData,
  exportProgress,
  readPicture,
  readProfile,
  uploadPicture,
} from "./members.ts"
import { changeMonthlyGift, openGiftCardPage, readMonthlyGift } from "./monthly-gifts.ts"
import { newsletterApi } from "./newsletters.ts"
import {
  addNotificationDevice,
  changeNotifications,
  readNotifications,
  removeNotificationDevice,
} from "./notifications.ts"
import { joinMembership, sendContact } from "./outreach.ts"
import { answerProposal, readProposal } from "./proposals.ts"
import { listPosts, listTeam, listTestimonials, readPost, readSitePicture } from "./publishing.ts"
import { safeguardingApi } from "./safeguarding.ts"
import { listOpenSlots } from "./slots.ts"
import { studyGroupApi } from "./study-groups.ts"
import { tutorApi } from "./tutors.ts"
import { volunteerApi } from "./volunteers.ts"
import { sendWebVitals } from "./web-vitals.ts"

export const api = {
  login,
  loginByCode,
  logout,
  readUser,
  register,
  forgotPassword,
  resetPassword,
  resetPasswordByCode,
  changePassword,
  listSessions,
  createDeviceCode,
  deleteDeviceCodes,
  endSession,
  endSessions,
  readProfile,
  changeProfile,
  uploadPicture,
  readPicture,
  exportData,
  exportProgress,
  deleteUser,
  readAmbassador,
  createAmbassadorCode,
  readNotifications,
  changeNotifications,
  addNotificationDevice,
  removeNotificationDevice,
  joinMembership,
  sendContact,
  sendWebVitals,
  listTestimonials,
  listTeam,
  listPosts,
  readPost,
  requestAppointment,
  listOwnAppointments,
  changeOwnAppointment,
  readAppointmentByToken,
  changeAppointmentByToken,
  waitForSlot,
  readProposal,
  answerProposal,
  listOpenSlots,
  readCalendarFeed,
  ...tutorApi,
  listOwnProofs,
  issueProof,
  readProofPdf,
  listIssuedProofs,
  revokeProof,
  listCourses,
  readCourse,
  readProgress,
  enrol,
  appendEvents,
  listLessonProgress,
  readLessonProgress,
  changeLessonProgress,
  readLearningSummary,
  listReviews,
  listAchievements,
  askForHelp,
  listHelpRequests,
  resolveHelpRequest,
  listCertificates,
  issueCertificate,
  readCertificatePdf,
  listIssuedCertificates,
  revokeCertificate,
  sendChat,
  listChatMessages,
  readChatStatus,
  markChatSeen,
  reportChat,
  resumeChat,
  receiveEmail,
  listAudit,
  createPaymentIntent,
  changeMonthlyGift,
  confirmDonation,
  startCheckout,
  readDonationSettings,
  openGiftCardPage,
  readMonthlyGift,
  paySandboxIntent,
  previewTribute,
  paySandboxCheckout,
  receivePaymentEvent,
  requestReceipts,
  listReceipts,
  emailReceipt,
  readSitePicture,
  ...newsletterApi,
  ...studyGroupApi,
  ...volunteerApi,
  ...safeguardingApi,
  ...adminApi,
} as const
