import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, callerOf, projectRoleOf } from '../../../auth/gate.ts';
import { limits, personKey } from '../../../auth/rate-limits.ts';
import { fail } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { pageRequest, totalOnFirst } from '../../../http/paging.ts';
import { expectedRevision, withRevision } from '../../../http/revision.ts';
import { timestamp } from '../../../lib/clock.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { canClaim, seesMoney } from '../money.policy.ts';
import { listSharedClaims } from './accounts.queries.ts';
import { claimTotals } from './claims.queries.ts';
import {
  Claim,
  ClaimChanges,
  ClaimDecision,
  ClaimPage,
  ClaimParams,
  ClaimsParams,
  ClaimsQuery,
  ClaimSubmission,
  ClaimTotals,
  NewClaim,
  OwnClaims,
  SharedClaimPage,
  SharedClaimsQuery,
} from './claims.schema.ts';
import {
  changeClaim,
  countFound,
  createClaim,
  readClaim,
  readClaims,
  readOwnClaims,
  sendClaim,
  setShared,
  withdrawClaim,
} from './claims.service.ts';
import { decideClaim } from './decisions.service.ts';

type WithId = FastifyRequest & { params: { id: string } };

export function claimRoutes(app: App, services: Services): void {
  const { db, clock } = services;
  const own = (request: WithId) => ({
    ...actorOf(request, clock),
    id: request.params.id,
    expected: expectedRevision(request),
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply, id: string): Promise<Claim> => {
    const { revision, claim } = await readClaim(db.read, actorOf(request, clock), id);
    return withRevision(reply, revision, claim);
  };
  listRoutes(app, services);
  writeRoutes(app, services, { own, answer });
  consentRoutes(app, services, own);

  app.get(
    '/api/projects/:pid/claims/:id',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Money'],
        operationId: 'get_claim',
        summary: 'Read a claim',
        description:
          'For the claimant. Once it was sent also for those who handle the money, and without its receipts for chiefs, if it is from a budget ' +
          'of their team. Send the `ETag` as `If-Match` with a decision, so that nothing else is approved than what you saw.',
        params: ClaimParams,
        response: { 200: Ref(Claim) },
      },
    },
    (request, reply) => answer(request, reply, request.params.id),
  );

  app.put(
    '/api/projects/:pid/claims/:id/decision',
    {
      config: {
        access: 'project:finance',
        problems: ['claim_decided', 'over_budget', 'stale', 'not_allowed', 'browser_only', 'sign_in_again'],
      },
      schema: {
        tags: ['Money'],
        operationId: 'decide_claim',
        summary: 'Approve, return or refuse a claim',
        description:
          'Nobody decides about their own claim. A claim of more than is left of its budget is approved by owners only. ' +
          'Approving needs a browser with a sign-in or a confirmation within the last 15 minutes: otherwise 403 ' +
          '`sign_in_again`, or `browser_only`. The claimant is notified.',
        params: ClaimParams,
        body: ClaimDecision,
        response: { 200: Ref(Claim) },
      },
    },
    async (request, reply) => {
      await decideClaim(db, own(request), request.body);
      return answer(request, reply, request.params.id);
    },
  );
}

function listRoutes(app: App, { db, clock }: Services): void {
  app.get(
    '/api/projects/:pid/my-claims',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Money'],
        operationId: 'list_own_claims',
        summary: "List the caller's claims in a project",
        description: 'Newest first. At most 50, and those that were withdrawn.',
        params: ClaimsParams,
        response: { 200: Ref(OwnClaims) },
      },
    },
    async (request) => {
      const actor = actorOf(request, clock);
      const create = canClaim(actor.projectRole) && actor.projectRole.state !== 'archived';
      return { data: await readOwnClaims(db.read, actor), rights: { create } };
    },
  );

  app.get(
    '/api/projects/:pid/claims',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Money'],
        operationId: 'list_claims',
        summary: 'List the claims that were sent',
        description: 'All for those who handle the money; for chiefs those from budgets of their teams.',
        params: ClaimsParams,
        querystring: ClaimsQuery,
        response: { 200: Ref(ClaimPage) },
      },
    },
    async (request) => {
      const { query } = request;
      const actor = actorOf(request, clock);
      const { limit, after, page } = pageRequest(query, { number: 'text' });
      const number = after === undefined ? undefined : Number(after.number) || 0;
      const rows = await readClaims(db.read, actor, query, { limit: limit + 1, after: number });
      const keyed = rows.map((row) => ({ ...row, number: String(row.number) }));
      const { data, next } = page(keyed, (row) => ({ ...row, number: Number(row.number) }));
      return { data, next, ...(await totalOnFirst(after, () => countFound(db.read, actor, query))) };
    },
  );

  app.get(
    '/api/projects/:pid/claim-totals',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Money'],
        operationId: 'get_claim_totals',
        summary: 'Count the claims of a project by state',
        params: ClaimsParams,
        response: { 200: Ref(ClaimTotals) },
      },
    },
    async (request) => {
      const projectRole = projectRoleOf(request);
      if (!seesMoney(projectRole)) fail('forbidden');
      const rows = await claimTotals(db.read, projectRole.scope);
      return { data: rows.flatMap(({ state, ...row }) => (state === 'draft' ? [] : [{ state, ...row }])) };
    },
  );
}

