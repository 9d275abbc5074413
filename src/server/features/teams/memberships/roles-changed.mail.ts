import type { MailText } from '../../../lib/mailer.ts';

export type RoleChange =
  | 'member_added'
  | 'member_removed'
  | 'chief_added'
  | 'chief_removed'
  | 'team_disabled'
  | 'team_enabled';
type Params = {
  change: RoleChange;
  names: readonly string[];
  actor: string;
  team: string;
  project: string;
  link: string;
  auditLink: string;
  perHour: number;
};

const did: Record<RoleChange, [english: string, chinese: string]> = {
  member_added: ['Added to the team', '加入團隊'],
  member_removed: ['Removed from the team', '移出團隊'],
  chief_added: ['Made chief', '成為組長'],
  chief_removed: ['No longer chief', '不再是組長'],
  team_disabled: ['Team switched off, so that its people have no roles', '停用團隊，其成員不再有角色'],
  team_enabled: ['Team switched on again, so that its people have their roles', '重新啟用團隊，其成員恢復角色'],
};

/** In both languages: it goes to several people. */
export const rolesChangedMail = ({
  change,
  names,
  actor,
  team,
  project,
  link,
  auditLink,
  perHour,
}: Params): MailText => {
  const [english, chinese] = did[change];
  const lines = names.map((name) => `\n- ${name || 'somebody without a name / 未填姓名'}`);
  const listed = (what: string, colon: string) => (lines.length === 0 ? what : `${what}${colon}${lines.join('')}`);
  return {
    subject: `Roles in ${team} were changed with an API token / ${team} 的角色已透過 API 權杖變更`,
    text:
      `Hello,\n\nAn API token of ${actor} changed roles in the team ${team} of ${project}.\n\n${listed(english, ':')}\n\n` +
      `If this should not have happened, correct it here and ask ${actor} to revoke the token:\n\n${link}\n\n` +
      `You get at most ${perHour} of these emails in an hour. The audit log has every change:\n\n${auditLink}\n\n` +
      `您好：\n\n${actor} 的 API 權杖變更了 ${project} 的 ${team} 的角色。\n\n${listed(chinese, '：')}\n\n` +
      `若這並非預期的變更，請在此更正，並請 ${actor} 撤銷該權杖：\n\n${link}\n\n` +
      `這類郵件每小時最多 ${perHour} 封，所有變更都在稽核紀錄中：\n\n${auditLink}\n`,
  };
};
