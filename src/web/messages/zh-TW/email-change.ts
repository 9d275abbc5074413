import type { Texts } from '../en.ts';
import type { emailChangeEn } from '../en/email-change.ts';

export const emailChangeZhTW: Texts<typeof emailChangeEn> = {
  title: '電子郵件地址',
  lead: '您以 {{email}} 登入，郵件也會寄到這裡。',
  new: '新地址',
  send: '變更地址',
  sent: '若 {{email}} 可以使用，郵件已經寄出。請在一小時內以此瀏覽器開啟其中的連結。',
  confirmTitle: '要變更地址嗎？',
  confirmText: '您的帳號 {{email}} 將改用收到此連結的地址。',
  confirm: '使用新地址',
  signInFirst: '請在您已登入的瀏覽器中開啟連結，或在此以舊地址登入後再次開啟。',
  doneTitle: '地址已變更',
  doneText: '您的舊地址已收到通知信，七天內可以復原。',
  home: '繼續',
  invalidTitle: '此連結已失效',
  invalidText: '連結僅能使用一次，一小時內有效，且僅限提出要求的帳號。您可以重新索取。',
  revertTitle: '要恢復舊地址嗎？',
  revertText: '您的帳號將恢復使用舊地址、登出所有裝置，並在 24 小時內無法變更登入方式。',
  revert: '恢復舊地址',
  revertedTitle: '已恢復舊地址',
  revertedText: '帳號已從所有裝置登出，請以舊地址重新登入。',
  revertInvalidText: '連結僅能使用一次，七天內有效。',
};
