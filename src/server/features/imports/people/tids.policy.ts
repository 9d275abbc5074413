import { slugOf } from '../../../../shared/slug.ts';

/** An identifier for a new team, made from its name as far as it has Latin letters and digits. */
export function freeTid(name: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(name).slice(0, 60);
  if (slug !== '' && !taken.has(slug)) return slug;
  for (let number = slug === '' ? 1 : 2; ; number += 1) {
    const tid = `${slug === '' ? 'team' : slug}-${number}`;
    if (!taken.has(tid)) return tid;
  }
}
