/** What a message can say differently to each person: `{{name}}` in its text. */
export const mergeFields = [
  'name',
  'team',
  'next_task',
  'missing_forms',
  'link',
  'hours',
  'certificate',
  'code',
] as const;
export type MergeField = (typeof mergeFields)[number];

/** Only owners see how many hours people have, and send codes. */
export const fieldsForOwners: readonly MergeField[] = ['hours', 'certificate', 'code'];
