import { actorOf, projectRoleOf } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import { expectedRevision, withRevision } from '../../../http/revision.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { MoneySettings, SettingsParams } from './settings.schema.ts';
import { changeSettings, readSettings } from './settings.service.ts';

export function settingsRoutes(app: App, { db, clock }: Services): void {
  app.get(
    '/api/projects/:pid/money-settings',
    {
      config: { access: 'project:finance' },
      schema: {
        tags: ['Money'],
        operationId: 'get_money_settings',
        summary: 'Read from which account a project pays, and how it pays for travel',
        params: SettingsParams,
        response: { 200: Ref(MoneySettings) },
      },
    },
    async (request, reply) => {
      const { revision, settings } = await readSettings(db.read, projectRoleOf(request).scope);
      return withRevision(reply, revision, settings);
    },
  );

  app.put(
    '/api/projects/:pid/money-settings',
    {
      config: { access: 'project:finance', problems: ['stale', 'not_allowed'] },
      schema: {
        tags: ['Money'],
        operationId: 'change_money_settings',
        summary: 'Choose from which account a project pays, and how it pays for travel',
        description:
          'With `travel_pays: receipts` everybody who has applied for travel money gets a claim to add receipts to, and is notified. ' +
          'Only owners go back to `fixed`, and only as long as nobody has begun such a claim.',
        params: SettingsParams,
        body: MoneySettings,
        response: { 204: Empty('Settings saved.') },
      },
    },
    (request) => changeSettings(db, actorOf(request, clock), expectedRevision(request), request.body),
  );
}
