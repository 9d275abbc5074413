import { createTheme, defaultVariantColorsResolver } from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core';

const spruce: MantineColorsTuple = [
  '#eaf6f3',
  '#d3eae4',
  '#a8d5ca',
  '#7bbfb0',
  '#56ac9a',
  '#3b9a87',
  '#2a8474',
  '#1d6a5f',
  '#15544b',
  '#0d3d37',
];

/** White text needs more contrast than Mantine's own red gives. */
const red: MantineColorsTuple = [
  '#fef1ef',
  '#fcdcd8',
  '#f8b6ae',
  '#f28c80',
  '#eb6a5b',
  '#dd4a3a',
  '#c9372c',
  '#b42318',
  '#8f1b12',
  '#6b140d',
];

/** Greys of the dark scheme with a little of the accent colour. */
const dark: MantineColorsTuple = [
  '#dfe5e3',
  '#c0c9c6',
  '#a3aeab',
  '#76827f',
  '#4a5553',
  '#36403e',
  '#29312f',
  '#1e2423',
  '#15191a',
  '#0f1213',
];

const latin = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial";
const chinese = "'PingFang TC', 'Microsoft JhengHei UI', 'Noto Sans TC', 'Noto Sans CJK TC'";

export const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: 'spruce',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  colors: { spruce, red, dark },
  fontFamily: `${latin}, ${chinese}, system-ui, sans-serif`,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Noto Sans Mono', Menlo, Consolas, monospace",
  headings: {
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.25' },
      h2: { fontSize: '1.375rem', lineHeight: '1.25' },
      h3: { fontSize: '1.2rem', lineHeight: '1.3' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  // Keeps the contrast of text in tinted boxes in both schemes.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === 'light' ? { ...colors, color: 'var(--muster-tint-text)' } : colors;
  },
  components: {
    Container: { defaultProps: { size: 'md' } },
    Paper: { defaultProps: { radius: 'lg' } },
    Button: { defaultProps: { radius: 'xl' } },
    Badge: { defaultProps: { tt: 'none', fw: 600 } },
  },
});

/** Mantine's secondary text has less contrast than WCAG AA asks for. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#faf9f6',
    '--mantine-color-text': '#1b2423',
    '--mantine-color-dimmed': '#53605d',
    '--mantine-color-placeholder': '#6b7674',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': spruce[7],
    '--muster-surface': '#ffffff',
    '--muster-line': '#e5e3dc',
    '--muster-control-line': '#7f8a87',
    '--muster-tint-text': spruce[8],
  },
  dark: {
    '--mantine-color-body': dark[8],
    '--mantine-color-text': '#e8edeb',
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-error': '#ff9b8f',
    '--mantine-color-anchor': spruce[3],
    '--mantine-color-spruce-light': 'rgb(86 172 154 / 18%)',
    '--mantine-color-spruce-light-hover': 'rgb(86 172 154 / 28%)',
    '--mantine-color-gray-light': dark[5],
    '--mantine-color-gray-light-hover': dark[4],
    '--muster-surface': dark[7],
    '--muster-line': dark[5],
    '--muster-control-line': '#86928f',
    '--muster-tint-text': spruce[2],
  },
});
