/** What was read from another system, in the terms of Muster. Identifiers are those of the other system. */
import type { Answers } from '../forms/fields.schema.ts';
import type { FormKind } from '../forms/forms.schema.ts';
import type { PrivateData } from '../private-data/private.schema.ts';

export type MovedPerson = {
  id: string;
  email: string;
  name: string;
  intro: string;
  language: string | null;
  suspended: boolean;
  created_at: string | null;
  private: Partial<PrivateData>;
};

export type MovedProject = {
  id: string;
  pid: string;
  name: string;
  description: string;
  starts_on: string | null;
  ends_on: string | null;
  timezone: string;
  state: 'draft' | 'archived';
  owners: string[];
  /** The one of the year before: there, or a project that is here already. */
  follows: string | null;
  subsidies: { currency: string; amounts: [location: string, amount: number][] } | null;
};

type InProject = { id: string; project: string };

export type MovedTeam = InProject & {
  tid: string;
  name: string;
  description: string;
  public_description: string;
  mailing_list: string;
  headcount: number | null;
  disabled: boolean;
  people: { person: string; role: 'chief' | 'member' }[];
};
export type MovedPlace = InProject & { name: string; map_url: string };
export type MovedKind = InProject & { name: string; briefing: string };
export type MovedTask = InProject & {
  team: string | null;
  place: string | null;
  kind: string | null;
  title: string;
  description: string;
  category: string;
  starts_at: string;
  ends_at: string;
  capacity: number;
  visibility: 'project' | 'signed_in';
  people: { person: string; came: boolean }[];
};
export type MovedWork = InProject & { person: string; title: string; starts_at: string; ends_at: string };
export type MovedForm = InProject & {
  form: string;
  kind: FormKind;
  title: string;
  /** The cuts of shirts, if the form has shirts. */
  cuts?: { value: string; label: string }[];
  answers: { person: string; answers: Answers }[];
};
export type MovedTags = InProject & { person: string; tags: string[] };

/** What cannot be moved, and why. `who`: what it is called in the other system. */
export type LeftOut = { what: string; why: string; who: string };

export type Moved = {
  /** Names the other system in `legacy_ids`. */
  source: string;
  people: MovedPerson[];
  projects: MovedProject[];
  teams: MovedTeam[];
  places: MovedPlace[];
  kinds: MovedKind[];
  tasks: MovedTask[];
  work: MovedWork[];
  forms: MovedForm[];
  tags: MovedTags[];
  leftOut: LeftOut[];
};

export const movedKinds = [
  'people',
  'projects',
  'teams',
  'memberships',
  'places',
  'kinds',
  'tasks',
  'places on tasks',
  'work',
  'forms',
  'answers',
  'tags',
] as const;
export type MovedCounts = Record<(typeof movedKinds)[number], { new: number; known: number }>;
export type MovingReport = { counts: MovedCounts; leftOut: LeftOut[] };
