import { Trans, useTranslation } from 'react-i18next';
import type { AllocationDetails } from '../../../../client/client.ts';
import { listParts } from '../../../../locales/format/lists.ts';
import { PageLink } from '../../../ui/links.tsx';

type SuggestionProps = {
  pid: string;
  fix: AllocationDetails['gaps'][number]['fix'];
  nameOf: (person: { uid: string; name: string }) => string;
};

/** What would help a task without enough people. */
export function Suggestion({ pid, fix, nameOf }: SuggestionProps) {
  const { t } = useTranslation();
  switch (fix.kind) {
    case 'ask_birthday':
    case 'ask_unavailable':
    case 'more_hours':
      return <Trans i18nKey={`drafts.fixes.${fix.kind}`} components={{ names: <Names {...{ pid, fix, nameOf }} /> }} />;
    case 'teach':
      return fix.skills.length === 0
        ? t('drafts.fixes.teach', { count: fix.people })
        : t('drafts.fixes.teach', { context: 'named', count: fix.people, names: fix.skills });
    default:
      return t(`drafts.fixes.${fix.kind}`, { count: fix.people });
  }
}

/** "Ada, Grace and 4 more", with a link to each of them. */
function Names({ pid, fix: { people, ask }, nameOf }: SuggestionProps) {
  const { t, i18n } = useTranslation();
  const names = ask.map(nameOf);
  const others = people - ask.length;
  if (others > 0) names.push(t(ask.length === 0 ? 'drafts.people' : 'drafts.others', { count: others }));
  return listParts(names, i18n.language).map(({ text, word }) => {
    const person = word === undefined ? undefined : ask[word];
    if (person === undefined) return text;
    return (
      <PageLink key={person.uid} to="/projects/$pid/people/$uid" params={{ pid, uid: person.uid }} inherit>
        {text}
      </PageLink>
    );
  });
}
