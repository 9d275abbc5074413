import { QueryClient } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { loading } from './loading.ts';

test('contact details are loaded when the page opens, not when somebody points at a link to it', async () => {
  const asked: string[] = [];
  const queryOf = (name: string) => ({ queryKey: [name], queryFn: () => asked.push(name) });
  const loader = loading(({ load, whenOpened }) =>
    Promise.all([load(queryOf('teams')), whenOpened(() => load(queryOf('contacts')))]),
  );
  const context = { queryClient: new QueryClient(), i18n: createInstance(), me: null };
  const visit = { context, params: {}, location: { pathname: '/', search: {} } };
  await loader({ ...visit, preload: true });
  expect(asked).toEqual(['teams']);
  await loader({ ...visit, preload: false });
  expect(asked).toEqual(['teams', 'contacts']);
});
