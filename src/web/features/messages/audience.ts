import type { MessageAudience } from '../../../client/client.ts';

/** The conditions in the form; an empty text or list is no condition. */
export type AudienceValues = {
  /** Everybody in the project; the other conditions are then hidden. */
  everyone: boolean;
  roles: Role[];
  tids: string[];
  tasks: string[];
  day: string;
  /** `no shirts` for people who have not answered the form `shirts`, `yes shirts` for those who have. */
  form: string;
  without_tasks: boolean;
  /** People who helped and have not been thanked. */
  thanks: boolean;
  uids: string[];
};

export const roles = ['owner', 'chief', 'member', 'helper'] as const;
type Role = (typeof roles)[number];

export function audienceOf(values: AudienceValues): MessageAudience {
  if (values.everyone) return { everyone: true };
  const [answered, slug] = values.form.split(' ');
  return {
    ...(values.roles.length > 0 && { roles: values.roles }),
    ...(values.tids.length > 0 && { tids: values.tids }),
    ...(values.tasks.length > 0 && { tasks: values.tasks }),
    ...(values.day !== '' && { day: values.day }),
    ...(slug !== undefined && { form: { slug, answered: answered === 'yes' } }),
    ...(values.without_tasks && { without_tasks: true }),
    ...(values.thanks && { thanks: true }),
    ...(values.uids.length > 0 && { uids: values.uids }),
  };
}

export const valuesOfAudience = (audience: MessageAudience): AudienceValues => ({
  everyone: audience.everyone ?? false,
  roles: [...(audience.roles ?? [])],
  tids: [...(audience.tids ?? [])],
  tasks: [...(audience.tasks ?? [])],
  day: audience.day ?? '',
  form: audience.form === undefined ? '' : `${audience.form.answered ? 'yes' : 'no'} ${audience.form.slug}`,
  without_tasks: audience.without_tasks ?? false,
  thanks: audience.thanks ?? false,
  uids: [...(audience.uids ?? [])],
});

export const isNobody = (values: AudienceValues): boolean => Object.keys(audienceOf(values)).length === 0;

/** The audience in an address: from "Message these 22 people" on other pages. */
export type AudienceSearch = {
  everyone?: true;
  roles?: Role[];
  tids?: string[];
  tasks?: string[];
  day?: string;
  form?: string;
  answered?: boolean;
  without_tasks?: true;
  thanks?: true;
  uids?: string[];
};

/** A new message starts with the text of an announcement if the address names one. */
export type NewMessageSearch = AudienceSearch & { announcement?: string };

/** More would make the address too long. */
export const maxListed = 200;

/** Identifiers of digits alone arrive as numbers. */
const wordsIn = (value: unknown, pattern: RegExp): string[] =>
  (Array.isArray(value) ? value : [])
    .map((one: unknown) => String(one))
    .filter((one) => pattern.test(one))
    .slice(0, maxListed);

const slug = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const id = /^[0-9a-z]{1,64}$/;

function audienceSearch(search: Record<string, unknown>): AudienceSearch {
  const wanted = wordsIn(search['roles'], slug);
  const chosen = roles.filter((role) => wanted.includes(role));
  const [tids, tasks, uids] = [
    wordsIn(search['tids'], slug),
    wordsIn(search['tasks'], id),
    wordsIn(search['uids'], id),
  ];
  const [form] = wordsIn([search['form']], slug);
  const [day] = wordsIn([search['day']], /^\d{4}-\d{2}-\d{2}$/);
  return {
    ...(search['everyone'] === true && { everyone: true }),
    ...(chosen.length > 0 && { roles: chosen }),
    ...(tids.length > 0 && { tids }),
    ...(tasks.length > 0 && { tasks }),
    ...(day !== undefined && { day }),
    ...(form !== undefined && form !== 'undefined' && { form, answered: search['answered'] === true }),
    ...(search['without_tasks'] === true && { without_tasks: true }),
    ...(search['thanks'] === true && { thanks: true }),
    ...(uids.length > 0 && { uids }),
  };
}

export function newMessageSearch(search: Record<string, unknown>): NewMessageSearch {
  const [announcement] = search['announcement'] === undefined ? [] : wordsIn([search['announcement']], id);
  return { ...audienceSearch(search), ...(announcement !== undefined && { announcement }) };
}

export const valuesOfSearch = ({ form, answered, ...rest }: AudienceSearch): AudienceValues =>
  valuesOfAudience({ ...rest, ...(form !== undefined && { form: { slug: form, answered: answered ?? false } }) });
