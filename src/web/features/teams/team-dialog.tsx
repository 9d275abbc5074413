import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RosterEntry, Team } from '../../../client/client.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ChiefsDialog } from './memberships/chiefs-dialog.tsx';
import { NewTeamForm } from './new-team-form.tsx';
import { TeamSettingsForm } from './team-settings-form.tsx';

/** The open dialog, as in the URL. */
export type TeamSearch = { create?: true; edit?: string; chiefs?: string };
type Shown = { kind: 'create' | 'edit' | 'chiefs'; team: Team | undefined };

type TeamDialogProps = {
  pid: string;
  search: TeamSearch;
  teams: readonly Team[];
  chiefsOf: (tid: string) => readonly RosterEntry[];
  onClose: () => void;
};

/** One dialog for all forms of the page, so that a link from one form to another never shows two dialogs. */
export function TeamDialog({ pid, search, teams, chiefsOf, onClose }: TeamDialogProps) {
  const { t } = useTranslation();
  const open = shownIn(search, teams);
  const [last, setLast] = useState(open);
  if (open !== undefined && (open.kind !== last?.kind || open.team !== last.team)) setLast(open);
  // The last form stays while the closing dialog fades out.
  const shown = open ?? last;
  if (shown === undefined) return null;
  const { kind, team } = shown;
  const name = team?.name ?? '';
  const title = {
    create: t('manage.teams.new'),
    edit: t('manage.teams.editTitle', { name }),
    chiefs: t('manage.teams.chiefsOf', { name }),
  }[kind];
  return (
    <Dialog opened={open !== undefined} title={title} onClose={onClose}>
      {team === undefined ? (
        <NewTeamForm pid={pid} onDone={onClose} />
      ) : kind === 'edit' ? (
        <TeamSettingsForm key={team.tid} pid={pid} tid={team.tid} onDone={onClose} />
      ) : (
        <ChiefsDialog key={team.tid} pid={pid} tid={team.tid} chiefs={chiefsOf(team.tid)} />
      )}
    </Dialog>
  );
}

function shownIn({ create, edit, chiefs }: TeamSearch, teams: readonly Team[]): Shown | undefined {
  if (create === true) return { kind: 'create', team: undefined };
  const team = teams.find(({ tid }) => tid === (edit ?? chiefs));
  if (team === undefined) return undefined;
  return { kind: edit === undefined ? 'chiefs' : 'edit', team };
}
