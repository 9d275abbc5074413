import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddedMembers } from '../../../client/client.ts';
import { ApiProblem, call } from '../../api.ts';
import { useDraft } from '../../ui/drafts.ts';
import { addressesIn, mostAddresses } from './addresses.ts';
import { useChange } from './changes.ts';
import { PasteOutcome } from './paste-outcome.tsx';
import { WhyAlert } from './why.tsx';

type PasteAddressesProps = { pid: string; tid: string };

/** Adds everybody of a list at once, and says of each what became of them. */
export function PasteAddresses({ pid, tid }: PasteAddressesProps) {
  const { t } = useTranslation();
  // Addresses of other people stay in this tab.
  const draft = useDraft<string>(`addresses:${pid}/${tid}`, 'tab');
  const [text, setText] = useState(draft.found?.values ?? '');
  const [answer, setAnswer] = useState<{ asked: string[]; added: AddedMembers['data'] }>();
  const { addresses, others } = addressesIn(text);
  const type = (value: string) => {
    setText(value);
    setAnswer(undefined);
    draft.keep({ values: value, base: undefined });
  };
  const add = useChange({
    change: (emails: string[]) =>
      call('add_members', { path: { pid, tid }, body: { people: emails.map((email) => ({ email })) } }),
    onDone: (asked, { data }) => {
      setAnswer({ asked, added: data });
      const left = addressesIn(text).addresses.filter((email) => !asked.includes(email));
      setText(left.join('\n'));
      draft.drop();
    },
  });
  const tooMany = addresses.length > mostAddresses;
  const refused = add.error instanceof ApiProblem && add.error.errors.length > 0 ? add.error : undefined;
  return (
    <Stack gap="md">
      <Textarea
        label={t('manage.paste.label')}
        description={t('manage.paste.hint')}
        placeholder={t('manage.paste.placeholder')}
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        spellCheck={false}
        onChange={(event) => type(event.currentTarget.value)}
        error={tooMany ? t('manage.paste.tooMany', { count: mostAddresses }) : undefined}
      />
      {others.length === 0 ? null : (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('manage.paste.others', { words: others.slice(0, 5).join(', ') })}
        </Text>
      )}
      <Group>
        <Button
          disabled={addresses.length === 0 || tooMany}
          loading={add.isPending}
          onClick={() => add.mutate(addresses)}
        >
          {t('manage.paste.add', { count: addresses.length })}
        </Button>
      </Group>
      <div aria-live="polite">
        {answer === undefined ? null : <PasteOutcome asked={answer.asked} added={answer.added} />}
        {add.isError && refused === undefined ? <WhyAlert error={add.error} /> : null}
        {refused === undefined ? null : (
          <PasteOutcome asked={add.variables ?? []} problem={refused} onAddOthers={(emails) => add.mutate(emails)} />
        )}
      </div>
    </Stack>
  );
}
