/** The rules for src/web: features named like the server's, and API calls only in their `queries.ts`. */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { importsOf, sourcesIn } from './shared.ts';

/** Features without a folder of the same name on the server: the frame of the administrators' pages, and parts of forms. */
const ownFeatures = new Set(['admin', 'answers', 'disclosure', 'payments']);

const isApi = (target: string): boolean => target === 'src/web/api.ts' || target.startsWith('src/client/');

/** Files that may load or drop whatever is cached, and why. */
const wholeCache = new Map([
  ['src/web/query-client.ts', 'reloadShown: after a lost connection everything on screen is out of date'],
  ['src/web/features/web/fallback-pages.tsx', 'the page of an unexpected error cannot know which data caused it'],
]);

/** A call for all cached queries: its first argument has neither a key nor a predicate. */
const keyless = /\b(?:invalidate|refetch|reset|remove)Queries\((?!\s*\{[^}]*\b(?:queryKey|predicate)\b)/;

/**
 * Lists that a page loads to their end, and why that is right however large a project is. Any other list is loaded page
 * by page, and its count comes from the server.
 */
const wholeLists: Record<string, string> = {
  list_attendances: 'the printed plan of a day has everybody on it',
  list_attendees: 'the people of one task, each of whom planners can remove',
  list_awaited_tasks: "the person's own",
  list_chat_channels: 'at most 30 in a project',
  list_form_kinds: 'a fixed list',
  list_forms: 'at most 200 in a project',
  list_hours: 'only when all outdated certificates are replaced',
  list_left_projects: "the person's own",
  list_own_claim_consents: 'of one person, for claims that are not paid yet',
  list_own_consents: 'of one person, at most one for each form',
  list_own_group_consents: 'of one person, at most one for each of their projects',
  list_own_invitations: "the person's own",
  list_grants: 'at most 200 that have not ended',
  list_own_listings: 'of one person, one for each of their projects',
  list_own_tasks: "the person's own",
  list_owners: 'at most 200 in a project',
  list_passed_on: 'a list for one purpose, read and recorded as a whole',
  list_payments: 'one transfer pays everybody who is chosen from the whole list',
  list_plan: 'the planner draws the tasks of at most three days, and paper has those of one day or of the event',
  list_project_invitations: 'only those to lead a team or own the project, which expire',
  list_task_categories: 'the words of a filter',
  list_tasks: 'those of the person, and those of one day or a short plan to swap with',
  list_team_chiefs: 'those who lead one team',
  list_teams: 'at most 500 in a project',
};

/** Lists of which a page loads the first page alone, and why it says nothing wrong about the rest. */
const firstPages: Record<string, string> = {
  list_announcements: 'the latest, with a link to all',
  list_applications: 'only their number, which the server counts',
  list_candidates: 'a search that says if there are more',
  list_possible_room_mates: 'a search that says if there are more',
  list_budgets: 'at most 500 in a project; not paged',
  list_due_payments: 'as many as one payout can have, and the page says if there are more',
  list_own_claims: "the person's own, at most 50; not paged",
  list_catalogue_uses: 'counted by the server; not paged',
  list_confirmations: "the person's own; not paged",
  list_devices: 'at most 100 in a project',
  list_group_servers: 'at most 5 in a project',
  list_dietary_habits: 'a fixed list',
  list_documents: 'at most 50 in a project; not paged',
  list_document_versions: 'at most 200 of a document; not paged',
  list_tags: 'at most 200 of a project; not paged',
  list_hand_outs: 'at most 50 in a project',
  list_imports: 'the last 20; not paged',
  list_identities: "the person's own",
  list_members: 'the public listing; not paged',
  list_my_entitlements: "the person's own; at most 50, not paged",
  list_missing_responses: 'only whether the person themselves is missing',
  list_offers: "the person's own offer of one place",
  list_own_announcements: 'the latest, with a link to all',
  list_own_applications: 'at most 20 of a person',
  list_own_skills: "the person's own; not paged",
  list_own_tasks: 'says if there are more',
  list_passkeys: 'at most 20 of a person',
  list_person_skills: 'of one person; not paged',
  list_thing_loans: 'the latest 100 of one thing; not paged',
  list_uncounted_scans: 'the latest 100, with their number from the server',
  list_place_codes: 'one for each place; not paged',
  list_places: 'at most 200 in a project',
  list_places_lost_by_disabling: 'says if there are more',
  list_places_lost_by_leaving: 'says if there are more',
  list_places_lost_by_owner: 'says if there are more',
  list_places_lost_by_suspension: 'says if there are more',
  list_project_people: 'people by identifier, a search, and a number that the server counts',
  list_projects: 'the newest, one of which is the current project',
  list_push_subscriptions: "the person's own; not paged",
  list_service_accounts: 'at most 50 in a project',
  list_skills: 'at most 200 in a project',
  list_substitutes: 'says if there are more',
  list_task_days: 'counted by the server; not paged',
  list_task_kinds: 'at most 200 in a project',
  list_tasks: 'whether there is any, and the first with free places',
  list_team_members: 'a search by name',
  list_team_summaries: 'counted by the server; not paged',
  list_traffic_subsidies: 'loads the pages that follow itself, for one ETag',
  list_users: 'a search that says if there are more',
  list_webhooks: 'at most 10 in a project',
  list_work: "a number that the server counts, and the person's own open entries, at most 50",
};

const called = /\b(?:call|read)\('(list_\w+)'/g;

/** What is loaded how: in whole, the first page only, or page by page (neither). */
function listProblems(files: readonly string[]): string[] {
  const whole = new Set<string>();
  const first = new Set<string>();
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    for (const { 1: name = '', index } of text.matchAll(called)) {
      const before = text.slice(0, index);
      if (/\bloadAll\(\s*\(\w+\)\s*=>\s*$/.test(before)) whole.add(name);
      else if (!/\((?:query|page)\)\s*=>\s*$/.test(before)) first.add(name);
    }
  }
  const compare = (found: ReadonlySet<string>, known: Record<string, string>, how: string) => [
    ...[...found]
      .filter((name) => known[name] === undefined)
      .map(
        (name) => `${name}: ${how}; load it page by page, or say in scripts/structure/web.ts why nothing is missing`,
      ),
    ...Object.keys(known)
      .filter((name) => !found.has(name))
      .map((name) => `${name}: no longer needs its exception in scripts/structure/web.ts`),
  ];
  return [
    ...compare(whole, wholeLists, 'a page loads the whole list'),
    ...compare(first, firstPages, 'a page loads only the first page'),
  ];
}

export function webProblems(): string[] {
  const files = sourcesIn('src/web');
  return [...listProblems(files), ...files.flatMap(problemsOf)];
}

function problemsOf(file: string): string[] {
  const found: string[] = [];
  const text = readFileSync(file, 'utf8');
  const [, feature] = /^src\/web\/features\/([^/]+)\//.exec(file) ?? [];
  if (feature !== undefined && !ownFeatures.has(feature) && !existsSync(`src/server/features/${feature}`))
    found.push(`${file}: the server has no feature ${feature}`);
  if (feature !== undefined && basename(file) !== 'queries.ts') {
    for (const { target, typeOnly } of importsOf(file))
      if (isApi(target) && !typeOnly) found.push(`${file}: only queries.ts may import ${target}, except for types`);
    if (/\bfetch\(/.test(text)) found.push(`${file}: only queries.ts may call the API`);
  }
  if (/\bIntl\.(?:DateTime|Number|List|RelativeTime)Format/.test(text))
    found.push(`${file}: dates, numbers and lists are formatted in src/locales/format`);
  if (keyless.test(text) !== wholeCache.has(file))
    found.push(
      wholeCache.has(file)
        ? `${file}: no longer needs its exception in scripts/structure/web.ts`
        : `${file}: calls for cached queries have to name a key or a predicate`,
    );
  return found;
}
