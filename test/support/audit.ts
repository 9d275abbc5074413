import type { TestContext } from './factories.ts';

/** What the audit log says about somebody or something, oldest first. */
export async function auditedOf({ db }: TestContext, kind: string, subject: string) {
  const rows = await db.read
    .selectFrom('audit')
    .select(['actor', 'detail'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();
  return rows.map(({ actor, detail }) => ({ actor, detail: JSON.parse(detail) as unknown }));
}
