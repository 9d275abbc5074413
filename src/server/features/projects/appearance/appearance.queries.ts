import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';

/** The columns of a project that belong to its picture. */
export type PictureValues = {
  picture: string | null;
  picture_alt: string;
  picture_width: number | null;
  picture_height: number | null;
};

export const findPicture = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('project_pictures')
    .innerJoin('projects', 'projects.pid', 'project_pictures.pid')
    .select(['projects.picture as version', 'projects.state', 'project_pictures.type', 'project_pictures.base64'])
    .where('project_pictures.pid', '=', pid)
    .executeTakeFirst();

export const findColour = (read: Reader, { pid }: ProjectScope) =>
  read.selectFrom('projects').select(['colour', 'state']).where('pid', '=', pid).executeTakeFirstOrThrow();

/** Requires a lock on the project. */
export async function savePicture(
  trx: Trx,
  { pid }: ProjectScope,
  picture: { type: string; base64: string },
  values: PictureValues,
): Promise<void> {
  await trx
    .insertInto('project_pictures')
    .values({ pid, ...picture })
    .onConflict((conflict) => conflict.column('pid').doUpdateSet(picture))
    .execute();
  await trx.updateTable('projects').set(values).where('pid', '=', pid).execute();
}

export const noPicture: PictureValues = { picture: null, picture_alt: '', picture_width: null, picture_height: null };

export async function deletePicture(trx: Trx, { pid }: ProjectScope): Promise<void> {
  await trx.deleteFrom('project_pictures').where('pid', '=', pid).execute();
  await trx.updateTable('projects').set(noPicture).where('pid', '=', pid).execute();
}

/** The columns of the new project are copied with its row. */
export async function copyPicture(trx: Trx, from: string, to: string): Promise<void> {
  await trx
    .insertInto('project_pictures')
    .columns(['pid', 'type', 'base64'])
    .expression((eb) =>
      eb
        .selectFrom('project_pictures')
        .select((one) => [one.val(to).as('pid'), 'type', 'base64'])
        .where('pid', '=', from),
    )
    .execute();
}
