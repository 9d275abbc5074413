import { endConsentsToTranslated } from './disclosure/consents.service.ts';
import type { Feature } from '../../feature.ts';
import { responseRoutes } from './answers/responses.routes.ts';
import { responseSchemas } from './answers/responses.schema.ts';
import { totalsRoutes } from './answers/totals.routes.ts';
import { totalsSchemas } from './answers/totals.schema.ts';
import { copyForms } from './copy-forms.queries.ts';
import { consentRoutes } from './disclosure/consents.routes.ts';
import { consentSchemas } from './disclosure/consents.schema.ts';
import { disclosureRoutes } from './disclosure/disclosure.routes.ts';
import { disclosureSchemas } from './disclosure/disclosure.schema.ts';
import { fieldSchemas } from './fields.schema.ts';
import { formRoutes } from './forms.routes.ts';
import { formSchemas } from './forms.schema.ts';
import { kindRoutes } from './kinds.routes.ts';
import { kindSchemas } from './kinds.schema.ts';
import { formJobs, notifyOpenForms } from './form-notices.service.ts';
import { paymentRoutes } from './payments/payments.routes.ts';
import { paymentSchemas } from './payments/payments.schema.ts';

export const forms = {
  schemas: [
    ...fieldSchemas,
    ...formSchemas,
    ...kindSchemas,
    ...responseSchemas,
    ...disclosureSchemas,
    ...consentSchemas,
    ...totalsSchemas,
    ...paymentSchemas,
  ],
  routes: {
    api: [kindRoutes, formRoutes, responseRoutes, disclosureRoutes, consentRoutes, totalsRoutes, paymentRoutes],
  },
  jobs: formJobs,
  published: notifyOpenForms,
  translated: endConsentsToTranslated,
  copies: { copy: copyForms },
} satisfies Feature;
