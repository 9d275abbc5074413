import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../api.ts';
import { problemCode, problemStatus } from '../problems/api-problem.ts';
import { invalidate } from '../change.ts';
import type { DraftPlace, ItemShapes } from './draft-storage.ts';
import { changedFields, restoreValues, sameValue } from './draft-storage.ts';
import { useDraft } from './drafts.ts';
import { fieldErrors, focusFirstError } from './field-errors.ts';

/** How a resource is read and saved through the API, and the queries that saving it affects. */
export type Editable<Body, Changes> = {
  load: () => Promise<Versioned<Body>>;
  save: (changes: Changes, etag: string | undefined) => Promise<Versioned<Body>>;
  affects: readonly QueryKey[];
};

/** The values of a form as the server has them, with the ETag that saving has to send. */
export type Version<T> = { values: T; etag: string | undefined };

type EditingOptions<T> = {
  /** The name of the draft; one for each thing that can be edited. */
  draft: string;
  place?: DraftPlace;
  /** An item of each list that may be empty, to tell whether a draft still fits the form. */
  items?: ItemShapes<T>;
  /** The values on the server when the form was opened. */
  current: Version<T>;
  /** Loads the values again, to show what somebody else has saved meanwhile. */
  load: () => Promise<Version<T>>;
  save: (values: T, etag: string | undefined) => Promise<Version<T>>;
  /** The queries to reload once it is saved. */
  affects: readonly QueryKey[];
  onSaved?: (saved: Version<T>) => void;
  validate?: (values: T) => Record<string, string>;
  /** The text for a field that the server rejects; undefined for the server's own text. */
  errorText?: (field: string, detail: string) => string | undefined;
  /** The part of the request body that the form fills in, such as `answers`. */
  within?: string;
  /** The field with the identifier of a new thing, and the text for one that is in use already. */
  taken?: { field: string; message: string };
  /** Without one, `onSaved` says that it is saved. */
  savedMessage?: string | ((saved: Version<T>) => string);
};

export type Editing<T extends object> = {
  form: ReturnType<typeof useForm<T>>;
  formId: string;
  submit: (event?: React.FormEvent<HTMLFormElement>) => void;
  pending: boolean;
  dirty: boolean;
  /** An error that belongs to no field. */
  error: unknown;
  /** The values on screen come from a draft. */
  restored: boolean;
  /** Drops the draft and shows the values of the server. */
  discard: () => void;
  /** The version that somebody else saved while this form was open. */
  conflict: Version<T> | undefined;
  keepMine: () => void;
  takeTheirs: () => void;
};

/** A form for one resource: keeps drafts, shows errors by field, and loses no text when others save first. */
export function useEditing<T extends Record<string, unknown>>(options: EditingOptions<T>): Editing<T> {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const draft = useDraft<Partial<T>>(options.draft, options.place);
  const formId = useId();
  const [basis, setBasis] = useState<Version<T>>({
    values: options.current.values,
    etag: draft.found === undefined ? options.current.etag : draft.found.base,
  });
  const [seen, setSeen] = useState(options.current.etag);
  if (seen !== options.current.etag) {
    setSeen(options.current.etag);
    // Another form has changed other fields of the same resource, which is no conflict.
    if (basis.etag === seen && sameValue(basis.values, options.current.values))
      setBasis({ ...basis, etag: options.current.etag });
  }
  const [restored, setRestored] = useState(draft.found !== undefined);
  const [conflict, setConflict] = useState<Version<T>>();
  const form = useForm<T>({
    initialValues: restoreValues(options.current.values, draft.found, options.items),
    ...(options.validate === undefined ? {} : { validate: options.validate }),
    onValuesChange: (values) => {
      if (sameValue(values, basis.values)) draft.drop();
      else draft.keep({ values: changedFields(values, basis.values), base: basis.etag });
    },
  });
  const show = (version: Version<T>) => {
    setBasis(version);
    setRestored(false);
    setConflict(undefined);
    form.setValues(version.values);
    form.clearErrors();
    draft.drop();
  };
  const saving = useMutation({
    mutationFn: ({ values, etag }: Version<T>) => options.save(values, etag),
    onSuccess: (saved) => {
      show(saved);
      void invalidate(queryClient, options.affects);
      options.onSaved?.(saved);
      const { savedMessage } = options;
      if (savedMessage === undefined) return;
      notifications.show({ message: typeof savedMessage === 'string' ? savedMessage : savedMessage(saved) });
    },
    onError: async (error) => {
      if (problemStatus(error) === 412) {
        setConflict(await options.load());
        return;
      }
      focusFirstError(formId, () => form.setErrors(errorsOf(error, options)));
    },
  });
  const hasFieldErrors = Object.keys(form.errors).length > 0;
  return {
    form,
    formId,
    submit: form.onSubmit(
      (values) => saving.mutate({ values, etag: basis.etag }),
      () => focusFirstError(formId),
    ),
    pending: saving.isPending,
    dirty: !sameValue(form.values, basis.values),
    error: saving.isError && conflict === undefined && !hasFieldErrors ? saving.error : undefined,
    restored,
    discard: () => show(options.current),
    conflict,
    keepMine: () => {
      if (conflict === undefined) return;
      setBasis(conflict);
      setConflict(undefined);
      saving.mutate({ values: form.values, etag: conflict.etag });
    },
    takeTheirs: () => {
      if (conflict === undefined) return;
      show(conflict);
      notifications.show({ message: t('ui.editing.tookTheirs') });
    },
  };
}

type ErrorOptions = Pick<EditingOptions<never>, 'errorText' | 'within' | 'taken'>;

function errorsOf(error: unknown, { errorText, within, taken }: ErrorOptions) {
  if (taken !== undefined && problemCode(error) === 'already_exists') return { [taken.field]: taken.message };
  return fieldErrors(error, { ...(errorText && { errorText }), ...(within !== undefined && { within }) });
}
