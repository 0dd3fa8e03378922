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
import { adminApi } from "./admin/api.ts"
import { listOwnAppointments, requestAppointment } from "./appointments.ts"
import { listAudit } from "./audit.ts"
import { listChatMessages, markChatSeen, readChatStatus, reportChat, resumeChat, sendChat } from "./chat.ts"
import { startCheckout } from "./donation-form.ts"
import {
  confirmDonation,
  createPaymentIntent,
  emailReceipt,
  listReceipts,
  paySandboxCheckout,
  paySandboxIntent,
  readDonationSettings,
  receivePaymentEvent,
  requestReceipts,
} from "./donations.ts"
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
import { joinMembership, sendContact } from "./outreach.ts"
import { listPosts, listTeam, listTestimonials, readPost, readSitePicture } from "./publishing.ts"

export const api = {
  login,
  logout,
  readUser,
  register,
  forgotPassword,
  resetPassword,
  resetPasswordByCode,
  changePassword,
  listSessions,
  endSession,
  endSessions,
  readProfile,
  changeProfile,
  uploadPicture,
  readPicture,
  exportData,
  exportProgress,
  deleteUser,
  joinMembership,
  sendContact,
  listTestimonials,
  listTeam,
  listPosts,
  readPost,
  requestAppointment,
  listOwnAppointments,
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
  paySandboxCheckout,
  receivePaymentEvent,
  requestReceipts,
  listReceipts,
  emailReceipt,
  readSitePicture,
  ...adminApi,
} as const
