import type { Reader } from '../../db/db.ts';
import { firstIdOf } from '../../lib/secrets.ts';
import { readSubjects, titlesOf } from './private-reads.queries.ts';
import type { PrivateReadRow } from './private-reads.queries.ts';
import { seenKinds } from './private-reads.schema.ts';
import type { PrivateRead } from './private-reads.schema.ts';

type Seen = Pick<PrivateRead, 'seen' | 'form'>;

type Look = { actor: string; pid: string; what: string; now: Date };

/** Those of these people about whom the same read is recorded since midnight (UTC). */
export async function recordedToday(
  read: Reader,
  uids: readonly string[],
  { actor, pid, what, now }: Look,
): Promise<Set<string>> {
  const firstId = firstIdOf(new Date(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`));
  const rows = await readSubjects(read, uids, { actor, pid, detail: JSON.stringify({ what }), firstId });
  return new Set(rows.map(({ subject }) => subject));
}

/**
 * Parses the detail of an entry: `bank, form travel`, `form parking` for private answers, `bank, payout 3`, `receipt, claim 7`, `contact`
 * or `emergency`.
 */
export function seenIn(what: unknown): Seen {
  if (what === 'contact' || what === 'emergency') return { seen: what, form: null };
  const [, kind, of, name = null] =
    /^(?:(\w+), )?(form|payout|claim) (\S+)$/.exec(typeof what === 'string' ? what : '') ?? [];
  return { seen: seenKinds.find((one) => one === kind) ?? 'answers', form: of === 'form' ? name : null };
}

/** Adds the current form titles with one query. */
export async function presentPrivateReads(read: Reader, rows: readonly PrivateReadRow[]): Promise<PrivateRead[]> {
  const parsed = rows.map((row) => ({ ...row, ...seenIn((JSON.parse(row.detail) as { what?: unknown }).what) }));
  const pids = new Set(parsed.flatMap(({ pid }) => pid ?? []));
  const forms = new Set(parsed.flatMap(({ form }) => form ?? []));
  const found = pids.size === 0 || forms.size === 0 ? [] : await titlesOf(read, [...pids], [...forms]);
  const titles = new Map(found.map(({ pid, form, title }) => [`${pid}/${form}`, title]));
  return parsed.map(({ id, at, actor, actor_name, seen, pid, project_name, form }) => ({
    id,
    at,
    actor,
    actor_name,
    seen,
    project: pid,
    project_name,
    form,
    form_title: titles.get(`${pid}/${form}`) ?? null,
  }));
}
