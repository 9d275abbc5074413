declare const self: ServiceWorkerGlobalScope;

type Message = { title: string; body: string; url: string; tag: string };

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' &&
  value !== null &&
  ['title', 'body', 'url', 'tag'].every((name) => typeof Reflect.get(value, name) === 'string');

export async function showNotification(data: PushMessageData | null): Promise<void> {
  const message: unknown = data?.json();
  if (!isMessage(message)) return;
  const { title, body, url, tag } = message;
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge.png',
    data: { url },
  });
}

/** In a window that is open already, if there is one. The address is always one of ours. */
export async function openPage(notification: Notification): Promise<void> {
  notification.close();
  const { url } = notification.data as { url: string };
  const target = new URL(url, self.location.origin);
  if (target.origin !== self.location.origin) return;
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (open === undefined) {
    await self.clients.openWindow(target.href);
    return;
  }
  await open.navigate(target.href);
  await open.focus();
}

/** The push service gave the browser a new address. Without a session, the page of settings shows that it is off. */
export async function renewSubscription(): Promise<void> {
  const listed = await fetch('/api/me/push-subscriptions');
  if (!listed.ok) return;
  const { public_key: applicationServerKey } = (await listed.json()) as { public_key: string };
  const subscription = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = subscription.toJSON();
  await fetch('/api/me/push-subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}
