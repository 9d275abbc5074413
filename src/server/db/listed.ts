import { sql } from 'kysely';
import type { SqlBool } from 'kysely';

/**
 * Whether the person of a membership is in the public listing of the project, for queries on `memberships` and `people`.
 * Hidden in the profile means hidden everywhere; otherwise the person's choice for the project decides, and without one
 * the project's setting.
 */
export const isListed = sql<SqlBool>`(
  people.listing <> 'hidden' and people.suspended_at is null
  and case (select projects.listing from projects where projects.pid = memberships.pid)
    when 'everyone' then not exists (
      select 1 from listing_choices
      where listing_choices.pid = memberships.pid and listing_choices.uid = people.uid and listing_choices.listed = 0)
    when 'agreed' then exists (
      select 1 from listing_choices
      where listing_choices.pid = memberships.pid and listing_choices.uid = people.uid and listing_choices.listed = 1)
    else false end)`;
