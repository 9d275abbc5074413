import type { Config } from '../config.ts';
import { testMail } from '../features/mail/test.mail.ts';
import { systemClock } from '../lib/clock.ts';
import { sendNow } from '../lib/mailer.ts';
import { newId } from '../lib/secrets.ts';
import { bad, good } from './finding.ts';
import type { Finding } from './finding.ts';

/** Sends a mail and says what the mail server answered, so that the operator sees whom to ask if it does not arrive. */
export async function sendTestMail(config: Config, to: string): Promise<Finding> {
  const mail = { to, ...testMail({ link: config.baseUrl }) };
  try {
    const answer = await sendNow(config, newId(systemClock.now()), mail);
    return good('test email', answer);
  } catch (error) {
    return bad('test email', `${answerIn(error)}: the mail server did not accept it; check SMTP_URL and MAIL_FROM`);
  }
}

const answerIn = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'response' in error && typeof error.response === 'string' ? error.response : error.message;
};
