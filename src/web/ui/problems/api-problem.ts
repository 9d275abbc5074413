import { ApiProblem } from '../../api.ts';

/** The stable code of an API error; empty for any other error. */
export const problemCode = (error: unknown): string => (error instanceof ApiProblem ? error.code : '');

/** The status of an API error; 0 for any other error and offline. */
export const problemStatus = (error: unknown): number => (error instanceof ApiProblem ? error.status : 0);

/** What the API found wrong, by JSON pointer into the request body. */
export const problemDetails = (error: unknown): readonly { pointer: string; detail: string }[] =>
  error instanceof ApiProblem ? error.errors : [];

/** The people that the error is about, with their tasks that are in the way. */
export const problemPeople = (error: unknown): ApiProblem['people'] =>
  error instanceof ApiProblem ? error.people : [];

/** The names of the skills or tasks that the error is about. */
export const problemNames = (error: unknown): ApiProblem['names'] => (error instanceof ApiProblem ? error.names : []);

/** Whose rule about rest or breaks the person would break, and its limit; undefined for any other error. */
export const problemRule = (error: unknown): { kind: string; minutes: number } | undefined =>
  error instanceof ApiProblem && error.kind !== undefined && error.minutes !== undefined
    ? { kind: error.kind, minutes: error.minutes }
    : undefined;

/** Whether the API rejected this field of the request body. */
export const rejectsField = (error: unknown, field: string): boolean =>
  problemDetails(error).some(({ pointer }) => pointer === `/${field}`);
