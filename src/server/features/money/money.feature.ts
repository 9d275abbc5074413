import type { Feature } from '../../feature.ts';
import type { ProjectCopy } from '../projects/copy-project.service.ts';
import type { Trx } from '../../db/db.ts';
import { copyBudgets } from './budgets/budgets.queries.ts';
import { bookRoutes } from './books/books.routes.ts';
import { budgetRoutes } from './budgets/budgets.routes.ts';
import { budgetSchemas } from './budgets/budgets.schema.ts';
import { claimRoutes } from './claims/claims.routes.ts';
import { claimSchemas } from './claims/claims.schema.ts';
import { receiptRoutes, uploadRoutes } from './claims/receipts.routes.ts';
import { payoutRoutes } from './payouts/payouts.routes.ts';
import { payoutSchemas } from './payouts/payouts.schema.ts';
import { copySettings } from './settings/settings.queries.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { settingsSchemas } from './settings/settings.schema.ts';
import { keepTravelClaim } from './travel/travel.service.ts';

async function copyMoney(trx: Trx, copy: ProjectCopy): Promise<never[]> {
  await copyBudgets(trx, copy);
  await copySettings(trx, copy);
  return [];
}

export const money = {
  schemas: [...budgetSchemas, ...claimSchemas, ...payoutSchemas, ...settingsSchemas],
  routes: {
    api: [budgetRoutes, claimRoutes, receiptRoutes, payoutRoutes, bookRoutes, settingsRoutes],
    upload: [uploadRoutes],
  },
  copies: { copy: copyMoney },
  answered: keepTravelClaim,
} satisfies Feature;
