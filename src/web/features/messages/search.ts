import { idPattern, maxTagsOfPerson, slugPattern, tagPattern } from '../../../shared/limits.ts';

export const roles = ['owner', 'chief', 'member', 'helper'] as const;
export type Role = (typeof roles)[number];

export const applicantStates = ['sent', 'waiting', 'accepted', 'declined'] as const;
export type ApplicantState = (typeof applicantStates)[number];

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
  incomplete?: true;
  thanks?: true;
  open_loans?: true;
  uids?: string[];
  tags?: string[];
  applicants?: ApplicantState;
  applied_to?: string;
};

/** A new message starts with the text of an announcement, or asks for help with a task, if the address names one. */
export type NewMessageSearch = AudienceSearch & { announcement?: string; help_with?: string };

/** More would make the address too long. */
export const maxListed = 200;

/** Identifiers of digits alone arrive as numbers. */
const wordsIn = (value: unknown, pattern: RegExp): string[] =>
  (Array.isArray(value) ? value : [])
    .map((one: unknown) => String(one))
    .filter((one) => pattern.test(one))
    .slice(0, maxListed);

const slug = new RegExp(`^${slugPattern}$`);
const id = new RegExp(`^${idPattern}$`);
const tag = new RegExp(tagPattern);

function audienceSearch(search: Record<string, unknown>): AudienceSearch {
  const wanted = wordsIn(search['roles'], slug);
  const chosen = roles.filter((role) => wanted.includes(role));
  const [tids, tasks, uids] = [
    wordsIn(search['tids'], slug),
    wordsIn(search['tasks'], id),
    wordsIn(search['uids'], id),
  ];
  const tags = wordsIn(search['tags'], tag).slice(0, maxTagsOfPerson);
  const [form] = wordsIn([search['form']], slug);
  const applicants = applicantStates.find((state) => state === search['applicants']);
  const [team] = search['applied_to'] === undefined ? [] : wordsIn([search['applied_to']], slug);
  const [day] = wordsIn([search['day']], /^\d{4}-\d{2}-\d{2}$/);
  return {
    ...(search['everyone'] === true && { everyone: true }),
    ...(chosen.length > 0 && { roles: chosen }),
    ...(tids.length > 0 && { tids }),
    ...(tasks.length > 0 && { tasks }),
    ...(day !== undefined && { day }),
    ...(form !== undefined && form !== 'undefined' && { form, answered: search['answered'] === true }),
    ...(search['without_tasks'] === true && { without_tasks: true }),
    ...(search['incomplete'] === true && { incomplete: true }),
    ...(search['thanks'] === true && { thanks: true }),
    ...(search['open_loans'] === true && { open_loans: true }),
    ...(uids.length > 0 && { uids }),
    ...(tags.length > 0 && { tags }),
    ...(applicants !== undefined && { applicants, ...(team !== undefined && { applied_to: team }) }),
  };
}

export function newMessageSearch(search: Record<string, unknown>): NewMessageSearch {
  const idIn = (name: string) => (search[name] === undefined ? undefined : wordsIn([search[name]], id)[0]);
  const [announcement, task] = [idIn('announcement'), idIn('help_with')];
  return {
    ...audienceSearch(search),
    ...(announcement !== undefined && { announcement }),
    ...(task !== undefined && { help_with: task }),
  };
}
