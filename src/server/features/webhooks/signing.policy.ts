import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

export const newSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`;

type Delivery = { id: string; body: string; atSeconds: number };

/** The header fields of Standard Webhooks, with a signature for each secret. */
export function signedHeaders(secrets: readonly string[], { id, body, atSeconds }: Delivery): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${atSeconds}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(atSeconds),
    'webhook-signature': signatures.join(' '),
  };
}
