import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api.ts';
import { useDraft } from './drafts.ts';
import type { DraftPlace } from './drafts.ts';
import { fieldErrors, focusFirstError } from './field-errors.ts';

/** A thing as the service has it, with the tag that a change of it has to name. */
export type Version<T> = { values: T; etag: string | undefined };

/** The part of a call that makes it fail when the thing has changed since. */
export const ifMatch = (etag: string | undefined): { headers: { 'if-match'?: string } } => ({
  headers: etag === undefined ? {} : { 'if-match': etag },
});

type EditingOptions<T> = {
  /** Names the draft; one for each thing that can be edited. */
  draft: string;
  place?: DraftPlace;
  /** What the service had when the form was opened. */
  current: Version<T>;
  /** Asks the service again, to show what somebody else has saved meanwhile. */
  load: () => Promise<Version<T>>;
  save: (values: T, etag: string | undefined) => Promise<Version<T>>;
  onSaved?: (saved: Version<T>) => void;
  validate?: (values: T) => Record<string, string>;
  say?: (field: string, detail: string) => string | undefined;
  within?: string;
  /** The field with the identifier of a new thing, and what to say when it is another's already. */
  taken?: { field: string; message: string };
  savedMessage: string | ((saved: Version<T>) => string);
};

export type Editing<T extends object> = {
  form: ReturnType<typeof useForm<T>>;
  formId: string;
  submit: (event?: React.FormEvent<HTMLFormElement>) => void;
  pending: boolean;
  dirty: boolean;
  /** What could not be said beside a field. */
  error: unknown;
  /** The text on show was typed earlier and is not saved yet. */
  restored: boolean;
  /** Gives the draft up for what the service has. */
  discard: () => void;
  /** What somebody else saved while this was typed. */
  conflict: Version<T> | undefined;
  keepMine: () => void;
  takeTheirs: () => void;
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A form for one thing of the service: keeps drafts, names errors by field, and loses no text to a change by others. */
export function useEditing<T extends Record<string, unknown>>(options: EditingOptions<T>): Editing<T> {
  const { t } = useTranslation();
  const draft = useDraft<T>(options.draft, options.place);
  const formId = useId();
  const [basis, setBasis] = useState<Version<T>>({
    values: options.current.values,
    etag: draft.found === undefined ? options.current.etag : draft.found.base,
  });
  const [restored, setRestored] = useState(draft.found !== undefined);
  const [conflict, setConflict] = useState<Version<T>>();
  const form = useForm<T>({
    // A field that was added since the draft was kept has what the service says.
    initialValues: { ...options.current.values, ...draft.found?.values },
    ...(options.validate === undefined ? {} : { validate: options.validate }),
    onValuesChange: (values) => {
      if (same(values, basis.values)) draft.drop();
      else draft.keep({ values, base: basis.etag });
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
      options.onSaved?.(saved);
      const { savedMessage } = options;
      notifications.show({ message: typeof savedMessage === 'string' ? savedMessage : savedMessage(saved) });
    },
    onError: async (error) => {
      if (error instanceof ApiProblem && error.status === 412) {
        setConflict(await options.load());
        return;
      }
      focusFirstError(formId, () => form.setErrors(errorsOf(error, options)));
    },
  });
  const toldByField = Object.keys(form.errors).length > 0;
  return {
    form,
    formId,
    submit: form.onSubmit(
      (values) => saving.mutate({ values, etag: basis.etag }),
      () => focusFirstError(formId),
    ),
    pending: saving.isPending,
    dirty: !same(form.values, basis.values),
    error: saving.isError && conflict === undefined && !toldByField ? saving.error : undefined,
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

function errorsOf(error: unknown, { say, within, taken }: Pick<EditingOptions<never>, 'say' | 'within' | 'taken'>) {
  if (taken !== undefined && error instanceof ApiProblem && error.code === 'already_exists')
    return { [taken.field]: taken.message };
  return fieldErrors(error, { ...(say && { say }), ...(within !== undefined && { within }) });
}
