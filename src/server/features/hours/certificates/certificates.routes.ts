import { Readable } from 'node:stream';
import { actorOf, callerOf, projectRoleOf } from '../../../auth/gate.ts';
import { limits, visitorKey } from '../../../auth/rate-limits.ts';
import type { App } from '../../../http/app.ts';
import { sendPdf } from '../../../http/pdf.ts';
import { Empty, Ref, Type } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { latestBatch, startBatch } from './batches.service.ts';
import { certificatePrinter } from './certificate-pdf.service.ts';
import { findCertificate } from './certificates.queries.ts';
import {
  CertificateBatch,
  CertificateOfParams,
  CertificateParams,
  CertificateSettings,
  CertificatesParams,
  LatestBatch,
  NewCertificate,
  NumberParams,
  Revocation,
  VerifiedCertificate,
} from './certificates.schema.ts';
import { HeldCertificate } from '../statement/statement.schema.ts';
import {
  changeSettings,
  issueCertificate,
  noSuchCertificate,
  readSettings,
  requireRecipient,
  revoke,
  verify,
} from './certificates.service.ts';
import { certificatesZip } from './zip.service.ts';

/** After the event the project may be archived, and people still need certificates. */
const byOwners = { access: 'project:owner', alsoArchived: true } as const;
const binary = (description: string) => Type.Unsafe<Buffer>({ type: 'string', format: 'binary', description });

export function certificateRoutes(app: App, services: Services): void {
  const { db, clock, printer, limiter, once } = services;

  app.get(
    '/api/projects/:pid/certificate-settings',
    {
      config: { access: 'project:owner', deputies: ['viewer'] },
      schema: {
        tags: ['Hours'],
        operationId: 'get_certificate_settings',
        summary: 'Read the certificate settings',
        params: CertificatesParams,
        response: { 200: Ref(CertificateSettings) },
      },
    },
    (request) => readSettings(db.read, projectRoleOf(request).scope),
  );

  app.put(
    '/api/projects/:pid/certificate-settings',
    {
      config: byOwners,
      schema: {
        tags: ['Hours'],
        operationId: 'set_certificate_settings',
        summary: 'Change the certificate settings',
        description:
          'The text and languages apply to all certificates from now on, the maximum hours only to new ones.',
        params: CertificatesParams,
        body: CertificateSettings,
        response: { 200: Ref(CertificateSettings) },
      },
    },
    (request) => changeSettings(services, actorOf(request, clock), request.body),
  );

  app.get(
    '/api/projects/:pid/certificate-batches/latest',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Hours'],
        operationId: 'get_certificate_batch',
        summary: 'Read the progress of issuing certificates',
        params: CertificatesParams,
        response: { 200: Ref(LatestBatch) },
      },
    },
    async (request) => ({ batch: await latestBatch(db.read, projectRoleOf(request).scope, clock.now()) }),
  );

  app.post(
    '/api/projects/:pid/certificate-batches',
    {
      config: { ...byOwners, problems: ['no_hours', 'conflict', 'idempotency_key_reused'] },
      schema: {
        tags: ['Hours'],
        operationId: 'issue_all_certificates',
        summary: 'Issue certificates to everyone with hours',
        description:
          'Runs in the background. People who have a valid certificate keep it. Those who answered in a form of the kind ' +
          '`certificate` that they want none get none.',
        params: CertificatesParams,
        response: { 202: Ref(CertificateBatch) },
      },
    },
    (request, reply) =>
      once(request, reply, (trx, { roles }) => startBatch(trx, services, actorOf(request, clock), roles)),
  );

  app.get(
    '/api/projects/:pid/certificates.zip',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Hours'],
        operationId: 'export_certificates',
        summary: 'Export all valid certificates as a ZIP of PDF files',
        produces: ['application/zip'],
        params: CertificatesParams,
        response: { 200: Type.Unsafe<Readable>({ type: 'string', format: 'binary', description: 'ZIP' }) },
      },
    },
    async (request, reply) => {
      limiter.perProcess(reply, limits.documents, callerOf(request).uid);
      const { scope } = projectRoleOf(request);
      const confirm = async () => request.confirmAccess?.();
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${scope.pid}-certificates.zip"`)
        .send(Readable.from(certificatesZip(services, scope, confirm)));
    },
  );

  app.get(
    '/api/projects/:pid/certificates/:number/pdf',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Hours'],
        operationId: 'print_certificate',
        summary: 'Export a certificate as PDF',
        description: "The caller's own; owners can read everyone's. 404 if it was revoked.",
        produces: ['application/pdf'],
        params: CertificateParams,
        response: { 200: binary('PDF') },
      },
    },
    async (request, reply) => {
      limiter.perProcess(reply, limits.documents, callerOf(request).uid);
      const role = projectRoleOf(request);
      const row = (await findCertificate(db.read, role.scope, request.params.number)) ?? noSuchCertificate();
      const isHeld = row.revoked_at === null && row.uid !== null;
      // The name on it is a private answer, so deputies who read what owners read do not see it.
      if (!isHeld || !(role.owner || row.uid === callerOf(request).uid)) return noSuchCertificate();
      const document = (await certificatePrinter(services, role.scope))(row);
      return sendPdf(reply, `${role.scope.pid}-certificate.pdf`, await printer.print(document));
    },
  );

  app.put(
    '/api/projects/:pid/certificates/:number/revocation',
    {
      config: byOwners,
      schema: {
        tags: ['Hours'],
        operationId: 'revoke_certificate',
        summary: 'Revoke a certificate',
        description: 'The page that checks certificates shows it as revoked. Repeating the request changes nothing.',
        params: CertificateParams,
        body: Revocation,
        response: { 204: Empty('Certificate revoked.') },
      },
    },
    (request) => revoke(services, actorOf(request, clock), request.params.number, request.body.reason),
  );

  app.post(
    '/api/projects/:pid/hours/:uid/certificate',
    {
      config: {
        ...byOwners,
        problems: [
          'no_hours',
          'certificate_not_wanted',
          'already_exists',
          'name_not_printable',
          'conflict',
          'idempotency_key_reused',
        ],
      },
      schema: {
        tags: ['Hours'],
        operationId: 'issue_certificate',
        summary: 'Issue a certificate to a person',
        description:
          'With the name that the person gave in a form of the kind `certificate`, or their display name. 409 if they ' +
          'answered there that they want none.',
        params: CertificateOfParams,
        body: NewCertificate,
        response: { 201: Ref(HeldCertificate) },
      },
    },
    async (request, reply) => {
      const { replace = false } = request.body;
      const known = await requireRecipient(services, projectRoleOf(request).scope, request.params.uid);
      const actor = actorOf(request, clock);
      return once(request, reply, (trx) => issueCertificate(trx, services, actor, known, replace), [known.uid]);
    },
  );

  app.get(
    '/api/certificates/:number',
    {
      config: { access: 'public', problems: ['too_many_requests'] },
      schema: {
        tags: ['Hours'],
        operationId: 'verify_certificate',
        summary: 'Check a certificate by its number',
        description: `At most ${limits.certificates.max} requests a minute from one network.`,
        params: NumberParams,
        response: { 200: Ref(VerifiedCertificate) },
      },
    },
    async (request, reply) => {
      await limiter.shared(reply, limits.certificates, visitorKey(request));
      return verify(db.read, request.params.number);
    },
  );
}
