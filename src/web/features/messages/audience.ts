import type { MessageAudience } from '../../../client/client.ts';
import type { ApplicantState, AudienceSearch, Role } from './search.ts';

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
  /** People with something left on their checklist. */
  incomplete: boolean;
  /** People who helped and have not been thanked. */
  thanks: boolean;
  /** People who still have something that they borrowed. */
  open_loans: boolean;
  uids: string[];
  tags: string[];
  /** The state of an application; empty for no condition. */
  applicants: ApplicantState | '';
  /** The team that they apply to; empty for any. */
  applied_to: string;
};

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
    ...(values.incomplete && { incomplete: true }),
    ...(values.thanks && { thanks: true }),
    ...(values.open_loans && { open_loans: true }),
    ...(values.uids.length > 0 && { uids: values.uids }),
    ...(values.tags.length > 0 && { tags: values.tags }),
    ...(values.applicants !== '' && {
      applications: { state: values.applicants, ...(values.applied_to !== '' && { tid: values.applied_to }) },
    }),
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
  incomplete: audience.incomplete ?? false,
  thanks: audience.thanks ?? false,
  open_loans: audience.open_loans ?? false,
  uids: [...(audience.uids ?? [])],
  tags: [...(audience.tags ?? [])],
  applicants: audience.applications?.state ?? '',
  applied_to: audience.applications?.tid ?? '',
});

export const isNobody = (values: AudienceValues): boolean => Object.keys(audienceOf(values)).length === 0;

export const valuesOfSearch = ({
  form,
  answered,
  applicants,
  applied_to: tid,
  ...rest
}: AudienceSearch): AudienceValues =>
  valuesOfAudience({
    ...rest,
    ...(form !== undefined && { form: { slug: form, answered: answered ?? false } }),
    ...(applicants !== undefined && { applications: { state: applicants, ...(tid !== undefined && { tid }) } }),
  });