type Answers = {
  own: (request: WithId) => Parameters<typeof changeClaim>[1];
  answer: (request: FastifyRequest, reply: FastifyReply, id: string) => Promise<Claim>;
};

function writeRoutes(app: App, services: Services, { own, answer }: Answers): void {
  const { db, clock, once, limiter } = services;
  app.post(
    '/api/projects/:pid/claims',
    {
      config: { access: 'project:signed_in', problems: ['not_allowed', 'idempotency_key_reused'] },
      schema: {
        tags: ['Money'],
        operationId: 'create_claim',
        summary: 'Begin a claim',
        description:
          'For people and helpers of the project, at most 50 each. A draft is seen by nobody else until it is sent. Add ' +
          'receipts, then send it.',
        params: ClaimsParams,
        body: NewClaim,
        response: { 201: Ref(Claim) },
      },
    },
    async (request, reply) => {
      await limiter.shared(reply, limits.claims, personKey(callerOf(request)));
      return once(request, reply, async (trx) => {
        const actor = actorOf(request, clock);
        const id = await createClaim(trx, actor, request.body);
        return (await readClaim(trx, actor, id)).claim;
      });
    },
  );

  app.patch(
    '/api/projects/:pid/claims/:id',
    {
      config: { access: 'project:signed_in', problems: ['claim_decided', 'stale', 'not_allowed'] },
      schema: {
        tags: ['Money'],
        operationId: 'change_claim',
        summary: 'Change a claim that is not decided yet',
        description: 'Changes only the fields in the request; `lines` as a whole.',
        params: ClaimParams,
        body: ClaimChanges,
        response: { 200: Ref(Claim) },
      },
    },
    async (request, reply) => {
      await changeClaim(db, own(request), request.body);
      return answer(request, reply, request.params.id);
    },
  );

  app.put(
    '/api/projects/:pid/claims/:id/submission',
    {
      config: {
        access: 'project:signed_in',
        problems: ['claim_decided', 'stale', 'not_allowed', 'browser_only', 'sign_in_again'],
      },
      schema: {
        tags: ['Money'],
        operationId: 'send_claim',
        summary: 'Send a claim, or send it again after it was returned',
        description:
          'With `share_bank` it needs a browser with a sign-in or a confirmation within the last 15 minutes: otherwise 403 ' +
          '`sign_in_again`, or `browser_only`.',
        params: ClaimParams,
        body: ClaimSubmission,
        response: { 200: Ref(Claim) },
      },
    },
    async (request, reply) => {
      await limiter.shared(reply, limits.claims, personKey(callerOf(request)));
      await sendClaim(services, own(request), request.body);
      return answer(request, reply, request.params.id);
    },
  );

  app.delete(
    '/api/projects/:pid/claims/:id',
    {
      config: { access: 'project:signed_in', problems: ['claim_decided', 'stale'] },
      schema: {
        tags: ['Money'],
        operationId: 'withdraw_claim',
        summary: 'Withdraw a claim that is not decided yet',
        description: 'Its receipts are deleted; a draft that was never sent as a whole.',
        params: ClaimParams,
        response: { 204: Empty('Claim withdrawn.') },
      },
    },
    (request) => withdrawClaim(db, own(request)),
  );
}

function consentRoutes(app: App, services: Services, own: Answers['own']): void {
  const { db, clock } = services;
  app.get(
    '/api/me/claim-consents',
    {
      config: { translates: 'names', access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_own_claim_consents',
        summary: "List the claims that may be paid to the caller's bank account",
        description:
          'Those who handle the money of the project can see the account until the day given, until the claim is paid, refused or ' +
          'withdrawn, or until the caller withdraws the consent with `unshare_bank_for_claim`. A payout keeps the account that it has.',
        querystring: SharedClaimsQuery,
        response: { 200: Ref(SharedClaimPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const today = timestamp(clock.now()).slice(0, 10);
      const rows = await listSharedClaims(db.read, callerOf(request).uid, today, after?.id, limit + 1);
      return page(rows, ({ what, ...row }) => ({ ...row, what: what ?? '' }));
    },
  );

  app.put(
    '/api/projects/:pid/claims/:id/bank-consent',
    {
      config: { access: 'project:signed_in', stepUp: true, alsoArchived: true, problems: ['claim_decided'] },
      schema: {
        tags: ['Money'],
        operationId: 'share_bank_for_claim',
        summary: "Let a claim be paid to the caller's bank account",
        description:
          'The account then goes into the payout that pays the claim. Ends after a year. The claimant is notified by email.',
        params: ClaimParams,
        response: { 204: Empty('Consent given.') },
      },
    },
    (request) => setShared(services, own(request), true),
  );

  app.delete(
    '/api/projects/:pid/claims/:id/bank-consent',
    {
      config: { access: 'project:signed_in', alsoArchived: true },
      schema: {
        tags: ['Money'],
        operationId: 'unshare_bank_for_claim',
        summary: 'Withdraw the consent to use the bank account for a claim',
        description: 'At any time. A payout that has the account already keeps it.',
        params: ClaimParams,
        response: { 204: Empty('Consent withdrawn.') },
      },
    },
    (request) => setShared(services, own(request), false),
  );
}
