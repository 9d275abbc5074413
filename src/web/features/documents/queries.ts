import { queryOptions } from '@tanstack/react-query';
import type { Document, DocumentChanges, NewDocument, NewVersion, Signature } from '../../../client/client.ts';
import { bodyOf, call, ifMatch, read } from '../../api.ts';
import { documentKeys, meKeys, ownKeys, taskKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import type { Editable } from '../../ui/editing/editing.ts';
import { pagedQuery } from '../../ui/paging.ts';

export const documentsQuery = (pid: string) =>
  queryOptions({
    queryKey: documentKeys.list(pid),
    queryFn: async () => (await call('list_documents', { path: { pid } })).data,
  });

/** The document with its ETag, for editing. */
export const documentVersionQuery = (pid: string, id: string) =>
  queryOptions({
    queryKey: documentKeys.detail(pid, id),
    queryFn: () => read('get_document', { path: { pid, id } }),
  });

export const documentQuery = (pid: string, id: string) =>
  queryOptions({ ...documentVersionQuery(pid, id), select: bodyOf<Document> });

export const versionsQuery = (pid: string, id: string) =>
  queryOptions({
    queryKey: documentKeys.versions(pid, id),
    queryFn: async () => (await call('list_document_versions', { path: { pid, id } })).data,
  });

export const versionQuery = (pid: string, id: string, version: number) =>
  queryOptions({
    queryKey: documentKeys.version(pid, id, version),
    queryFn: () => call('get_document_version', { path: { pid, id, version } }),
  });

export const signaturesQuery = (pid: string, id: string, missing: boolean) =>
  pagedQuery(documentKeys.signatures(pid, id, missing), (query) =>
    call('list_signatures', { path: { pid, id }, query: { ...query, missing } }),
  );

/** What the person still has to do, in order of deadline. */
export const checklistQuery = queryOptions({
  queryKey: ownKeys.checklist,
  queryFn: async () => (await call('get_checklist', {})).data,
});

/** Whether somebody can join a task depends on what they have signed. */
const affected = (pid: string) => [documentKeys.all(pid), taskKeys.all(pid), ownKeys.checklist, meKeys.all];

export const signDocument = (pid: string, id: string): Change<number, Signature> => ({
  run: (version) => call('sign_document', { path: { pid, id }, body: { version } }),
  affects: affected(pid),
});

export const createDocument = (pid: string): Change<NewDocument, Document> => ({
  run: (body) => call('create_document', { path: { pid }, body }),
  affects: affected(pid),
});

export const editDocument = (pid: string, id: string): Editable<Document, DocumentChanges> => ({
  load: () => read('get_document', { path: { pid, id } }),
  save: (body, etag) => read('change_document', { path: { pid, id }, body, ...ifMatch(etag) }),
  affects: affected(pid),
});

export const publishVersion = (pid: string, id: string): Editable<Document, NewVersion> => ({
  load: () => read('get_document', { path: { pid, id } }),
  save: (body, etag) => read('publish_document_version', { path: { pid, id }, body, ...ifMatch(etag) }),
  affects: affected(pid),
});

/** Leaves out the document itself, which is still on screen and would be loaded once more. */
export const deleteDocument = (pid: string): Change<string, unknown> => ({
  run: (id) => call('delete_document', { path: { pid, id } }),
  affects: [documentKeys.list(pid)],
});
