import { Badge } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { SearchIcon } from '../../../ui/icons.tsx';
import { openSearch } from '../../search/open-search.ts';
import styles from './manage-layout.module.css';
import { CollapseIcon, entryIcons, EventPageIcon, HelpIcon, MenuIcon, TeamIcon } from './menu-icons.tsx';
import type { Menu, MenuLink } from './menu.ts';

type ManageMenuProps = { project: Project; menu: Menu };

const loadSheet = () => import('./menu-sheet.tsx');
const MenuSheet = lazy(async () => ({ default: (await loadSheet()).MenuSheet }));

/** The menu is at the side, where it can be reduced to icons; on phones a bar at the thumb opens it as a sheet. */
export function ManageMenu({ project, menu }: ManageMenuProps) {
  const { t } = useTranslation();
  const [narrow, setNarrow] = useLocalStorage({
    key: 'muster:narrow-menu',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const label = t('manage.navigation', { project: project.name });
  return (
    <>
      <nav aria-label={label} className={styles.side} data-narrow={narrow || undefined}>
        <MenuLinks project={project} menu={menu} />
        <button
          type="button"
          className={`${styles.entry} ${styles.collapse}`}
          aria-pressed={narrow}
          title={t('manage.menu.narrow')}
          onClick={() => setNarrow(!narrow)}
        >
          <CollapseIcon />
          <span className={styles.text}>{t('manage.menu.narrow')}</span>
        </button>
      </nav>
      <PhoneBar label={label} name={openName(menu) ?? t('project.nav.manage')}>
        {(close) => <MenuLinks project={project} menu={menu} onOpen={close} />}
      </PhoneBar>
    </>
  );
}

const openName = ({ entries, teams }: Menu): string | undefined =>
  [...teams, ...entries].find(({ current }) => current)?.text;

type PhoneBarProps = { label: string; name: string; children: (close: () => void) => ReactNode };

function PhoneBar({ label, name, children }: PhoneBarProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  return (
    <nav aria-label={label} className={styles.bar}>
      <button
        type="button"
        className={styles.barButton}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onPointerEnter={() => void loadSheet().catch(() => {})}
        onClick={() => {
          setIsWanted(true);
          setOpened(true);
        }}
      >
        <MenuIcon />
        {name}
      </button>
      <button type="button" className={styles.barIcon} aria-label={t('search.title')} onClick={openSearch}>
        <SearchIcon />
      </button>
      {isWanted ? (
        <Suspense>
          <MenuSheet opened={opened} title={label} onClose={() => setOpened(false)}>
            {children(() => setOpened(false))}
          </MenuSheet>
        </Suspense>
      ) : null}
    </nav>
  );
}

type MenuLinksProps = ManageMenuProps & { onOpen?: () => void };

function MenuLinks({ project: { pid, rights }, menu: { entries, teams }, onOpen }: MenuLinksProps) {
  const { t } = useTranslation();
  const guide = rights.edit ? 'owners' : 'chiefs';
  const links: { icon: ReactNode; link: MenuLink }[] = [
    {
      icon: <EventPageIcon />,
      link: {
        key: 'event',
        text: t('manage.menu.eventPage'),
        link: { to: '/projects/$pid', params: { pid } },
        current: false,
      },
    },
    {
      icon: <HelpIcon />,
      link: {
        key: 'help',
        text: t('shell.guides.title'),
        link: { to: '/help/$guide', params: { guide } },
        current: false,
      },
    },
  ];
  return (
    <>
      {entries.map((entry) => (
        <EntryLink key={entry.key} entry={entry} icon={entryIcons[entry.key]} onOpen={onOpen} />
      ))}
      {teams.length === 0 ? null : <div className={styles.title}>{t('homes.frame.ownTeams')}</div>}
      {teams.map((team) => (
        <EntryLink key={team.key} entry={team} icon={<TeamIcon />} onOpen={onOpen} />
      ))}
      <hr className={styles.rule} />
      {links.map(({ icon, link }) => (
        <EntryLink key={link.key} entry={link} icon={icon} onOpen={onOpen} />
      ))}
    </>
  );
}

type EntryLinkProps = { entry: MenuLink; icon: ReactNode; onOpen: (() => void) | undefined };

function EntryLink({ entry: { text, link, current, count = 0 }, icon, onOpen }: EntryLinkProps) {
  return (
    <Link
      {...link}
      // The router would mark every link whose path the address begins with.
      activeOptions={{ exact: true, includeSearch: true }}
      {...(current && { 'aria-current': 'page' as const })}
      className={styles.entry}
      title={text}
      onClick={onOpen}
    >
      {icon}
      <span className={styles.text}>{text}</span>
      {count === 0 ? null : (
        <Badge size="xs" component="span" className={styles.count}>
          {count}
        </Badge>
      )}
    </Link>
  );
}
