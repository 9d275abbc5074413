import { mailInLanguage } from '../../../lib/mailer.ts';
import type { MailText } from '../../../lib/mailer.ts';

export type Appearance = 'shown' | 'not_shown' | 'no_list';
type Params = { appearance: Appearance; actor: string; team: string; project: string; link: string };

const english: Record<Appearance, string> = {
  shown:
    'The public staff list of the project shows your name. If you do not want that, say so on your home page, and it changes at once:',
  not_shown: 'The public staff list of the project does not show your name. You can change that on your home page:',
  no_list: 'You find the team on your home page:',
};

const chinese: Record<Appearance, string> = {
  shown: '專案的公開工作人員名單會顯示您的姓名。若您不願意，可以在首頁更改，立即生效：',
  not_shown: '專案的公開工作人員名單不會顯示您的姓名。您可以在首頁更改：',
  no_list: '您可以在首頁看到這個團隊：',
};

export const teamAddedMail = mailInLanguage(
  ({ appearance, actor, team, project, link }: Params): MailText => ({
    subject: `You were added to ${team}`,
    text:
      `Hello,\n\n${actor || 'an organiser'} added you to the team ${team} of ${project}.\n\n${english[appearance]}\n\n${link}\n\n` +
      'If you do not want to be in the team, you can leave it on its page.\n',
  }),
  ({ appearance, actor, team, project, link }: Params): MailText => ({
    subject: `您已加入 ${team}`,
    text:
      `您好：\n\n${actor || '主辦單位'} 已將您加入 ${project} 的 ${team}。\n\n${chinese[appearance]}\n\n${link}\n\n` +
      '若您不想加入，可以在團隊頁面退出。\n',
  }),
);
