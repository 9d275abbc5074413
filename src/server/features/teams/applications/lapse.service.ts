import type { LapseServices } from '../../../feature.ts';
import { timestamp } from '../../../lib/clock.ts';
import { nameForMail } from '../../../lib/mail/web-address.ts';
import { newId } from '../../../lib/secrets.ts';
import { languagesOf, lockPeople } from '../../people/people.service.ts';
import { applicationLapsedMail } from './application-lapsed.mail.ts';
import { listLapsed, takeLapsed } from './applications.queries.ts';
import type { LapsedRow } from './applications.queries.ts';

const batchSize = 100;

/** Deletes applications that nobody answered in time, and tells the applicants. */
export async function lapseApplications(services: LapseServices): Promise<void> {
  while ((await lapseBatch(services)) === batchSize);
}

/** Returns how many applications were found. The transaction that deletes one also queues its mail, so it is sent once. */
async function lapseBatch({ db, clock, config, mailQueue }: LapseServices): Promise<number> {
  const now = clock.now();
  const at = timestamp(now);
  const found = await listLapsed(db.read, at, batchSize);
  if (found.length === 0) return 0;
  await db.transaction(async (trx) => {
    // Nobody can be suspended, erased or apply again until the mail is queued.
    const locked = await lockPeople(
      trx,
      found.map(({ uid }) => uid),
    );
    const people = new Map(locked.map((person) => [person.uid, person]));
    const languages = await languagesOf(
      trx,
      locked.map(({ email }) => email),
    );
    const languageByRow = new Map((await takeLapsed(trx, found, at)).map((row) => [keyOf(row), row.language]));
    const key = `application-lapsed:${newId(now)}`;
    const mails = found.flatMap((row, index) => {
      const person = people.get(row.uid);
      const language = languageByRow.get(keyOf(row));
      if (language === undefined || person === undefined || person.suspended_at !== null) return [];
      const { email } = person;
      const text = applicationLapsedMail({
        team: nameForMail(row.team),
        project: nameForMail(row.project),
        link: `${config.baseUrl}/projects`,
        language: languages.get(email) ?? language,
      });
      return [{ key: `${key}:${index}`, mail: { to: email, ...text } }];
    });
    if (mails.length > 0) await mailQueue.addAll(trx, mails);
  });
  return found.length;
}

const keyOf = ({ pid, tid, uid }: Pick<LapsedRow, 'pid' | 'tid' | 'uid'>): string => [pid, tid, uid].join(' ');
