import { decimalAmount } from '../../../lib/money.ts';

export type SepaTransfer = {
  /** At most 35 letters and digits. */
  id: string;
  /** In cents. */
  amount: number;
  name: string;
  iban: string;
  bic: string;
  text: string;
};
export type SepaFile = {
  id: string;
  createdAt: string;
  executeOn: string;
  payer: { name: string; iban: string; bic: string };
  transfers: readonly SepaTransfer[];
};

export const isIban = (text: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text);
export const isBic = (text: string): boolean => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text);

/** The rules of SEPA allow 999,999,999.99 euros. */
export const maxSepaCents = 99_999_999_999;

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
};

/** Banks reject other characters than these, so accents are dropped and the rest is a dot, as the rules of SEPA advise. */
export function sepaText(text: string, maxLength: number): string {
  const plain = text
    .replaceAll(/[ßæÆœŒøØłŁ]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9/?:().,'+ -]/gu, '.')
    .replaceAll(/ +/g, ' ')
    .trim();
  // Neither may a line begin or end with a slash, nor have two of them.
  return plain
    .replaceAll(/\/{2,}/g, '/')
    .slice(0, maxLength)
    .replaceAll(/^\/|\/$/g, '')
    .trim();
}

const element = (name: string, content: string, attributes = ''): string =>
  `<${name}${attributes}>${content}</${name}>`;
/** Of what is allowed, only the apostrophe would need it, and in attributes only; a name is text. */
const text = (name: string, value: string, maxLength: number): string =>
  element(name, sepaText(value, maxLength) || '.');

const agent = (name: string, bic: string): string =>
  element(
    name,
    element('FinInstnId', bic === '' ? element('Othr', element('Id', 'NOTPROVIDED')) : element('BICFI', bic)),
  );

const account = (name: string, iban: string): string => element(name, element('Id', element('IBAN', iban)));

function transferElement({ id, amount, name, iban, bic, text: purpose }: SepaTransfer): string {
  return element(
    'CdtTrfTxInf',
    element('PmtId', element('EndToEndId', id)) +
      element('Amt', element('InstdAmt', decimalAmount(amount, 'EUR'), ' Ccy="EUR"')) +
      (bic === '' ? '' : agent('CdtrAgt', bic)) +
      element('Cdtr', text('Nm', name, 70)) +
      account('CdtrAcct', iban) +
      element('RmtInf', text('Ustrd', purpose, 140)),
  );
}

/** A credit transfer of SEPA, `pain.001.001.09` of ISO 20022: elements in the order of its schema. */
export function sepaFile({ id, createdAt, executeOn, payer, transfers }: SepaFile): string {
  const sum = transfers.reduce((total, { amount }) => total + amount, 0);
  const counts = element('NbOfTxs', String(transfers.length)) + element('CtrlSum', decimalAmount(sum, 'EUR'));
  const header = element(
    'GrpHdr',
    element('MsgId', id) + element('CreDtTm', createdAt) + counts + element('InitgPty', text('Nm', payer.name, 70)),
  );
  const payment = element(
    'PmtInf',
    element('PmtInfId', id) +
      element('PmtMtd', 'TRF') +
      element('BtchBookg', 'true') +
      counts +
      element('PmtTpInf', element('SvcLvl', element('Cd', 'SEPA'))) +
      element('ReqdExctnDt', element('Dt', executeOn)) +
      element('Dbtr', text('Nm', payer.name, 70)) +
      account('DbtrAcct', payer.iban) +
      agent('DbtrAgt', payer.bic) +
      element('ChrgBr', 'SLEV') +
      transfers.map(transferElement).join(''),
  );
  const body = element('CstmrCdtTrfInitn', header + payment);
  const namespace = ' xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('Document', body, namespace)}\n`;
}
