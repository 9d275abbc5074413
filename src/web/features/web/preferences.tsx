import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from 'virtual:locales';
import { isLanguage, switchLanguage } from '../../ui/i18n.ts';
import { DeviceIcon, LanguageIcon, MoonIcon, SunIcon } from '../../ui/icons.tsx';

type Choice = { value: string; label: string; lang?: string };
type ChoiceMenuProps = {
  label: string;
  icon: ReactNode;
  value: string;
  choices: readonly Choice[];
  onChoose: (value: string) => void;
};

function ChoiceMenu({ label, icon, value, choices, onChoose }: ChoiceMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" radius="xl" c="inherit" aria-label={label} title={label}>
          {icon}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        <Menu.RadioGroup value={value} onChange={onChoose}>
          {choices.map((choice) => (
            <Menu.RadioItem key={choice.value} value={choice.value} lang={choice.lang} closeMenuOnClick>
              {choice.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  return (
    <ChoiceMenu
      label={t('language.label')}
      icon={<LanguageIcon />}
      value={i18n.language}
      choices={languages.map(({ code, name }) => ({ value: code, label: name, lang: code }))}
      onChoose={(value) => {
        if (isLanguage(value)) void switchLanguage(value);
      }}
    />
  );
}

const schemes = ['auto', 'light', 'dark'] as const;
const schemeIcons = { auto: <DeviceIcon />, light: <SunIcon />, dark: <MoonIcon /> };

export function ColorSchemeMenu() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <ChoiceMenu
      label={t('scheme.label')}
      icon={schemeIcons[colorScheme]}
      value={colorScheme}
      choices={schemes.map((value) => ({ value, label: t(`scheme.${value}`) }))}
      onChoose={(value) => setColorScheme(schemes.find((scheme) => scheme === value) ?? 'auto')}
    />
  );
}
