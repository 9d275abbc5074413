import { pagePath } from '../../../../shared/pages.ts';
import type { Actor, ProjectScope } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import { fail, failField } from '../../../errors.ts';
import { addSeconds, minutes, timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/secrets.ts';
import { applyScans } from '../desk/scans.service.ts';
import { insertScans } from '../marking/marking.queries.ts';
import { personText, placeText } from './codes.policy.ts';
import { findPlace, listPlaces, listTasksAt, takesPart } from './codes.queries.ts';
import type { CheckedIn, PersonalCode, PlaceCode } from './codes.schema.ts';
import { lockDesk, publicKeyOf, signerOf, verifierOf } from './keys.service.ts';
import type { KeyServices } from './keys.service.ts';
import { qrSvg } from './qr.service.ts';

type Services = KeyServices & { config: Config };

/** How long before the start of a task people can check themselves in. */
const earlySeconds = minutes(20);

/** Always the same for a person and a project, so that a printed one stays valid. */
export async function codeOf(services: Services, scope: ProjectScope, uid: string): Promise<PersonalCode> {
  if (!(await takesPart(services.db.read, scope, uid)))
    fail('forbidden', { detail: 'Only people in the project have a code' });
  const text = personText(scope.pid, uid);
  const code = `${text}:${(await signerOf(services, scope))(text)}`;
  return { code, svg: qrSvg(code) };
}

export async function placeCodes(services: Services, scope: ProjectScope): Promise<PlaceCode[]> {
  const places = await listPlaces(services.db.read, scope);
  if (places.length === 0) return [];
  const sign = await signerOf(services, scope);
  return places.map(({ id, name }) => {
    const path = pagePath('/check-in/$pid/$place', { pid: scope.pid, place: id });
    const link = `${services.config.baseUrl}${path}#${sign(placeText(scope.pid, id))}`;
    return { place: id, name, link, svg: qrSvg(link) };
  });
}

type Visit = Actor & { place: string; code: string };

/** Only with the code of the place, and only for a task there that runs or starts soon. */
export async function checkIn(services: Services, visit: Visit): Promise<CheckedIn> {
  const { projectRole, uid, now, place: id, code } = visit;
  const { scope } = projectRole;
  const place =
    (await findPlace(services.db.read, scope, id)) ?? fail('not_found', { detail: 'There is no such location' });
  const verifies = verifierOf(await publicKeyOf(services, scope));
  if (!/^[\w-]{86}$/.test(code) || !verifies(placeText(scope.pid, id), code))
    failField('/code', 'is not the code of this place');
  return services.db.transaction(async (trx) => {
    await lockDesk(trx, scope);
    const at = timestamp(now);
    const earliestStart = timestamp(addSeconds(now, earlySeconds));
    const [task] = await listTasksAt(trx, scope, { place: id, uid, earliestStart, now: at });
    if (task === undefined) return fail('no_task_here');
    const scan = { id: newId(now), at, step: 'arrive' as const, uid, task: task.id };
    const [outcome] = await applyScans(trx, now, { scope, tids: null, actor: uid }, [scan]);
    const { result, task_id } = outcome ?? fail('internal');
    if (result !== 'accepted' && result !== 'repeated') fail('no_task_here');
    const { pid } = scope;
    if (result === 'accepted')
      await insertScans(trx, [{ pid, id: scan.id, uid, task_id, step: 'arrive', at, result, received_at: at }]);
    return { task: task.id, title: task.title, place: place.name, repeated: result === 'repeated' };
  });
}
