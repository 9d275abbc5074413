import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import { inMinutes } from './support/world/desk.ts';
import { createCrew } from './support/world.ts';

const muster = useApp();

/** Names that would end a string, a stream, an object or the file, or that would be instructions outside a string. */
const hostile = [
  ') Tj ET Q BT (',
  '((((unbalanced',
  '\\) \\( \\\\ \\nnn \\051',
  '/JavaScript (app.alert(1))',
  '<< /S /URI /URI (https://evil.example) >>',
  'endstream endobj 99 0 obj <</OpenAction 1 0 R>>',
  'xref trailer startxref %%EOF %PDF-1.7',
  '<FEFF0041> [(A) 120 (B)] TJ',
  '</rdf:RDF><?xpacket end="w"?>',
  'https://evil.example mailto:a@evil.example',
  'W'.repeat(100),
  '國'.repeat(100),
];

/** Invisible characters that would turn the text around or hide a part of it: they are not printed. */
const overridden = 'Mia \u202Egnp.exe\u202C\u200B\u2066X\u2069';

const unprintable = ['Mia\u0000', 'Mia\u001B[31m', 'Mia\u0007', 'Mia\nTj', 'Mia 🦊', 'مرحبا', 'Mia\u{10FFFD}'];

/** What a reader would do with the file, apart from showing its text. */
async function contentsOf(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const page = await document.getPage(1);
  const { width } = page.getViewport({ scale: 1 });
  const items = (await page.getTextContent()).items.flatMap((item) => ('str' in item ? [item] : []));
  const { info } = await document.getMetadata();
  return {
    actions: [await document.getJSActions(), await document.getOpenAction(), await document.getAttachments()],
    annotations: await page.getAnnotations(),
    info: info as Record<string, unknown>,
    text: items.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join(''),
    isInside: items.every(({ transform, width: length }) => transform[4] > 24 && transform[4] + length < width - 24),
  };
}

const nothingToDo = { actions: [null, null, null], annotations: [], isInside: true };
const squeezed = (text: string): string => text.replaceAll(/\s/g, '');

test('a name, title or text with the syntax of PDF is printed as it is, and does nothing', async () => {
  const crew = await createCrew(muster);
  const rename = (name: string) =>
    muster.db.transaction((trx) =>
      trx.updateTable('people').set({ name }).where('uid', '=', crew.member.uid).execute(),
    );
  const event = ') >> endobj /URI (x)';
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ name: event }).where('pid', '=', crew.pid).execute(),
  );
  const title = '(Tj) /JavaScript <<';
  const times = { starts_at: inMinutes(muster, -100), ends_at: inMinutes(muster, -10) };
  await crew.as(crew.owner, 'POST', 'work', { title, uid: crew.member.uid, tid: 'venue', ...times });
  const settings = { text: 'Thanks ) Tj /URI (https://evil.example)', max_hours: null };
  expect((await crew.as(crew.owner, 'PUT', 'certificate-settings', settings)).statusCode).toBe(200);
  const path = `hours/${crew.member.uid}`;
  for (const name of [...hostile, overridden]) {
    await rename(name);
    const issued = await crew.as(crew.owner, 'POST', `${path}/certificate`, { replace: true });
    expect(issued.statusCode, issued.body).toBe(201);
    const file = await crew.as(crew.member, 'GET', `certificates/${issued.json().number}/pdf`);
    const certificate = await contentsOf(file.rawPayload);
    expect(certificate).toMatchObject(nothingToDo);
    const printed = name === overridden ? 'Mia gnp.exeX' : name;
    for (const part of [printed, event, settings.text]) expect(squeezed(certificate.text)).toContain(squeezed(part));
    expect(certificate.info).toMatchObject({ Title: `Certificate of volunteering – ${event}`, Author: event });
    expect(certificate.text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
  }
  for (const name of unprintable) {
    await rename(name);
    const refused = await crew.as(crew.owner, 'POST', `${path}/certificate`, { replace: true });
    expect(refused.json(), JSON.stringify(name)).toMatchObject({ code: 'name_not_printable', status: 422 });
  }
  await rename(hostile[0] ?? '');
  const statement = await contentsOf((await crew.as(crew.member, 'GET', `${path}/statement.pdf`)).rawPayload);
  expect(statement).toMatchObject({ actions: nothingToDo.actions, annotations: [] });
  expect(squeezed(statement.text)).toContain(squeezed(title));
});
