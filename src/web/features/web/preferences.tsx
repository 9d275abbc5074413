import { useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { languages } from 'virtual:locales';
import { isLanguage, switchLanguage } from '../../ui/i18n.ts';
import { DeviceIcon, LanguageIcon, MoonIcon, SunIcon } from '../../ui/icons.tsx';
import { ChoiceMenuButton } from './menu-button.tsx';

export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  return (
    <ChoiceMenuButton
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
  // The server does not know the choice, and the first elements must be the same as the server's.
  const isMounted = useMounted();
  return (
    <ChoiceMenuButton
      label={t('scheme.label')}
      icon={schemeIcons[isMounted ? colorScheme : 'auto']}
      value={colorScheme}
      choices={schemes.map((value) => ({ value, label: t(`scheme.${value}`) }))}
      onChoose={(value) => setColorScheme(schemes.find((scheme) => scheme === value) ?? 'auto')}
    />
  );
}
