import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxImportText } from '../../../shared/import-people-columns.ts';
import { readTableFile } from './read-file.ts';
import type { FileProblem } from './read-file.ts';

export const isTableText = (text: string): boolean => text.trim() !== '' && text.length <= maxImportText;

type PasteFieldProps = { label: string; description: string; text: string; onChange: (text: string) => void };

/** A table as text, pasted or from a file. */
export function PasteField({ label, description, text, onChange }: PasteFieldProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<FileProblem>();
  const change = (next: string) => {
    setProblem(undefined);
    onChange(next);
  };
  const choose = async (file: File | null) => {
    if (file === null) return;
    const read = await readTableFile(file, maxImportText);
    if ('text' in read) change(read.text);
    else setProblem(read.problem);
  };
  // A field with a maximum would cut off what is pasted, and say nothing.
  const error =
    text.length > maxImportText
      ? t('imports.file.tooLong')
      : problem === undefined
        ? undefined
        : t(`imports.file.${problem}`);
  return (
    <Stack gap="xs">
      <Textarea
        label={label}
        description={description}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        rows={8}
        spellCheck={false}
        error={error}
        styles={{ input: { whiteSpace: 'pre', overflowX: 'auto', fontFamily: 'monospace' } }}
      />
      <Group gap="sm">
        <FileButton onChange={(file) => void choose(file)} accept=".csv,.tsv,.txt,text/csv,text/plain">
          {(props) => (
            <Button {...props} size="xs" variant="default">
              {t('imports.file.choose')}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed">
          {t('imports.file.hint')}
        </Text>
      </Group>
    </Stack>
  );
}
