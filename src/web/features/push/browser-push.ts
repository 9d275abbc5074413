import { workerReady } from '../../service-worker.ts';

/** Why the browser shows no notifications. */
export class PushRefused extends Error {
  readonly reason: 'blocked' | 'failed';

  constructor(reason: 'blocked' | 'failed') {
    super(`no notifications: ${reason}`);
    this.reason = reason;
  }
}

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** A subscription of this browser for our key. One for another key, such as that of an earlier database, is replaced. */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused('blocked');
  const { pushManager } = await workerReady();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscribe = () => pushManager.subscribe(options);
  try {
    const subscription = await subscribe().catch(async () => {
      await (await pushManager.getSubscription())?.unsubscribe();
      return subscribe();
    });
    const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
    return { endpoint, keys: { p256dh, auth } };
  } catch {
    throw new PushRefused('failed');
  }
}

export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
