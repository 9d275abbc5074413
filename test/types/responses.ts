/**
 * Checked by `tsc --noEmit`, never run. Each `@ts-expect-error` is a handler that must not compile: if http/app.ts
 * stopped checking answers, the line below it would compile and the unused expectation would fail the check.
 */
import type { App } from '../../src/server/http/app.ts';
import { Empty, Nullable, Page, Ref, Shape, Timestamp, Type } from '../../src/server/lib/schema.ts';

const Badge = Shape({ colour: Type.String() }, { $id: 'Badge' });
const Token = Shape(
  {
    id: Type.String(),
    scope: Type.Enum(['read', 'write']),
    uses: Type.Integer(),
    last_used_at: Nullable(Timestamp('Last use.')),
    name: Type.Optional(Type.String()),
    owner: Shape({ uid: Type.String(), badge: Nullable(Ref(Badge)) }),
  },
  { $id: 'Token' },
);
const TokenPage = { ...Page(Ref(Token)), $id: 'TokenPage' };
const Outcome = Shape({ outcome: Type.Enum(['added', 'repeated']) }, { $id: 'Outcome' });

declare const app: App;
/** Rows as queries give them: with columns that no answer has. */
declare const row: Token & { token_hash: string };
declare const nestedRow: Token & { owner: { email: string } };
declare const deepRow: Token & { owner: { badge: { token_hash: string } } };
declare const token: Token;
declare const anyText: string;
type Token = {
  id: string;
  scope: 'read' | 'write';
  uses: number;
  last_used_at: string | null;
  owner: { uid: string; badge: { colour: string } | null };
};

const one = { schema: { response: { 200: Ref(Token) } } };
const page = { schema: { response: { 200: Ref(TokenPage) } } };
const list = { schema: { response: { 200: Type.Array(Ref(Token)) } } };
const either = { schema: { response: { 200: Ref(Token), 201: Ref(Outcome) } } };
const nothing = { schema: { response: { 204: Empty('Done.') } } };

// What the document says compiles, in every way of answering.
app.get('/', one, () => token);
app.get('/', one, async () => token);
app.get('/', one, async () => ({ ...token, name: 'staff page' }));
app.get('/', page, async () => ({ data: [token], next: null }));
app.get('/', list, async () => [token]);
app.post('/', either, async (_request, reply) => {
  reply.code(201);
  return { outcome: 'added' as const };
});
app.post('/', either, async () => ({ outcome: 'added' as const }));
app.delete('/', nothing, async (_request, reply) => reply.code(204).send());

// A column that the document does not have: at the top, nested, in a list, in a page, in every method.
// @ts-expect-error token_hash is not documented
app.get('/', one, async () => row);
// @ts-expect-error token_hash is not documented
app.get('/', one, () => row);
// @ts-expect-error token_hash is not documented
app.get('/', one, async () => ({ ...token, token_hash: 'x' }));
// @ts-expect-error token_hash is not documented
app.post('/', one, async () => row);
// @ts-expect-error token_hash is not documented
app.put('/', one, async () => row);
// @ts-expect-error token_hash is not documented
app.patch('/', one, async () => row);
// @ts-expect-error token_hash is not documented
app.delete('/', one, async () => row);
// @ts-expect-error owner.email is not documented
app.get('/', one, async () => nestedRow);
// @ts-expect-error owner.badge.token_hash is not documented
app.get('/', one, async () => deepRow);
// @ts-expect-error token_hash is not documented
app.get('/', list, async () => [row]);
// @ts-expect-error token_hash is not documented
app.get('/', page, async () => ({ data: [row], next: null }));
// @ts-expect-error owner.email is not documented
app.get('/', page, async () => ({ data: [nestedRow], next: null }));
// @ts-expect-error total is not documented
app.get('/', page, async () => ({ data: [token], next: null, total: 1 }));
// @ts-expect-error one of the two answers has token_hash
app.post('/', either, async () => (Math.random() > 0.5 ? row : { outcome: 'added' as const }));

// A field of another type, or none.
// @ts-expect-error uses is a number
app.get('/', one, async () => ({ ...token, uses: '3' }));
// @ts-expect-error scope has no such value
app.get('/', one, async () => ({ ...token, scope: 'admin' as const }));
// @ts-expect-error scope is not just any string
app.get('/', one, async () => ({ ...token, scope: anyText }));
// @ts-expect-error id is not nullable
app.get('/', one, async () => ({ ...token, id: null }));
// @ts-expect-error uses is missing
app.get('/', one, async () => ({ id: 'x', scope: 'read' as const, last_used_at: null, owner: token.owner }));
// @ts-expect-error owner.badge is missing
app.get('/', one, async () => ({ ...token, owner: { uid: 'x' } }));
// @ts-expect-error next is missing
app.get('/', page, async () => ({ data: [token] }));
// @ts-expect-error a page is not a list
app.get('/', page, async () => [token]);

// An answer of another status, or through `reply`.
// @ts-expect-error no status has this shape
app.post('/', either, async () => ({ outcome: 'removed' as const }));
// @ts-expect-error 404 is not documented
app.post('/', either, async (_request, reply) => reply.code(404).send());
// @ts-expect-error an object is returned, not sent: `send` would let token_hash through
app.get('/', one, async (_request, reply) => reply.send(row));
// @ts-expect-error the same with a status
app.post('/', either, async (_request, reply) => reply.code(200).send(row));
// @ts-expect-error the same with headers
app.post('/', either, async (_request, reply) => reply.headers({ vary: 'accept' }).send(row));
// @ts-expect-error 204 has no body
app.delete('/', nothing, async () => token);
