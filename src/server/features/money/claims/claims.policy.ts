import type { ProjectRole, Roles } from '../../../auth/project-role.ts';
import { handlesMoney } from '../money.policy.ts';
import type { Claim } from './claims.schema.ts';

type State = Claim['state'];
type Row = { uid: string | null; state: State };

const editable: ReadonlySet<State> = new Set(['draft', 'returned', 'sent']);
export const isEditable = ({ state }: Pick<Row, 'state'>): boolean => editable.has(state);

/** Before they are paid, decisions can be changed; what was returned can be refused if nobody answers. */
const decidable: Readonly<Record<'approve' | 'return' | 'refuse', ReadonlySet<State>>> = {
  approve: new Set(['sent', 'refused']),
  return: new Set(['sent', 'refused', 'approved']),
  refuse: new Set(['sent', 'returned', 'approved']),
};
export const canBe = (decision: keyof typeof decidable, { state }: Pick<Row, 'state'>): boolean =>
  decidable[decision].has(state);

const isDecidable = (row: Row): boolean =>
  (['approve', 'return', 'refuse'] as const).some((decision) => canBe(decision, row));

/** Nobody decides about their own claim, whatever their role. */
export const mayDecide = (roles: Pick<Roles, 'owner' | 'deputy'>, row: Row, uid: string): boolean =>
  handlesMoney(roles) && row.uid !== uid && isDecidable(row);

/** The smaller of what was spent and what the table of travel money allows. */
export const payable = (claimed: number, cap: number | null): number => Math.min(claimed, cap ?? claimed);

export function rightsOf(
  projectRole: Pick<ProjectRole, 'owner' | 'deputy' | 'state'>,
  row: Row,
  uid: string,
): Claim['rights'] {
  const own = row.uid === uid;
  const open = projectRole.state !== 'archived';
  const edit = own && open && isEditable(row);
  return {
    edit,
    send: edit && row.state !== 'sent',
    withdraw: own && open && isEditable(row),
    share_bank: own && !['paid', 'refused', 'withdrawn'].includes(row.state),
    decide: open && mayDecide(projectRole, row, uid),
    see_files: own || handlesMoney(projectRole),
  };
}
