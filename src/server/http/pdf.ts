import type { FastifyReply } from 'fastify';

export const sendPdf = (reply: FastifyReply, filename: string, pdf: Buffer): FastifyReply =>
  reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${filename.replace(/[^\w.-]/g, '_')}"`)
    .send(pdf);
