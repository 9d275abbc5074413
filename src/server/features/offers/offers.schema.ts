import { Pid } from '../../auth/project-role.ts';
import {
  CountedPage,
  Id,
  Language,
  Line,
  MailWay,
  Nullable,
  PageQuery,
  Ref,
  Shape,
  Slug,
  Text,
  Timestamp,
  Type,
} from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

const words = (maxItems: number, description: string, examples: string[]) =>
  Type.Array(Line(60, { minLength: 1, pattern: '\\S', examples: [examples[0] ?? ''] }), {
    maxItems,
    description,
    examples: [examples],
  });

const day = Type.String({ format: 'date', pattern: '^[12][0-9]{3}-', maxLength: 10, examples: ['2027-03-31'] });

const said = {
  teams: words(10, 'Teams or kinds of work that the person would like.', ['Registration']),
  skills: words(20, 'What the person can do.', ['Forklift']),
  hours: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      description: 'About how many hours in all; null: not said.',
      examples: [12],
    }),
  ),
  text: Text(2000, { description: 'Anything else, in Markdown.', examples: ['I am there from Friday.'] }),
};

const own = {
  ready: Type.Boolean({ description: 'Whether organisers see the offer.', examples: [true] }),
  pids: Type.Array(Slug('Identifier of a project.', ['2026']), {
    maxItems: 20,
    uniqueItems: true,
    description:
      'Whose organisers see it: of these projects, as long as they are public and not over, and of the years after them.',
  }),
  ...said,
  until: Nullable({
    ...day,
    description: 'The last day of the offer, at most 12 months from now. It is then deleted.',
  }),
  new_tasks: Type.Boolean({
    description: 'Whether the person hears once a day of new tasks that are open to everybody, until the offer ends.',
    examples: [true],
  }),
};

export const OwnOffer = Shape(own, { $id: 'OwnHelpOffer' });

/** What an organiser sees. There is no address in it. */
export const Offer = Shape(
  {
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    ...said,
    until: { ...day, description: 'The last day of the offer.' },
    has_cv: Type.Boolean({ description: 'Whether the person shows a CV on their page.', examples: [false] }),
    invited: Type.Array(
      Shape({
        tid: Type.String({ examples: ['venue'] }),
        state: Type.Enum(['open', 'declined'], { examples: ['open'] }),
      }),
      { description: 'Teams to which they are invited, or did not want to come. Chiefs see those that they lead.' },
    ),
    updated_at: Timestamp('When the person last changed it.'),
  },
  { $id: 'HelpOffer' },
);
export const OfferPage = { ...CountedPage(Ref(Offer)), $id: 'HelpOfferPage' };

/** People in one request. */
export const maxInvitedAtOnce = 20;

export const OfferInvitations = Shape(
  {
    uids: Type.Array(Id('Identifier of a person who offers help.'), {
      minItems: 1,
      maxItems: maxInvitedAtOnce,
      uniqueItems: true,
    }),
    language: Type.Optional(
      Language({ description: 'Language of the email, for people who have chosen none. Default: that of the caller.' }),
    ),
  },
  { $id: 'HelpOfferInvitations' },
);

export const OffersInvited = Shape(
  {
    data: Type.Array(
      Shape({
        uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
        outcome: Type.Enum(['invited', 'already_invited', 'declined', 'too_many_mails', 'not_found'], {
          description:
            '`declined`: did not want to come to this team in the last 12 months. `too_many_mails`: their mailbox has ' +
            'received too many emails. `not_found`: offers no help to this project.',
          examples: ['invited'],
        }),
      }),
      { description: 'One for each person, in the order of the request.' },
    ),
    mail: MailWay(),
  },
  { $id: 'HelpOffersInvited' },
);

export const OffersParams = Shape({ pid: Pid });
export const OfferInvitationsParams = Shape({ pid: Pid, tid: Slug('Identifier of the team.', ['venue']) });
export const OffersQuery = Shape({
  ...PageQuery,
  q: Type.Optional(
    Line(100, { description: 'Part of the name, of a team, a skill or the text.', examples: ['forklift'] }),
  ),
});

export const exportedOffer = Nullable(Shape(own, { description: 'What the person offers to help with.' }));

export const offerSchemas = [OwnOffer, Offer, OfferPage, OfferInvitations, OffersInvited];
export type OwnOffer = Static<typeof OwnOffer>;
export type Offer = Static<typeof Offer>;
export type OffersQuery = Static<typeof OffersQuery>;
export type OfferInvitations = Static<typeof OfferInvitations>;
export type OffersInvited = Static<typeof OffersInvited>;
