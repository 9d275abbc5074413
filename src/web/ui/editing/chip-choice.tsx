import { Chip, Group, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './chip-choice.module.css';

/** For names that people chose, which may be long. */
export const NameChip = (props: { value: string; children: string }) => (
  <Chip size="sm" classNames={{ root: styles.chip, label: styles.label }} {...props} />
);

type ChipChoiceProps = {
  label: string;
  description?: string;
  error?: ReactNode;
  required?: boolean;
  options: readonly { value: string; label: string }[];
  value: string[];
  onChange: (value: string[]) => void;
};

/** Any number of a few things. */
export function ChipChoice({ label, description, error, required = false, options, value, onChange }: ChipChoiceProps) {
  return (
    <Input.Wrapper {...{ label, description, error, required }} labelElement="div">
      <Chip.Group multiple value={value} onChange={onChange}>
        <Group gap="xs" component="fieldset" aria-label={label} mt={4} p={0} m={0} style={{ border: 0 }}>
          {options.map((option) => (
            <NameChip key={option.value} value={option.value}>
              {option.label}
            </NameChip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}
