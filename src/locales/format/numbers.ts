import { numberFormatter, percentFormatter } from './formatters.ts';

/** `1,490` or `1.490`, as the language writes it. */
export const formatNumber = (value: number, language: string): string => numberFormatter(language).format(value);

/** `3 / 1,200`: how many of how many. */
export const formatOutOf = (part: number, whole: number, language: string): string =>
  `${formatNumber(part, language)} / ${formatNumber(whole, language)}`;

/** `38%` or `38 %`, of a share from 0 to 1. */
export const formatPercent = (share: number, language: string): string => percentFormatter(language).format(share);

/** Hours to two decimals: a quarter of an hour with a weight can be any number of minutes. */
export const toHours = (minutes: number): number => Math.round((minutes / 60) * 100) / 100;
