import { Id, Shape } from '../../lib/schema.ts';

export const AdministratorParams = Shape({ uid: Id('Identifier of the person.') });
