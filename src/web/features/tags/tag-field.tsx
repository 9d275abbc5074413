import { TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { maxTagLength, maxTagsOfPerson, tagSeparators } from '../../../shared/limits.ts';
import { tagsQuery } from './queries.ts';

type TagFieldProps = {
  pid: string;
  label: string;
  value: readonly string[];
  disabled?: boolean;
  onChange: (tags: string[]) => void;
};

/** Suggests the tags that the project has, and takes new ones. */
export function TagField({ pid, label, value, disabled = false, onChange }: TagFieldProps) {
  const { t } = useTranslation();
  const known = useQuery(tagsQuery(pid)).data ?? [];
  return (
    <TagsInput
      label={label}
      placeholder={value.length === 0 ? t('tags.placeholder') : ''}
      data={known.map(({ tag }) => tag)}
      value={[...value]}
      onChange={onChange}
      disabled={disabled}
      maxTags={maxTagsOfPerson}
      maxLength={maxTagLength}
      splitChars={tagSeparators}
      // "Driver" and "driver" are one tag.
      isDuplicate={(tag, all) => all.some((one) => one.toLowerCase() === tag.toLowerCase())}
    />
  );
}
