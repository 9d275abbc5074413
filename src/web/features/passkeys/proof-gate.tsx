import { lazy, Suspense, useEffect, useState } from 'react';
import { answerProofWith } from '../../api.ts';

const ProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }));

/** Wherever a call needs to know who is there, the question is put in one and the same dialog, and the call goes on. */
export function ProofGate() {
  const [answer, setAnswer] = useState<((proved: boolean) => void) | null>(null);
  useEffect(() => answerProofWith(() => new Promise<boolean>((resolve) => setAnswer(() => resolve))), []);
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
