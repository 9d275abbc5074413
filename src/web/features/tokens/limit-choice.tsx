import { NativeSelect, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { projectsQuery } from '../projects/queries.ts';
import { ScopeChoice } from '../service-accounts/scope-choice.tsx';
import type { Scope } from '../service-accounts/scopes.ts';

type LimitChoiceProps = {
  /** Empty: the token is not limited. */
  project: string;
  chosen: Scope[];
  onProject: (pid: string) => void;
  onScopes: (scopes: Scope[]) => void;
};

/** Where a token works, and for what. */
export function LimitChoice({ project, chosen, onProject, onScopes }: LimitChoiceProps) {
  const { t } = useTranslation();
  const projects = useInfiniteQuery(projectsQuery);
  const offered = projects.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Stack gap="md">
      <NativeSelect
        label={t('limits.label')}
        description={t('limits.hint')}
        value={project}
        onChange={(event) => onProject(event.currentTarget.value)}
        data={[
          { value: '', label: t('limits.everywhere') },
          ...offered.map(({ pid, name }) => ({ value: pid, label: name })),
        ]}
        maw="32rem"
      />
      {project === '' ? null : <ScopeChoice value={chosen} onChange={onScopes} />}
    </Stack>
  );
}
