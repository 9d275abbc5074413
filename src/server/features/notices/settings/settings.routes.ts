import type { App } from '../../../http/app.ts';
import { callerOf } from '../../../auth/gate.ts';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Ref } from '../../../lib/schema.ts';
import { NoticeSettings, NoticeSettingsInput } from './settings.schema.ts';
import { readSettings, writeSettings } from './settings.service.ts';

export function settingsRoutes(app: App, services: { db: Db; clock: Clock }): void {
  app.get(
    '/api/me/notice-settings',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Notices'],
        operationId: 'get_notice_settings',
        summary: "Read the caller's notice settings",
        response: { 200: Ref(NoticeSettings) },
      },
    },
    (request) => readSettings(services.db.read, callerOf(request).uid),
  );

  app.put(
    '/api/me/notice-settings',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Notices'],
        operationId: 'put_notice_settings',
        summary: "Change the caller's notice settings",
        description: 'Replaces all settings. Kinds that are left out get their default.',
        body: NoticeSettingsInput,
        response: { 200: Ref(NoticeSettings) },
      },
    },
    (request) => writeSettings(services, callerOf(request), request.body),
  );
}
