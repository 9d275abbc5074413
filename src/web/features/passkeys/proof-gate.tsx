import { lazy, Suspense, useEffect, useState } from 'react';
import { setProofPrompt } from './queries.ts';

const ProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }));

/** Shows the dialog when a call needs a proof of identity, and lets the call go on afterwards. */
export function ProofGate() {
  const [answer, setAnswer] = useState<((proved: boolean) => void) | null>(null);
  useEffect(() => setProofPrompt(() => new Promise<boolean>((resolve) => setAnswer(() => resolve))), []);
  if (answer === null) return null;
  const finish = (proved: boolean) => {
    setAnswer(null);
    answer(proved);
  };
  return (
    <Suspense>
      <ProofDialog onEnd={finish} />
    </Suspense>
  );
}
