import pg from 'pg';
import type { Listener, Message, Report } from '../db.ts';
import type { Hosts } from './hosts.ts';
import { clientSettings } from './settings.ts';

export const channel = 'muster';
const reconnectMs = 1000;

export type NotificationListener = { reconnect: () => void; close: () => Promise<void> };

/** A connection that only listens. After a reconnect it sends `missed`, because notifications may have been lost. */
export function listenForNotifications(
  hosts: Hosts,
  listeners: ReadonlySet<Listener>,
  report: Report,
): NotificationListener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const notifyAll = (message: Message) => {
    for (const listener of listeners) listener(message);
  };
  const connect = async () => {
    const connecting = new pg.Client({ ...clientSettings, connectionString: hosts.current() });
    client = connecting;
    connecting.on('notification', ({ payload = '' }) => {
      const [topic = '', ...key] = payload.split(' ');
      notifyAll({ topic, key: key.join(' ') });
    });
    // Ignore late events of a connection that has been replaced.
    connecting.on('error', (error) => void (client === connecting && retry(error)));
    connecting.on('end', () => void (client === connecting && retry()));
    await connecting.connect();
    await connecting.query(`listen ${channel}`);
    notifyAll({ topic: 'missed', key: '' });
  };
  const retry = (error?: Error) => {
    if (isClosed || timer !== undefined) return;
    if (error !== undefined) report.failure(error);
    client?.end().catch(() => {});
    timer = setTimeout(() => {
      timer = undefined;
      const ready = error !== undefined && hosts.several ? hosts.seek() : Promise.resolve();
      void ready.then(connect).catch(retry);
    }, reconnectMs);
  };
  connect().catch(retry);
  return {
    reconnect: () => retry(),
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
