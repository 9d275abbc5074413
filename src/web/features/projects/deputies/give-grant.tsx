import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewGrant, Project } from '../../../../client/client.ts';
import { currentTime } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { fromZonedInput, toZonedInput } from '../../../../locales/format/zoned-time.ts';
import { grantDaysAfterEvent, grantRoles, needsPasskey, usualGrantDays } from '../../../../shared/deputies.ts';
import type { GrantRole } from '../../../../shared/deputies.ts';
import { useChange } from '../../../ui/change.ts';
import { fieldErrors, focusFirstError } from '../../../ui/editing/field-errors.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { SentenceGap } from '../../../ui/sentence-gap.tsx';
import { looksLikeUsualEmail } from '../../sign-in/email-pattern.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { PersonPicker } from '../../users/person-picker.tsx';
import { ownersQuery } from '../queries.ts';
import { giveGrant } from './queries.ts';

type Deputy = { uid: string; name: string } | { email: string };

const dayMs = 86_400_000;

/** Who, which part, until when, and why. */
export function GiveGrant({ project, onDone }: { project: Project; onDone: () => void }) {
  const { t } = useTranslation();
  const { pid, timezone } = project;
  const formId = useId();
  const [deputy, setDeputy] = useState<Deputy>();
  const [role, setRole] = useState<GrantRole>('finance');
  const [chosenTid, setTid] = useState('');
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState(() => usualEnd(timezone));
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const teams = (useQuery(teamsQuery(pid)).data ?? []).filter(({ disabled }) => !disabled);
  const owners = useQuery(ownersQuery(pid)).data ?? [];
  const tid = chosenTid === '' ? (teams[0]?.tid ?? '') : chosenTid;
  const give = useChange(giveGrant(pid), {
    message: (_, { name }) => t('deputies.given', { name: shownName(t, name) }),
    onDone,
  });
  const missing = {
    deputy: isTried && deputy === undefined ? t('deputies.whoMissing') : undefined,
    until: isTried && until === '' ? t('deputies.untilMissing') : undefined,
    reason: isTried && reason.trim() === '' ? t('deputies.reasonMissing') : undefined,
  };
  const errors = fieldErrors(give.error, { errorText: (field, detail) => problemOf(t, field, detail) });
  const submit = () => {
    focusFirstError(formId, () => setTried(true));
    if (deputy === undefined || until === '' || reason.trim() === '') return;
    const who = 'uid' in deputy ? { uid: deputy.uid } : deputy;
    const starts = fromZonedInput(from, timezone);
    const body: NewGrant = {
      ...who,
      role,
      ...(role === 'chief' && { tid }),
      ...(starts !== null && { from: starts }),
      until: fromZonedInput(until, timezone) ?? '',
      reason: reason.trim(),
    };
    give.mutate(body);
  };
  const deputyError = missing.deputy ?? errors['uid'] ?? errors['email'];
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md" maw="44rem">
        {deputy === undefined ? (
          <PersonPicker
            label={t('deputies.who')}
            hint={t('deputies.whoHint')}
            action={t('deputies.choose')}
            taken={new Set(owners.map(({ uid }) => uid))}
            takenText={t('manage.owners.isOwner')}
            renderNobody={(typed) =>
              looksLikeUsualEmail(typed) ? (
                <Group gap="sm">
                  <Text size="sm" className="muster-breaks">
                    {t('deputies.byAddress', { email: typed })}
                  </Text>
                  <Button size="xs" variant="default" onClick={() => setDeputy({ email: typed })}>
                    {t('deputies.chooseAddress')}
                  </Button>
                </Group>
              ) : null
            }
            onPick={({ uid, name }) => setDeputy({ uid, name })}
          />
        ) : (
          <Group gap="sm">
            <Text fw={550} className="muster-breaks">
              {'uid' in deputy ? shownName(t, deputy.name) : deputy.email}
            </Text>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                setDeputy(undefined);
                give.reset();
              }}
            >
              {t('deputies.chooseAnother')}
            </Button>
          </Group>
        )}
        {deputyError === undefined ? null : (
          <Text size="sm" c="red" role="alert">
            {deputyError}
          </Text>
        )}
        <Group align="flex-start" grow preventGrowOverflow={false}>
          <NativeSelect
            label={t('deputies.part')}
            value={role}
            onChange={({ currentTarget: { value } }) => setRole(grantRoles.find((one) => one === value) ?? 'finance')}
            data={grantRoles.map((value) => ({
              value,
              label: value === 'chief' ? t('deputies.chiefOfATeam') : t(`notices.parts.${value}`),
            }))}
          />
          {role === 'chief' ? (
            <NativeSelect
              label={t('deputies.team')}
              value={tid}
              error={errors['tid']}
              onChange={({ currentTarget: { value } }) => setTid(value)}
              data={teams.map((team) => ({ value: team.tid, label: team.name }))}
            />
          ) : null}
        </Group>
        <Text size="sm" c="dimmed">
          {t(`deputies.about.${role}`)}
          {needsPasskey(role) ? <SentenceGap /> : null}
          {needsPasskey(role) ? t('deputies.passkey') : null}
        </Text>
        <Group align="flex-start" grow preventGrowOverflow={false}>
          <TextInput
            type="datetime-local"
            label={t('deputies.from')}
            description={t('deputies.fromHint')}
            value={from}
            error={errors['from']}
            onChange={({ currentTarget: { value } }) => setFrom(value)}
          />
          <TextInput
            type="datetime-local"
            label={t('deputies.until')}
            description={t('deputies.zone', { zone: timezone })}
            value={until}
            error={missing.until ?? errors['until']}
            onChange={({ currentTarget: { value } }) => setUntil(value)}
          />
        </Group>
        <TextInput
          label={t('deputies.reason')}
          description={t('deputies.reasonHint')}
          value={reason}
          error={missing.reason ?? errors['reason']}
          onChange={({ currentTarget: { value } }) => setReason(value)}
          maxLength={200}
        />
        {give.isError && Object.keys(errors).length === 0 ? (
          <OrganiserProblem error={give.error} texts={{ already_exists: t('deputies.hasItThen') }} />
        ) : null}
        <div>
          <Button type="submit" loading={give.isPending}>
            {t('deputies.give')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

const usualEnd = (timezone: string): string =>
  toZonedInput(new Date(Date.parse(currentTime()) + usualGrantDays * dayMs).toISOString(), timezone);

/** The server says it in English. */
function problemOf(t: TFunction, field: string, detail: string): string {
  if (field === 'until') return t('deputies.untilWrong', { days: grantDaysAfterEvent });
  if (field === 'from') return t('deputies.fromWrong');
  if (detail.startsWith('is an owner')) return t('manage.owners.isOwner');
  if (detail.startsWith('leads this team')) return t('deputies.leadsAlready');
  if (field === 'email' || field === 'uid') return t('deputies.cannotSignIn');
  return detail;
}
