import { expect, test } from 'vitest';
import { answerOption, whoOption, withAnswer, withWho } from './hand-out-audience.ts';

test('the choice of who is entitled keeps what the API can say', () => {
  for (const audience of [
    { everyone: true as const },
    { tids: ['venue'] },
    { tids: ['venue', 'press'] },
    { form: 'a' },
  ])
    expect(withWho(whoOption(audience))).toEqual(audience);
  for (const audience of [
    { form: 'shirts' },
    { form: 'shirts', field: 'size' },
    { form: 'shirts', field: 'size', values: ['m', 'extra large'] },
  ])
    expect(withAnswer('shirts', answerOption(audience))).toEqual(audience);
});
