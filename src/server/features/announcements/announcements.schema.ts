import {
  Id,
  Line,
  Nullable,
  Originals,
  Page,
  PageQuery,
  Ref,
  Shape,
  Slug,
  Text,
  Timestamp,
  Type,
} from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { Moment } from '../../lib/time.ts';
import { Pid } from '../../auth/project-role.ts';
import { TextsByLanguage } from '../translations/translations.schema.ts';

const title = () => Line(200, { minLength: 1, pattern: '\\S', examples: ['Set-up starts at 8'] });
const body = () => Text(10_000, { description: 'Markdown.', examples: ['Please bring gloves.'] });
const audience = () =>
  Type.Enum(['public', 'people'], {
    description: '`public`: everyone who can see the project, and the Atom feed. `people`: the people in the project.',
    examples: ['public'],
  });
const pinnedUntil = () => Nullable(Moment('Pinned until this time.'));

const place = {
  id: Id('Identifier of the announcement.'),
  pid: Type.String({ examples: ['2026'] }),
  tid: Nullable(Type.String({ description: 'The team; null for the whole project.', examples: ['venue'] })),
  team: Nullable(Type.String({ description: 'Name of the team.', examples: ['Venue'] })),
  title: Type.String({ examples: ['Set-up starts at 8'] }),
  pinned: Type.Boolean({ description: 'Whether it is pinned now.' }),
  created_at: Timestamp('When it was published.'),
};

export const Announcement = Shape(
  {
    ...place,
    body: Type.String({ description: 'Markdown.', examples: ['Please bring gloves.'] }),
    audience: audience(),
    pinned_until: Nullable(Timestamp('Pinned until this time.')),
    author: Nullable(
      Type.String({ description: 'Name of the author; null for people outside the project.', examples: ['Ada'] }),
    ),
    updated_at: Timestamp('When it was last changed.'),
    rights: Shape({ edit: Type.Boolean({ description: 'Whether the caller can change and delete it.' }) }),
    original: Originals({
      title: Type.String({ examples: ['Set-up starts at 8'] }),
      body: Type.String({ description: 'Markdown.', examples: ['Please bring gloves.'] }),
    }),
  },
  { $id: 'Announcement' },
);
export const AnnouncementPage = { ...Page(Ref(Announcement)), $id: 'AnnouncementPage' };

/** The home page shows it without the text. */
export const OwnAnnouncement = Shape(
  {
    ...place,
    project: Type.String({ description: 'Name of the project.', examples: ['Summer Camp 2026'] }),
    timezone: Type.String({ description: 'Time zone of the project.', examples: ['Asia/Taipei'] }),
  },
  { $id: 'OwnAnnouncement' },
);
export const OwnAnnouncementPage = { ...Page(Ref(OwnAnnouncement)), $id: 'OwnAnnouncementPage' };

export const NewAnnouncement = Shape(
  {
    title: title(),
    body: body(),
    tid: Type.Optional(Nullable(Slug('Team that it is for.', ['venue']))),
    audience: Type.Optional(audience()),
    pinned_until: Type.Optional(pinnedUntil()),
    translations: Type.Optional(TextsByLanguage()),
  },
  { $id: 'NewAnnouncement', examples: [{ title: 'Set-up starts at 8', body: 'Please bring gloves.', tid: 'venue' }] },
);
export const AnnouncementChanges = Shape(
  {
    title: Type.Optional(title()),
    body: Type.Optional(body()),
    audience: Type.Optional(audience()),
    pinned_until: Type.Optional(pinnedUntil()),
  },
  { $id: 'AnnouncementChanges', examples: [{ title: 'Set-up starts at 9', body: 'You can sleep longer.' }] },
);

export const AnnouncementQuery = Shape({
  ...PageQuery,
  tid: Type.Optional(Slug('Only those for this team.', ['venue'])),
});
export const OwnAnnouncementQuery = Shape(PageQuery);
export const AnnouncementListParams = Shape({ pid: Pid });
export const AnnouncementParams = Shape({ pid: Pid, id: Id('Identifier of the announcement.') });
export const AtomParams = Shape({
  file: Type.String({
    maxLength: 500,
    description: 'The project identifier, followed by `.atom`.',
    examples: ['2026.atom'],
  }),
});

export const announcementSchemas = [
  Announcement,
  AnnouncementPage,
  OwnAnnouncement,
  OwnAnnouncementPage,
  NewAnnouncement,
  AnnouncementChanges,
];

export type Announcement = Static<typeof Announcement>;
export type OwnAnnouncement = Static<typeof OwnAnnouncement>;
export type NewAnnouncement = Static<typeof NewAnnouncement>;
export type AnnouncementChanges = Static<typeof AnnouncementChanges>;
