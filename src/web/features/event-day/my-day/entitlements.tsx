import { Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OwnEntitlement } from '../../../../client/client.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { formatNumber, toHours } from '../../../../locales/format/numbers.ts';
import { useFieldLabels } from '../../forms/answers/field-labels.ts';
import { formKindOf } from '../variants.ts';
import { entitlementsQuery } from '../queries.ts';

/** What the person gets, has earned so far, and has borrowed. Nothing if that is nothing. */
export function Entitlements({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const list = useQuery(entitlementsQuery(pid)).data ?? [];
  if (list.length === 0) return null;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="entitlements">
      <Title order={2} size="h4" mb="sm" id="entitlements">
        {t('goods.mine.title')}
      </Title>
      <Stack component="ul" className="muster-plain-list" gap="md">
        {list.map((one) => (
          <li key={one.id}>
            <Text fw={600} className="muster-breaks">
              {one.name}
            </Text>
            <About entitlement={one} />
          </li>
        ))}
      </Stack>
    </Paper>
  );
}

function About({ entitlement }: { entitlement: OwnEntitlement }) {
  const { t, i18n } = useTranslation();
  const { kind, entitled, given, given_at: at, variant, progress, code, things } = entitlement;
  const due = Math.max(0, entitled - given);
  if (kind === 'loan')
    return (
      <Text>
        {t('goods.mine.borrowed', {
          things: formatList(
            things.map(({ label }) => label),
            i18n.language,
          ),
        })}
      </Text>
    );
  return (
    <>
      {kind === 'code' && entitled > 0 ? <Code code={code} /> : null}
      {variant === null ? null : <Variant variant={variant} />}
      {kind === 'item' && due > 0 ? <Text>{t('goods.mine.due', { count: due })}</Text> : null}
      {kind === 'item' && due === 0 && at !== null ? <Text>{t('goods.mine.had')}</Text> : null}
      {progress === null ? null : <Way name={entitlement.name} progress={progress} />}
    </>
  );
}

function Code({ code }: { code: string | null }) {
  const { t } = useTranslation();
  if (code === null) return <Text c="dimmed">{t('goods.mine.codeSoon')}</Text>;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('goods.mine.code')}
      </Text>
      <Text component="code" fz="xl" fw={650} ff="monospace" className="muster-breaks">
        {code}
      </Text>
    </>
  );
}

function Variant({ variant }: { variant: NonNullable<OwnEntitlement['variant']> }) {
  const { t } = useTranslation();
  const labels = useFieldLabels({ kind: formKindOf(variant.form_kind) });
  return (
    <Text c="dimmed">
      {t('goods.mine.size', { variant: variant.answers.map((answer) => labels.option(answer)).join(' · ') })}
    </Text>
  );
}

type WayProps = { name: string; progress: NonNullable<OwnEntitlement['progress']> };

/** "6 of 8 h to your shirt". */
function Way({ name, progress: { minutes, needed_minutes: needed, today } }: WayProps) {
  const { t, i18n } = useTranslation();
  const hours = (count: number) => formatNumber(toHours(count), i18n.language);
  const values = { done: hours(minutes), needed: hours(needed), name };
  const text = today ? t('goods.mine.progressToday', values) : t('goods.mine.progressTo', values);
  return (
    <>
      <Text>{text}</Text>
      <Progress value={(minutes / needed) * 100} aria-label={text} mt={4} maw="20rem" />
    </>
  );
}
