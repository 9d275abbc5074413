import { keyring, seal } from '../../../src/server/lib/seal.ts';
import { newId } from '../../../src/server/lib/secrets.ts';
import type { Planting } from './planting.ts';

const keys = keyring([Buffer.from('11'.repeat(32), 'hex')]);

/** What people say about their time and skills, and what they wait for. */
export async function plantPlans(planting: Planting, now: Date): Promise<void> {
  const { trx, world, keep, mark } = planting;
  const { pid, uid, caller, task } = world;
  const at = now.toISOString();
  const skill = await trx.selectFrom('skills').select('id').where('pid', '=', pid).executeTakeFirstOrThrow();
  for (const [index, who] of [uid, caller].entries()) {
    const timeAfter = (minutes: number) => {
      const time = new Date(now.getTime() + 40 * 86_400_000 + (2 * minutes + index) * 60_000).toISOString();
      return keep('availabilities.unavailable', time, who);
    };
    const unavailable = JSON.stringify([{ starts_at: timeAfter(1), ends_at: timeAfter(90) }]);
    const preferred = { preferred_kinds: '[]', preferred_teams: '[]' };
    await trx
      .insertInto('availabilities')
      .values({ pid, uid: who, unavailable, ...preferred, changed_at: at })
      .execute();
    await trx
      .insertInto('person_skills')
      .values({ skill_id: skill.id, uid: who, granted_by: caller, created_at: at, granted_at: at })
      .execute();
    await trx.insertInto('help_requests').values({ task_id: task, uid: who, asked_by: caller, asked_at: at }).execute();
    await trx
      .insertInto('place_offers')
      .values({ task_id: task, uid: who, to_uid: uid, for_task: null, created_at: at })
      .execute();
  }
  const phone = keep('invitations.phone', seal(keys, `invitation:${pid}:phone`, mark('invitations.phone, opened')));
  await trx.updateTable('invitations').set({ phone }).where('pid', '=', pid).execute();
  const lines = keep('imports.lines', seal(keys, `import:${task}`, '[]'));
  await trx.updateTable('imports').set({ lines }).where('pid', '=', pid).execute();
  await trx.insertInto('waiting_people').values({ task_id: task, uid, position: 1, created_at: at }).execute();
  await trx
    .insertInto('certificate_batches')
    .values({
      id: newId(now),
      pid,
      created_by: caller,
      state: 'done',
      position: '',
      total: 1,
      created_at: at,
      ended_at: at,
    })
    .execute();
}

/** Secrets of other systems, sealed as the service does, and what is sealed in them. */
export async function plantSecrets({ trx, world, mark, keep }: Planting): Promise<void> {
  const { pid, channel, webhook, groupServer } = world;
  const sealed = (column: string, context: string, value: string) => keep(column, seal(keys, context, value));
  const signing = `whsec_${mark('webhooks.secrets, opened')}`;
  const secrets = sealed('webhooks.secrets', `webhook:${webhook}:secrets`, JSON.stringify([signing]));
  await trx.updateTable('webhooks').set({ secrets }).where('id', '=', webhook).execute();
  const login = JSON.stringify({ username: 'restadmin', secret: mark('group_servers.secrets, opened') });
  const logins = sealed('group_servers.secrets', `group-server:${groupServer}:secrets`, login);
  await trx.updateTable('group_servers').set({ secrets: logins }).where('id', '=', groupServer).execute();
  const address = `https://127.0.0.1/hooks/${mark('chat_channels.url, opened')}`;
  const url = sealed('chat_channels.url', `chat:${channel}:url`, address);
  await trx.updateTable('chat_channels').set({ url }).where('id', '=', channel).execute();
  // The seed must stay the one of the public key, so it is searched for as it is stored.
  const key = await trx
    .selectFrom('project_keys')
    .select('private_key')
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow();
  keep('project_keys.private_key', key.private_key);
}
