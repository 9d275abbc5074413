import type { Feature } from '../../feature.ts';
import { applicationRoutes } from './applications/applications.routes.ts';
import { applicationSchemas } from './applications/applications.schema.ts';
import { decisionSchemas } from './applications/decisions.schema.ts';
import { lapseApplications } from './applications/lapse.service.ts';
import { chiefsToCopy, copyTeams } from './copy-teams.service.ts';
import { expireInvitations } from './invitations/expiry.service.ts';
import { deleteOldPast } from './invitations/invitations.queries.ts';
import { invitationRoutes } from './invitations/invitations.routes.ts';
import { invitationSchemas } from './invitations/invitations.schema.ts';
import { sendHeld } from './invitations/sending.service.ts';
import { membershipRoutes } from './memberships/memberships.routes.ts';
import { membershipSchemas } from './memberships/memberships.schema.ts';
import { teamRoutes } from './teams.routes.ts';
import { teamSchemas } from './teams.schema.ts';

export const teams = {
  schemas: [...teamSchemas, ...membershipSchemas, ...invitationSchemas, ...applicationSchemas, ...decisionSchemas],
  routes: { api: [teamRoutes, membershipRoutes, invitationRoutes, applicationRoutes] },
  lapses: [lapseApplications, expireInvitations],
  expiry: [deleteOldPast],
  published: sendHeld,
  copies: { people: chiefsToCopy, copy: copyTeams },
} satisfies Feature;
