import { Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import { Kinds } from './disclosure.schema.ts';

/** What a person lets the owners of a project see, by one form. */
export const OwnConsent = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    project_name: Type.String({ examples: ['Summer Camp 2026'] }),
    form: Type.String({ examples: ['travel'] }),
    form_title: Type.String({ examples: ['Travel money'] }),
    passes_on: Kinds('Private data that the owners of the project can see.'),
    passes_until: Type.String({ format: 'date', description: 'The last day.', examples: ['2027-01-31'] }),
    agreed_at: Timestamp('When the person agreed.'),
  },
  { $id: 'OwnConsent' },
);

export const OwnConsentPage = { ...Page(Ref(OwnConsent)), $id: 'OwnConsentPage' };
export const OwnConsentQuery = Shape(PageQuery);

export const consentSchemas = [OwnConsent, OwnConsentPage];
