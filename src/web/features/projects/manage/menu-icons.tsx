import type { ReactNode } from 'react';
import { CalendarIcon, Icon, ListIcon, MailIcon, MoneyIcon, PeopleIcon } from '../../../ui/icons.tsx';
import type { ManageEntry } from '../../../../shared/manage-pages.ts';

/** The icons of the menu for organisers. */
export const entryIcons: Record<ManageEntry['entry'], ReactNode> = {
  overview: (
    <Icon>
      <path d="M4 11.2 12 4.5l8 6.7M6 9.8v9.7h12V9.8M10 19.5v-5h4v5" />
    </Icon>
  ),
  people: <PeopleIcon />,
  tasks: <CalendarIcon />,
  forms: <ListIcon />,
  messages: <MailIcon />,
  eventDay: (
    <Icon>
      <path d="M12 20.5s6.5-5.6 6.5-10.6a6.5 6.5 0 0 0-13 0c0 5 6.5 10.6 6.5 10.6Z" />
      <path d="m9.5 9.8 1.8 1.8 3.2-3.4" />
    </Icon>
  ),
  money: <MoneyIcon />,
  results: (
    <Icon>
      <path d="M4 4.5v15h16M8.5 16v-4.5M13 16V8M17.5 16v-6" />
    </Icon>
  ),
  connections: (
    <Icon>
      <path d="M9.5 14.5 14.5 9.5M8 11l-2.3 2.3a3.5 3.5 0 0 0 5 5L13 16M11 8l2.3-2.3a3.5 3.5 0 0 1 5 5L16 13" />
    </Icon>
  ),
  settings: (
    <Icon>
      <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
      <circle cx="15" cy="7" r="2" />
      <circle cx="9" cy="17" r="2" />
    </Icon>
  ),
};

export const TeamIcon = () => (
  <Icon>
    <path d="M6 21V4M6 5c4-2 7 2 12 0v8c-5 2-8-2-12 0" />
  </Icon>
);

export const EventPageIcon = () => (
  <Icon>
    <path d="M14 4.5h5.5V10M19 5l-8 8M11 6.5H6A1.5 1.5 0 0 0 4.5 8v10A1.5 1.5 0 0 0 6 19.5h10a1.5 1.5 0 0 0 1.5-1.5v-5" />
  </Icon>
);

export const HelpIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="M9.6 9.5a2.5 2.5 0 1 1 3.7 2.2c-.9.5-1.3 1-1.3 2M12 16.6v.1" />
  </Icon>
);

export const MenuIcon = () => (
  <Icon>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </Icon>
);

/** A panel with an arrow, which points to the side on which the menu is while it is wide. */
export const CollapseIcon = () => (
  <Icon>
    <rect x="3.5" y="4.5" width="17" height="15" rx="2.5" />
    <path d="M9 4.5v15M15.5 10l-2 2 2 2" />
  </Icon>
);
