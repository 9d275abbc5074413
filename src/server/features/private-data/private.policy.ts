import { failField } from '../../errors.ts';
import type { Contact } from './contact.schema.ts';
import type { Address, Bank, Emergency, PrivateData, PrivateKind, RealProfile } from './private.schema.ts';

/** What the home page asks for while it is missing. Contact details and emergency contacts are everybody's own choice. */
export const privateKinds = ['real_profile', 'address', 'bank', 'dietary_habits'] as const satisfies PrivateKind[];

/** The value of everything that is not given. */
export const nothingGiven: PrivateData = {
  bank: { code: '', number: '', branch: '', holder: '' },
  address: { country: '', postal_code: '', receiver: '', address: '' },
  dietary_habits: { selected: [], note: '' },
  real_profile: { name: '', phone: '', national_id: '', company: '', birthday: null },
  contact: { phone: '', handles: [], visible_to: 'chiefs' },
  emergency: { contacts: [], note: '' },
};

/** The fields without which the data is of no use, e.g. to transfer money or send a letter. */
const needed: Record<PrivateKind, readonly string[][]> = {
  bank: [['number', 'holder']],
  address: [['country', 'receiver', 'address']],
  dietary_habits: [['selected'], ['note']],
  real_profile: [['name', 'phone']],
  contact: [['phone'], ['handles']],
  emergency: [['contacts'], ['note']],
};

export const isGiven = (kind: PrivateKind, fields: ReadonlySet<string>): boolean =>
  needed[kind].some((names) => names.every((name) => fields.has(name)));

// Both libraries are loaded on first use: their tables would add a tenth of a second to every start.

const beginsLikeIban = (text: string): boolean => /^[A-Z]{2}[0-9]{2}/.test(text);
const hasIbanLength = (text: string): boolean => text.length >= 15 && text.length <= 34;

/** ISO 13616: move country and check digits to the end, replace letters by numbers; the remainder by 97 is 1. */
function hasIbanChecksum(iban: string): boolean {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  );
  return BigInt(digits) % 97n === 1n;
}

export async function checkedBank(input: Bank): Promise<Bank> {
  const compact = input.number.replaceAll(/[ -]/g, '').toUpperCase();
  const other = { ...input, number: input.number.trim() };
  if (!beginsLikeIban(compact)) return other;
  const { default: validator } = await import('validator');
  // If the library does not know the country, check long numbers by checksum and accept short ones.
  const known = validator.ibanLocales.some((country) => compact.startsWith(country));
  if (!known && !hasIbanLength(compact)) return other;
  if (!(known ? validator.isIBAN(compact) : hasIbanChecksum(compact)))
    return failField('/number', 'looks like an IBAN, but its checksum or length is wrong');
  return { ...input, number: compact };
}

export async function checkedAddress(input: Address): Promise<Address> {
  const { country, receiver, address } = input;
  const postal_code = input.postal_code.trim().toUpperCase();
  if (country === '') {
    if (`${postal_code}${receiver}${address}` === '') return input;
    return failField('/country', 'is needed with the rest of the address');
  }
  const { default: validator } = await import('validator');
  if (!validator.isISO31661Alpha2(country)) return failField('/country', 'is not a country of ISO 3166-1');
  const own = validator.isPostalCodeLocales.find((locale) => locale === country);
  const right =
    own === undefined ? /^[0-9A-Z][0-9A-Z -]{0,11}$/.test(postal_code) : validator.isPostalCode(postal_code, own);
  if (postal_code !== '' && !right) return failField('/postal_code', `is not a postal code of ${country}`);
  return { ...input, postal_code };
}

export async function checkedRealProfile(input: RealProfile, now: Date): Promise<RealProfile> {
  const { birthday } = input;
  if (birthday !== null && (birthday < '1900-01-01' || birthday >= now.toISOString().slice(0, 10)))
    return failField('/birthday', 'must be in the past, and not before 1900');
  return { ...input, phone: await checkedPhone(input.phone) };
}

export async function checkedContact({ phone, handles, visible_to }: Contact): Promise<Contact> {
  const trimmed = handles.map(({ service, name }) => ({ service: service.trim(), name: name.trim() }));
  const unique = new Map(trimmed.map((handle) => [JSON.stringify(handle), handle]));
  return { phone: await checkedPhone(phone), handles: [...unique.values()], visible_to };
}

export async function checkedEmergency({ contacts, note }: Emergency): Promise<Emergency> {
  const checked = [];
  for (const [index, { name, relation, phone }] of contacts.entries()) {
    const pointer = `/contacts/${index}/phone`;
    // A contact that nobody can call is of no use.
    if (phone === '') failField(pointer, 'is needed');
    checked.push({ name: name.trim(), relation: relation.trim(), phone: await checkedPhone(phone, pointer) });
  }
  return { contacts: checked, note: note.trim() };
}

async function checkedPhone(input: string, pointer = '/phone'): Promise<string> {
  if (input === '') return input;
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const phone = parsePhoneNumberFromString(input);
  if (phone === undefined || !phone.isValid()) return failField(pointer, 'is not a valid phone number');
  return phone.number;
}
