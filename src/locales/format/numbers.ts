import { numberFormatter } from './formatters.ts';

/** `1,490` or `1.490`, as the language writes it. */
export const formatNumber = (value: number, language: string): string => numberFormatter(language).format(value);
