import { Button, Checkbox, Group, NativeSelect, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from 'virtual:locales';
import { BatchProgress } from '../../../ui/batch-progress.tsx';
import { currentLanguage, isLanguage } from '../../../ui/i18n.ts';
import { EmailField } from './email-field.tsx';
import { useEmailList } from './email-list.ts';
import { maxEmails } from './emails.ts';
import { projectQuery } from '../../projects/queries.ts';
import type { InvitationRole } from './queries.ts';
import { AddedAtOnce, useAddAtOnce } from '../memberships/add-at-once.tsx';
import { RoomWarning } from './room-warning.tsx';
import { useInvite } from './use-invite.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';

const roles = ['member', 'chief', 'owner'] as const;

type InviteFormProps = { pid: string; tid: string; role: InvitationRole; onRole: (role: InvitationRole) => void };

/**
 * Invites people to a team by their addresses; if the organiser wants it, those who have an account join at once.
 * Addresses that could not be invited stay in the field.
 */
export function InviteForm({ pid, tid, role, onRole }: InviteFormProps) {
  const { t, i18n } = useTranslation();
  const [language, setLanguage] = useState(currentLanguage(i18n));
  const list = useEmailList(`invite:${pid}/${tid}`);
  const { people } = list;
  const [atOnce, setAtOnce] = useState(false);
  const project = useQuery(projectQuery(pid)).data;
  const maySetRole = project?.rights.edit === true;
  const invite = useInvite(pid, tid, { onEnd: list.settle, role: maySetRole ? role : 'member', language });
  const add = useAddAtOnce(pid, tid, language, list.settle);
  const isAdding = atOnce && role === 'member';
  const work = isAdding ? add : invite;
  return (
    <Stack gap="md">
      {project?.state === 'draft' ? <Text>{t('invite.draft')}</Text> : null}
      <EmailField list={list} disabled={work.running} onChange={add.reset} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {maySetRole ? (
          <Select
            label={t('invite.role')}
            description={t(`invite.roleHints.${role}`)}
            data={roles.map((value) => ({ value, label: t(`invite.roles.${value}`) }))}
            value={role}
            onChange={(value) => onRole(roles.find((one) => one === value) ?? 'member')}
            allowDeselect={false}
            disabled={work.running}
          />
        ) : null}
        <NativeSelect
          label={t('invite.language')}
          description={t('invite.languageHint')}
          data={languages.map(({ code, name }) => ({ value: code, label: name }))}
          value={language}
          onChange={({ currentTarget: { value } }) => setLanguage(isLanguage(value) ? value : undefined)}
          disabled={work.running}
        />
      </SimpleGrid>
      {role === 'member' ? (
        <Checkbox
          label={t('invite.atOnce')}
          description={t('invite.atOnceHint')}
          checked={atOnce}
          disabled={work.running}
          onChange={(event) => setAtOnce(event.currentTarget.checked)}
        />
      ) : null}
      {role === 'owner' ? null : <RoomWarning pid={pid} tid={tid} people={people.length} />}
      {work.running ? (
        <BatchProgress label={t('invite.title')} done={work.done} all={work.all} onStop={work.stop} />
      ) : (
        <Group>
          <Button disabled={people.length === 0 || people.length > maxEmails} onClick={() => work.run(people)}>
            {t(isAdding ? 'invite.addOrInvite' : 'invite.send', { count: people.length })}
          </Button>
        </Group>
      )}
      <Stack gap="md" aria-live="polite">
        {add.answers.length === 0 || add.running ? null : <AddedAtOnce outcomes={add.answers} />}
        {work.error === undefined ? null : <OrganiserProblem error={work.error} />}
      </Stack>
    </Stack>
  );
}
