import { grant } from '../features/administrators/administrators.service.ts';
import { mailQueue } from '../features/mail/mail.service.ts';
import type { MailQueue } from '../features/mail/mail.service.ts';
import { outbox } from '../features/outbox/outbox.service.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { systemClock } from '../lib/clock.ts';
import { keyring } from '../lib/seal.ts';
import { isEmail, normaliseEmail } from '../lib/text.ts';
import { migratedDb, parse } from './arguments.ts';
import type { Command } from './arguments.ts';
import { exitCodes, misuse, refuse } from './terminal.ts';

/** Stores mail, which the service sends. */
const queueOnly = (config: Config, db: Db): MailQueue => {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  return mailQueue(outbox({ db, clock: systemClock, keys: keyring(config.secrets), log, handlers: {} }));
};

export const adminCommand: Command = {
  usage: 'admin grant ADDRESS',
  about: 'makes the person with this email address an administrator',
  more: [
    'Takes effect at once, while the service runs, and leaves an entry in the audit log. All administrators and the person get an email.',
    'For an address of ADMIN_EMAIL that had a passkey or was removed: such an address gets no rights from ADMIN_EMAIL.',
    'The person must have signed in before.',
  ],
  run: async ({ config, args, terminal }) => {
    const [action, address = ''] = parse(args, {}, 2).positionals;
    if (action !== 'grant') misuse('admin needs "grant" and an email address');
    if (!isEmail(address)) misuse(`"${address}" is not an email address`);
    const email = normaliseEmail(address);
    const granted = await migratedDb(config, (db) =>
      grant({ db, clock: systemClock, config, mailQueue: queueOnly(config, db) }, email),
    );
    if (granted === undefined) refuse(`no account has the address ${email}; let the person sign in first`);
    terminal.say(granted === true ? `${email} is an administrator now.` : `${email} is an administrator already.`);
    return exitCodes.done;
  },
};
