import { createHash } from 'node:crypto';
import type { Person } from '../../../auth/caller.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import type { ProjectRole } from '../../../auth/project-role.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { fail, failField } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { PictureError } from '../../../lib/pictures.ts';
import type { Picture, Pictures } from '../../../lib/pictures.ts';
import { record } from '../../audit/audit.service.ts';
import { nextProjectRevision } from '../projects.queries.ts';
import { presentProject } from '../projects.service.ts';
import { deletePicture, noPicture, savePicture } from './appearance.queries.ts';
import type { PictureValues } from './appearance.queries.ts';
import { maxPictureBytes, maxPictureSide } from './appearance.schema.ts';
import type { NewPicture } from './appearance.schema.ts';

type Services = { db: Db; clock: Clock };

export async function setPicture(
  services: Services & { pictures: Pictures },
  caller: Person,
  projectRole: ProjectRole,
  { data, alt }: NewPicture,
  expected: number | undefined,
) {
  const { type, width, height, bytes } = await cleanPicture(services.pictures, data);
  const values = {
    picture: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    picture_alt: alt,
    picture_width: width,
    picture_height: height,
  };
  const picture = { type, base64: bytes.toString('base64') };
  return changePicture(services, caller, projectRole, expected, values, (trx) =>
    savePicture(trx, projectRole.scope, picture, values),
  );
}

async function cleanPicture(pictures: Pictures, base64: string): Promise<Picture> {
  const given = Buffer.from(base64, 'base64');
  if (given.length > maxPictureBytes) return failField('/data', `has more than ${maxPictureBytes} bytes`);
  try {
    return await pictures.clean(async () => given, { maxSide: maxPictureSide, maxBytes: maxPictureBytes });
  } catch (error) {
    if (error instanceof PictureError) return failField('/data', error.message);
    throw error;
  }
}

export const removePicture = (
  services: Services,
  caller: Person,
  projectRole: ProjectRole,
  expected: number | undefined,
) => changePicture(services, caller, projectRole, expected, noPicture, (trx) => deletePicture(trx, projectRole.scope));

/** The revision is that of the project, whose settings the picture is part of. */
async function changePicture(
  { db, clock }: Services,
  caller: Person,
  projectRole: ProjectRole,
  expected: number | undefined,
  values: PictureValues,
  change: (trx: Trx) => Promise<void>,
) {
  const now = clock.now();
  const { scope } = projectRole;
  const row = await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const locked = (await nextProjectRevision(trx, scope, expected)) ?? fail('stale');
    if (locked.state === 'archived') fail('project_archived');
    await change(trx);
    if (locked.picture !== values.picture || locked.picture_alt !== values.picture_alt) {
      const { pid } = scope;
      const detail = { fields: 'picture' };
      await record(trx, now, { actor: caller.uid, kind: 'project.changed', subject: pid, pid, detail });
    }
    return { ...locked, ...values };
  });
  return { revision: row.revision, project: presentProject(row, projectRole) };
}
