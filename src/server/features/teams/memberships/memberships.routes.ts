import type { App } from '../../../http/app.ts';
import { callerOf, projectRoleOf, teamOf } from '../../../auth/gate.ts';
import { fail } from '../../../errors.ts';
import { limits, personKey } from '../../../auth/rate-limits.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { ReleasedPlacePage, ReleasesQuery } from '../../tasks/releases/releases.schema.ts';
import { contactSheetRoutes } from './contact-sheet.routes.ts';
import { AddedMembers, MembershipParams, MembershipsParams, NewMembers } from './memberships.schema.ts';
import {
  addChief,
  addMember,
  addMembers,
  addressesIn,
  hasLookedUp,
  placesLostByLeaving,
  recordLookup,
  removeChief,
  removeMember,
} from './memberships.service.ts';

export function membershipRoutes(app: App, services: Services): void {
  const { once, limiter } = services;
  contactSheetRoutes(app, services);

  app.post(
    '/api/projects/:pid/teams/:tid/members',
    {
      config: {
        access: 'team:chief',
        deputies: ['recruiting'],
        scope: 'teams:write',
        problems: ['unknown_person', 'team_full', 'team_disabled', 'idempotency_key_reused'],
      },
      schema: {
        tags: ['Teams'],
        operationId: 'add_members',
        summary: 'Add up to 200 members at once',
        description:
          "All or nothing: if somebody can't be added, nobody is, and `errors` says why for each person. With " +
          '`partial`, those who can be added are, and `outcome` says why for each of the others. ' +
          'People already in the team keep their role. Because the response shows which addresses have an ' +
          'account, requests with addresses are limited to 20 an hour, and those that name an address ' +
          'without adding its person are recorded in the audit log. Their name and uid are left out.',
        params: MembershipsParams,
        body: NewMembers,
        response: { 200: Ref(AddedMembers) },
      },
    },
    async (request, reply) => {
      const [caller, team] = [callerOf(request), teamOf(request)];
      if (addressesIn(request.body) > 0) await limiter.shared(reply, limits.lookups, personKey(caller));
      try {
        const added = await once(request, reply, (trx) => addMembers(trx, services, caller, team, request.body));
        if (hasLookedUp(added)) await recordLookup(services, caller, team, request.body);
        return added;
      } catch (error) {
        await recordLookup(services, caller, team, request.body);
        throw error;
      }
    },
  );

  app.put(
    '/api/projects/:pid/teams/:tid/members/:uid',
    {
      config: {
        access: 'team:chief',
        deputies: ['recruiting'],
        scope: 'teams:write',
        problems: ['team_full', 'team_disabled'],
      },
      schema: {
        tags: ['Teams'],
        operationId: 'add_member',
        summary: 'Add a member to a team',
        description: 'Somebody already in the team keeps their role.',
        params: MembershipParams,
        response: { 204: Empty('The person is now in the team.') },
      },
    },
    (request) => addMember(services, callerOf(request), teamOf(request), request.params.uid),
  );

  app.delete(
    '/api/projects/:pid/teams/:tid/members/:uid',
    {
      config: { access: 'team:leaving', scope: 'teams:write', alsoArchived: true, problems: ['project_archived'] },
      schema: {
        tags: ['Teams'],
        operationId: 'remove_member',
        summary: 'Remove a member from a team, or leave it',
        description:
          'Members can remove themselves, chiefs can remove any member, and owners can also remove chiefs. ' +
          "People can also leave a disabled team. People who leave their last team in the project and aren't " +
          "owners lose their places in tasks that haven't started. In an archived project, people can only " +
          'leave.',
        params: MembershipParams,
        response: { 204: Empty('Member removed.') },
      },
    },
    async (request) => {
      const [caller, { uid }] = [callerOf(request), request.params];
      // People can always leave, but nobody else is removed.
      if (projectRoleOf(request).state === 'archived' && uid !== caller.uid) fail('project_archived');
      await removeMember(services, caller, teamOf(request), uid);
    },
  );

  app.get(
    '/api/projects/:pid/teams/:tid/members/:uid/released-places',
    {
      config: { access: 'team:leaving' },
      schema: {
        tags: ['Teams'],
        operationId: 'list_places_lost_by_leaving',
        summary: 'List the places in tasks that a person would lose by leaving a team',
        description: 'For those who can remove the person. Empty if the person has another team or is an owner.',
        params: MembershipParams,
        querystring: ReleasesQuery,
        response: { 200: Ref(ReleasedPlacePage) },
      },
    },
    (request) =>
      placesLostByLeaving(services, projectRoleOf(request), teamOf(request), {
        caller: callerOf(request).uid,
        uid: request.params.uid,
        query: request.query,
      }),
  );

  app.put(
    '/api/projects/:pid/teams/:tid/chiefs/:uid',
    {
      config: { access: 'team:owner', problems: ['team_full', 'team_disabled'] },
      schema: {
        tags: ['Teams'],
        operationId: 'add_chief',
        summary: 'Make a person a chief of a team',
        description: 'Promotes a member, or adds a new person, who takes a place in the team.',
        params: MembershipParams,
        response: { 204: Empty('The person is now a chief.') },
      },
    },
    (request) => addChief(services, callerOf(request), teamOf(request), request.params.uid),
  );

  app.delete(
    '/api/projects/:pid/teams/:tid/chiefs/:uid',
    {
      config: { access: 'team:owner' },
      schema: {
        tags: ['Teams'],
        operationId: 'remove_chief',
        summary: 'Remove a chief of a team',
        description: 'The person stays a member of the team.',
        params: MembershipParams,
        response: { 204: Empty('Chief removed.') },
      },
    },
    (request) => removeChief(services, callerOf(request), teamOf(request), request.params.uid),
  );
}
