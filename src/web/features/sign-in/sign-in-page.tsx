import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { EventColours } from '../projects/event/event-colours.tsx';
import { currentProjectQuery } from '../projects/queries.ts';
import { EmailForm } from './email-form.tsx';
import { LinkExchange } from './link-exchange.tsx';
import { useLinkToken } from './link-token.ts';
import { ProviderProblemCard } from './provider-problem-card.tsx';
import { SetUpForm } from './set-up-form.tsx';

export function SignInPage() {
  const event = useQuery(currentProjectQuery).data ?? null;
  return (
    <EventColours project={event}>
      <SignInSteps />
    </EventColours>
  );
}

function SignInSteps() {
  const token = useLinkToken();
  const { problem } = useSearch({ from: '/sign-in' });
  if (token === undefined) return problem === undefined ? <EmailForm /> : <ProviderProblemCard problem={problem} />;
  return token.startsWith('setup_') ? <SetUpForm token={token} /> : <LinkExchange key={token} token={token} />;
}
