import { Line, Nullable, Phone, Shape, Text, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import type { Contact } from './contact.schema.ts';
import type { DietaryHabits } from './dietary-habits.schema.ts';

export const Bank = Shape(
  {
    code: Line(20, { pattern: '^[0-9A-Za-z-]*$', description: 'Code of the bank, or its BIC.', examples: ['004'] }),
    number: Line(64, {
      pattern: '^[0-9A-Za-z -]*$',
      description: 'Account number or IBAN. An IBAN is validated and stored without spaces.',
      examples: ['GB82WEST12345698765432'],
    }),
    branch: Line(100, { examples: ['Main branch'] }),
    holder: Line(100, { description: 'Account holder.', examples: ['Ada Lovelace'] }),
  },
  { $id: 'Bank' },
);

export const Address = Shape(
  {
    country: Type.String({
      pattern: '^([A-Z]{2})?$',
      maxLength: 2,
      description: 'ISO 3166-1 alpha-2; required if any other field is filled in.',
      examples: ['TW'],
    }),
    postal_code: Line(20, { description: 'In the format of the country.', examples: ['106319'] }),
    receiver: Line(100, { description: 'Name of the recipient.', examples: ['Ada Lovelace'] }),
    address: Text(500, {
      description: 'The rest of the address, as written on a letter.',
      examples: ['1 Example Road'],
    }),
  },
  { $id: 'Address' },
);

export const RealProfile = Shape(
  {
    name: Line(100, { description: 'Legal name.', examples: ['Augusta Ada King'] }),
    phone: Phone(),
    national_id: Line(50, { examples: ['A123456789'] }),
    company: Line(100, { description: 'Company or school.', examples: ['Analytical Engines'] }),
    birthday: Nullable(
      Type.String({
        format: 'date',
        maxLength: 10,
        description: 'In the past, 1900 or later.',
        examples: ['1990-12-10'],
      }),
    ),
  },
  { $id: 'RealProfile' },
);

/** Whom to call if something happens to the person. */
export const Emergency = Shape(
  {
    contacts: Type.Array(
      Shape({
        name: Line(100, { minLength: 1, pattern: '\\S', examples: ['Grace Hopper'] }),
        relation: Line(100, { description: 'Who they are to the person.', examples: ['Mother'] }),
        phone: Phone(),
      }),
      { maxItems: 3, description: 'In the order in which to call them.' },
    ),
    note: Text(500, {
      description: 'What helpers should know, such as allergies or medication.',
      examples: ['Allergic to penicillin'],
    }),
  },
  { $id: 'Emergency' },
);

export const privateSchemas = [Bank, Address, RealProfile, Emergency];

export type Bank = Static<typeof Bank>;
export type Address = Static<typeof Address>;
export type RealProfile = Static<typeof RealProfile>;
export type Emergency = Static<typeof Emergency>;

/** Stored encrypted, field by field. */
export type PrivateData = {
  bank: Bank;
  address: Address;
  dietary_habits: DietaryHabits;
  real_profile: RealProfile;
  contact: Contact;
  emergency: Emergency;
};
export type PrivateKind = keyof PrivateData;
