import { Trans, useTranslation } from 'react-i18next';
import type { MyDayTask } from '../../../client/client.ts';
import { formatChoice } from '../../../locales/format/lists.ts';
import { shownName } from '../../../locales/format/names.ts';
import { ContactLinks } from './contact-links.tsx';
import { hasContact } from './has-contact.ts';
import { MailingList } from './mailing-list.tsx';

const maxCalled = 2;

type ChiefContactsProps = { task: Pick<MyDayTask, 'chiefs' | 'mailing_list'>; none: (names: string) => string };

/** How to reach the chiefs of a task: what they share with the person, and the mailing list of the team. */
export function ChiefContacts({ task: { chiefs, mailing_list: list }, none }: ChiefContactsProps) {
  const { t, i18n } = useTranslation();
  const reachable = chiefs.flatMap(({ name, contact }) =>
    contact === undefined || !hasContact({ contact }) ? [] : { name, contact },
  );
  const names = chiefs.map(({ name }) => shownName(t, name));
  return (
    <>
      {reachable.slice(0, maxCalled).map(({ name, contact }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- names can be the same, and the order stays
        <div key={place}>
          {shownName(t, name)}
          <ContactLinks contact={contact} />
        </div>
      ))}
      {reachable.length > 0 || names.length === 0 ? null : <div>{none(formatChoice(names, i18n.language))}</div>}
      {list === '' ? null : (
        <div>
          <Trans i18nKey="project.teams.mailingList" components={{ list: <MailingList address={list} /> }} />
        </div>
      )}
    </>
  );
}
