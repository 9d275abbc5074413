import { expect, test } from 'vitest';
import { isBic, isIban, sepaFile, sepaText } from './sepa.policy.ts';

const transfer = { id: 'T1', amount: 1290, name: 'Mia', iban: 'DE89370400440532013000', bic: '', text: 'Camp 1 2' };
const file = {
  id: 'MUSTER-1',
  createdAt: '2026-06-01T09:00:00Z',
  executeOn: '2026-06-01',
  payer: { name: 'Camp e.V.', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
  transfers: [transfer, { ...transfer, id: 'T2', amount: 99_999_999_999, bic: 'COBADEFFXXX' }],
};

/** The names of the elements with their depth, in order. */
const outline = (xml: string): string[] => {
  const open: string[] = [];
  const found: string[] = [];
  for (const [, close = '', name = ''] of xml.matchAll(/<(\/?)([A-Za-z]+)[^>?]*>/g)) {
    if (close === '') open.push(name);
    else if (open.pop() !== name) found.push(`wrong end of ${name}`);
    if (close === '') found.push(open.join('/'));
  }
  expect(open).toEqual([]);
  expect(found.filter((one) => one.startsWith('wrong'))).toEqual([]);
  return found;
};

test('the elements are those of pain.001.001.09, in the order of its schema', () => {
  const paths = outline(sepaFile(file));
  const under = (parent: string) =>
    paths.filter((path) => path.startsWith(`${parent}/`) && !path.slice(parent.length + 1).includes('/'));
  const namesUnder = (parent: string) => under(parent).map((path) => path.slice(parent.length + 1));
  const root = 'Document/CstmrCdtTrfInitn';
  expect(namesUnder(root)).toEqual(['GrpHdr', 'PmtInf']);
  expect(namesUnder(`${root}/GrpHdr`)).toEqual(['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty']);
  expect(namesUnder(`${root}/PmtInf`)).toEqual([
    'PmtInfId',
    'PmtMtd',
    'BtchBookg',
    'NbOfTxs',
    'CtrlSum',
    'PmtTpInf',
    'ReqdExctnDt',
    'Dbtr',
    'DbtrAcct',
    'DbtrAgt',
    'ChrgBr',
    'CdtTrfTxInf',
    'CdtTrfTxInf',
  ]);
  expect(namesUnder(`${root}/PmtInf/CdtTrfTxInf`)).toEqual([
    'PmtId',
    'Amt',
    'Cdtr',
    'CdtrAcct',
    'RmtInf',
    'PmtId',
    'Amt',
    'CdtrAgt',
    'Cdtr',
    'CdtrAcct',
    'RmtInf',
  ]);
  expect(paths).toContain(`${root}/PmtInf/ReqdExctnDt/Dt`);
  expect(paths).toContain(`${root}/PmtInf/DbtrAgt/FinInstnId/BICFI`);
});

test('the sums of the header are those of the transfers, to the cent', () => {
  const xml = sepaFile(file);
  expect(xml.match(/<CtrlSum>[^<]+/g)).toEqual(['<CtrlSum>1000000012.89', '<CtrlSum>1000000012.89']);
  expect(xml.match(/<NbOfTxs>\d+/g)).toEqual(['<NbOfTxs>2', '<NbOfTxs>2']);
  expect(xml.match(/Ccy="EUR">[^<]+/g)).toEqual(['Ccy="EUR">12.90', 'Ccy="EUR">999999999.99']);
});

test('names and purposes have only characters that banks accept', () => {
  expect(sepaText('Zoë Müßig & Søn <x>', 70)).toBe('Zoe Mussig . Son .x.');
  expect(sepaText('//a//b/', 70)).toBe('a/b');
  expect(sepaText('x'.repeat(200), 140)).toHaveLength(140);
  const xml = sepaFile({ ...file, transfers: [{ ...transfer, name: '王小明', text: '</Ustrd><Evil/>' }] });
  expect(outline(xml)).not.toContain('Evil');
  expect(xml).toContain('<Nm>...</Nm>');
});

test('IBAN and BIC are told by their shape', () => {
  expect(['DE89370400440532013000', 'de89', '12345678', ''].map(isIban)).toEqual([true, false, false, false]);
  expect(['COBADEFF', 'COBADEFFXXX', 'COBADEF', '37040044'].map(isBic)).toEqual([true, true, false, false]);
});
