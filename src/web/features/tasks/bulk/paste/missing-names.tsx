import { Button, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ImportedTasks, Project } from '../../../../../client/client.ts';
import { nameKey } from '../../../../../locales/format/names.ts';
import { joinSentences } from '../../../../../locales/format/sentences.ts';
import { useWhomToAsk } from '../../../../ui/problems/no-access.tsx';
import { ownersQuery } from '../../../projects/queries.ts';
import { useKnownNames } from '../../catalogue/known-names.ts';
import type { NamedList, NewNames } from '../queries.ts';

type Missing = { name: string; lines: number };
export type MissingNames = Record<NamedList, Missing[]>;

const codes = { places: 'unknown_place', kinds: 'unknown_kind' } as const;
const columns = { places: 'place', kinds: 'kind' } as const;
const lists = ['places', 'kinds'] as const;
const shown = 20;
/** The API refuses longer names of locations and kinds. */
const maxName = 100;

export const isMissingName = ({ code }: ImportedTasks['errors'][number]): boolean =>
  lists.some((list) => code === codes[list]);

/** Lists each missing name once, however often it is in the table, and with whichever capitals and spaces. */
export function findMissing({ columns: order, lines, errors }: ImportedTasks): MissingNames {
  const cellsOf = new Map(lines.map(({ line, cells }) => [line, cells]));
  const missingIn = (list: NamedList): Missing[] => {
    const cells = errors
      .filter(({ code }) => code === codes[list])
      .map(({ line }) => cellsOf.get(line)?.[order.indexOf(columns[list])] ?? '');
    return [...Map.groupBy(cells, nameKey).values()].map((same) => ({ name: same[0] ?? '', lines: same.length }));
  };
  return { places: missingIn('places'), kinds: missingIn('kinds') };
}

type MissingNamesListProps = {
  project: Project;
  missing: MissingNames;
  creating: NamedList | undefined;
  onCreate: (names: NewNames) => void;
};

/** Missing locations and kinds of tasks, one per line, with a button that creates them. */
export function MissingNamesList({ project, missing, creating, onCreate }: MissingNamesListProps) {
  const { t, i18n } = useTranslation();
  const known = useKnownNames(project.pid);
  const named = lists.filter((list) => missing[list].length > 0);
  if (named.length === 0) return null;
  return (
    <Stack gap="sm" mt="sm">
      {named.map((list) => {
        const all = missing[list];
        const names = all.map(({ name }) => name);
        const creatable = names.filter((name) => name.length <= maxName);
        return (
          <div key={list}>
            <Text size="sm" fw={600}>
              {t(`series.paste.missingIn.${list}`)}
            </Text>
            <List size="sm">
              {all.slice(0, shown).map(({ name, lines }) => (
                <List.Item key={name}>{t('series.paste.missingName', { name, count: lines })}</List.Item>
              ))}
            </List>
            <Text size="sm">
              {joinSentences(
                [
                  all.length > shown ? t('series.losses.more', { count: all.length - shown }) : '',
                  ...known(codes[list], names),
                ],
                i18n.language,
              )}
            </Text>
            {project.rights.edit && creatable.length > 0 ? (
              <Button
                mt="xs"
                size="xs"
                loading={creating === list}
                disabled={creating !== undefined}
                onClick={() => onCreate({ list, names: creatable })}
              >
                {t(`series.paste.createNames.${list}`, { count: creatable.length })}
              </Button>
            ) : null}
          </div>
        );
      })}
      {project.rights.edit ? null : <WhomToAsk project={project} />}
    </Stack>
  );
}

function WhomToAsk({ project: { pid, rights } }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const owners = useQuery({ ...ownersQuery(pid), enabled: rights.see_owners });
  const ask = useWhomToAsk((owners.data ?? []).map(({ name }) => name));
  return <Text size="sm">{joinSentences([t('series.paste.askNames'), ask], i18n.language)}</Text>;
}
