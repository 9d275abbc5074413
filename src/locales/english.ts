/** The keys of the English texts. Other languages are checked against them by scripts/check-locales.ts. */
import type admin from '../../locales/en/admin.json';
import type announcements from '../../locales/en/announcements.json';
import type apiAccess from '../../locales/en/api-access.json';
import type applications from '../../locales/en/applications.json';
import type awaited from '../../locales/en/awaited.json';
import type catalogue from '../../locales/en/catalogue.json';
import type common from '../../locales/en/common.json';
import type connections from '../../locales/en/connections.json';
import type coverage from '../../locales/en/coverage.json';
import type delivery from '../../locales/en/delivery.json';
import type deputies from '../../locales/en/deputies.json';
import type desk from '../../locales/en/desk.json';
import type disclosure from '../../locales/en/disclosure.json';
import type documents from '../../locales/en/documents.json';
import type drafts from '../../locales/en/drafts.json';
import type eventDay from '../../locales/en/event-day.json';
import type exchange from '../../locales/en/exchange.json';
import type forecast from '../../locales/en/forecast.json';
import type goods from '../../locales/en/goods.json';
import type guardians from '../../locales/en/guardians.json';
import type handedOut from '../../locales/en/handed-out.json';
import type helping from '../../locales/en/helping.json';
import type hints from '../../locales/en/hints.json';
import type home from '../../locales/en/home.json';
import type homes from '../../locales/en/homes.json';
import type hours from '../../locales/en/hours.json';
import type imports from '../../locales/en/imports.json';
import type invitations from '../../locales/en/invitations.json';
import type listing from '../../locales/en/listing.json';
import type mail from '../../locales/en/mail.json';
import type manage from '../../locales/en/manage.json';
import type messagePages from '../../locales/en/message-pages.json';
import type messages from '../../locales/en/messages.json';
import type money from '../../locales/en/money.json';
import type notices from '../../locales/en/notices.json';
import type offers from '../../locales/en/offers.json';
import type onSite from '../../locales/en/on-site.json';
import type people from '../../locales/en/people.json';
import type person from '../../locales/en/person.json';
import type planner from '../../locales/en/planner.json';
import type project from '../../locales/en/project.json';
import type push from '../../locales/en/push.json';
import type rooms from '../../locales/en/rooms.json';
import type search from '../../locales/en/search.json';
import type series from '../../locales/en/series.json';
import type server from '../../locales/en/server.json';
import type serviceAccounts from '../../locales/en/service-accounts.json';
import type signup from '../../locales/en/signup.json';
import type signIn from '../../locales/en/sign-in.json';
import type tables from '../../locales/en/tables.json';
import type tags from '../../locales/en/tags.json';
import type thanks from '../../locales/en/thanks.json';
import type translations from '../../locales/en/translations.json';
import type years from '../../locales/en/years.json';

export type WebTexts = typeof admin &
  typeof announcements &
  typeof apiAccess &
  typeof applications &
  typeof awaited &
  typeof catalogue &
  typeof common &
  typeof connections &
  typeof coverage &
  typeof delivery &
  typeof deputies &
  typeof desk &
  typeof disclosure &
  typeof documents &
  typeof drafts &
  typeof eventDay &
  typeof exchange &
  typeof forecast &
  typeof goods &
  typeof guardians &
  typeof handedOut &
  typeof helping &
  typeof hints &
  typeof home &
  typeof homes &
  typeof hours &
  typeof imports &
  typeof invitations &
  typeof listing &
  typeof manage &
  typeof messagePages &
  typeof messages &
  typeof money &
  typeof notices &
  typeof offers &
  typeof onSite &
  typeof people &
  typeof person &
  typeof planner &
  typeof project &
  typeof push &
  typeof rooms &
  typeof search &
  typeof series &
  typeof serviceAccounts &
  typeof signup &
  typeof signIn &
  typeof tables &
  typeof tags &
  typeof thanks &
  typeof translations &
  typeof years;

export type ServerTexts = typeof mail & typeof messages & typeof notices & typeof push & typeof series & typeof server;
