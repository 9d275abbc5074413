import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, call } from '../../api.ts';
import { useDraft } from '../../ui/drafts.ts';
import { usePortioned } from '../../ui/portioned.ts';
import { WorkProgress } from '../../ui/work-progress.tsx';
import { AddressField } from './address-field.tsx';
import { addressesIn, mostAddresses } from './addresses.ts';
import { PasteOutcome } from './paste-outcome.tsx';
import type { AddedPerson, Outcome } from './paste-outcome.tsx';
import { WhyAlert } from './why.tsx';

type PasteAddressesProps = { pid: string; tid: string };

const portion = 50;

/** The position of the person that a complaint is about: `/people/3/email`. */
const positionOf = (pointer: string): number => Number.parseInt(/^\/people\/(\d+)/.exec(pointer)?.[1] ?? '', 10);

/** Adds those who have an account; the service adds all or nobody, so the others are left out of a second try. */
async function addKnown(path: { pid: string; tid: string }, emails: readonly string[]): Promise<Outcome> {
  const add = async (known: readonly string[]): Promise<AddedPerson[]> => {
    if (known.length === 0) return [];
    const { data } = await call('add_members', { path, body: { people: known.map((email) => ({ email })) } });
    return data.map(({ name, outcome }, index) => ({ email: known[index] ?? '', name, outcome }));
  };
  try {
    return { added: await add(emails), unknown: [] };
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'unknown_person') throw error;
    const blamed = new Set(error.errors.map(({ pointer }) => positionOf(pointer)));
    return {
      added: await add(emails.filter((_, index) => !blamed.has(index))),
      unknown: emails.filter((_, index) => blamed.has(index)),
    };
  }
}

/** Adds everybody of a list, says of each what became of them, and offers to invite those without an account. */
export function PasteAddresses({ pid, tid }: PasteAddressesProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  // Addresses of other people stay in this tab.
  const draft = useDraft<string>(`addresses:${pid}/${tid}`, 'tab');
  const [text, setText] = useState(draft.found?.values ?? '');
  const keep = (value: string) => {
    setText(value);
    if (value === '') draft.drop();
    else draft.keep({ values: value, base: undefined });
  };
  const add = usePortioned({
    size: portion,
    send: (emails: string[]) => addKnown({ pid, tid }, emails),
    onEnd: (_answers, left) => {
      keep(left.join('\n'));
      void queryClient.invalidateQueries();
    },
  });
  const { addresses } = addressesIn(text);
  return (
    <Stack gap="md">
      <AddressField
        value={text}
        disabled={add.running}
        onChange={(value) => {
          keep(value);
          add.reset();
        }}
      />
      {add.running ? (
        <WorkProgress label={t('manage.team.addTitle')} done={add.done} all={add.all} onStop={add.stop} />
      ) : (
        <Group>
          <Button
            disabled={addresses.length === 0 || addresses.length > mostAddresses}
            onClick={() => add.run(addresses)}
          >
            {t('manage.paste.add', { count: addresses.length })}
          </Button>
        </Group>
      )}
      <Stack gap="md" aria-live="polite">
        {add.answers.length === 0 || add.running ? null : <PasteOutcome pid={pid} tid={tid} outcomes={add.answers} />}
        {add.error === undefined ? null : <WhyAlert error={add.error} />}
      </Stack>
    </Stack>
  );
}
