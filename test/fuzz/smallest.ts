import type { Draft } from './drafts.ts';

/** All variants with one part removed. */
function* smaller(draft: Draft): Generator<Draft> {
  if (draft.body !== undefined) yield { ...draft, body: undefined };
  for (const at of draft.headers.keys()) yield { ...draft, headers: draft.headers.toSpliced(at, 1) };
  for (const at of draft.query.keys()) yield { ...draft, query: draft.query.toSpliced(at, 1) };
  for (const body of smallerBodies(draft.body)) yield { ...draft, body };
}

function* smallerBodies(body: Draft['body']): Generator<string> {
  if (typeof body !== 'string') return;
  for (const half of [body.slice(0, body.length / 2), body.slice(body.length / 2)])
    if (half.length < body.length) yield half;
  const value = parsed(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const name of Object.keys(value)) {
    yield JSON.stringify(Object.fromEntries(Object.entries(value).filter(([one]) => one !== name)));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const maxAttempts = 200;

/** Removes parts as long as the rest still shows the violation. */
export async function smallest(draft: Draft, shows: (draft: Draft) => Promise<boolean>): Promise<Draft> {
  let best = draft;
  let attempts = 0;
  for (let found = true; found;) {
    found = false;
    for (const candidate of smaller(best)) {
      attempts += 1;
      if (attempts > maxAttempts) return best;
      if (!(await shows(candidate))) continue;
      best = candidate;
      found = true;
      break;
    }
  }
  return best;
}
