import { EmailForm } from './email-form.tsx';
import { LinkExchange } from './link-exchange.tsx';
import { useLinkToken } from './link-token.ts';
import { SetUpForm } from './set-up-form.tsx';

export function SignInPage() {
  const token = useLinkToken();
  if (token === undefined) return <EmailForm />;
  return token.startsWith('setup_') ? <SetUpForm token={token} /> : <LinkExchange key={token} token={token} />;
}
