import type { MailText } from '../../../lib/mailer.ts';

export type RoleChange = 'member_added' | 'member_removed' | 'chief_added' | 'chief_removed';
type Params = {
  change: RoleChange;
  names: readonly string[];
  actor: string;
  team: string;
  project: string;
  link: string;
};

const did: Record<RoleChange, [english: string, chinese: string]> = {
  member_added: ['Added to the team', '加入團隊'],
  member_removed: ['Removed from the team', '移出團隊'],
  chief_added: ['Made chief', '成為組長'],
  chief_removed: ['No longer chief', '不再是組長'],
};

/** In both languages: the language of owners is not stored. */
export const rolesChangedMail = ({ change, names, actor, team, project, link }: Params): MailText => {
  const [english, chinese] = did[change];
  const list = names.map((name) => `- ${name || 'somebody without a name / 未填姓名'}`).join('\n');
  return {
    subject: `Roles in ${team} were changed with an API token / ${team} 的角色已透過 API 權杖變更`,
    text:
      `Hello,\n\nAn API token of ${actor} changed roles in the team ${team} of ${project}.\n\n${english}:\n${list}\n\n` +
      `If this should not have happened, correct it here and ask ${actor} to revoke the token:\n\n${link}\n\n` +
      `您好：\n\n${actor} 的 API 權杖變更了 ${project} 的 ${team} 的角色。\n\n${chinese}：\n${list}\n\n` +
      `若這並非預期的變更，請在此更正，並請 ${actor} 撤銷該權杖：\n\n${link}\n`,
  };
};
