import type { Texts } from '../en.ts';
import type { listingEn } from '../en/listing.ts';

export const listingZhTW: Texts<typeof listingEn> = {
  choice: '在公開的工作人員名單中顯示我的姓名',
  shownNow: '加入團隊後，任何人都可以在 {{project}} 的公開工作人員名單中看到您的姓名。',
  notShownNow: '{{project}} 的公開工作人員名單不會顯示您。',
  hiddenByProfile: '您的個人檔案設定為不出現在任何公開名單中。<profile>前往更改</profile>。',
  none: '{{project}} 沒有公開的工作人員名單。',
  saved: '已儲存，公開名單立即更新。',
  question: '{{project}} 的公開工作人員名單',
  questionShown: '任何人都可以在名單中看到您的姓名。您尚未表示是否願意。',
  questionNotShown: '名單中沒有您的姓名。若您願意，可以列名。',
  yes: '顯示我的姓名',
  no: '不要顯示我的姓名',
  yesIn: '{{project}}：顯示我的姓名',
  noIn: '{{project}}：不要顯示我的姓名',
  title: '公開的工作人員名單',
  settingLead: '活動網站與任何人都能看到的名單中，要列出哪些人。',
  settings: {
    everyone: '所有團隊成員',
    everyoneHint: '成員隨時可以選擇不列名。',
    agreed: '只列出同意的人',
    agreedHint: '加入時會詢問，在同意之前不會列名。',
    nobody: '不列出任何人',
    nobodyHint: '名單只顯示團隊，不顯示成員。',
  },
};
