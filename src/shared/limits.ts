/** Limits of the API that the web app respects before it asks. */

/** Identifiers of projects, teams and forms. */
export const slugPattern = '[a-z0-9][a-z0-9_-]{0,63}';
const slug = new RegExp(`^${slugPattern}$`);
export const isSlug = (text: string): boolean => slug.test(text);

/** Identifiers of people, tasks and everything else that the server names. */
export const idPattern = '[0-9a-z]{1,64}';

/** The QR code of a person: the part that is signed, with the project and the person, and its signature. */
export const personCode = new RegExp(`^(muster:(${slugPattern}):(${idPattern})):([A-Za-z0-9_-]{86})$`);

/** The largest page of a list. */
export const maxPageSize = 200;
/** How many scans a device of the desk sends at once. */
export const maxScans = 200;
/** How many tasks can be changed at once. */
export const maxTasksAtOnce = 500;
/** How many people are checked at once for whether they can be assigned to a task. */
export const maxCandidates = 50;
/** How many people can be asked for help at once. */
export const maxAsked = 50;
/** How many locations have an amount of travel money. */
export const maxLocations = 500;

/** Long texts in Markdown, such as descriptions and messages. */
export const maxMarkdown = 20_000;
/** A table of tasks that is pasted or imported. */
export const maxPastedText = 250_000;
/** The people of a task or of a team. */
export const maxHeadcount = 10_000;

// What the server refuses more of, so that the web app may load all of it and count it.

/** Teams of a project, with the disabled ones. */
export const maxTeams = 500;

/** How many forms a project can have. */
export const maxForms = 200;

/** How many owners a project can have. */
export const maxOwners = 200;

/** Deputies of a project, with those whose time has not begun. */
export const maxGrants = 200;

/** Tags of a person in a project, and different ones in a project. */
export const maxTagsOfPerson = 20;
export const maxTagsOfProject = 200;
export const maxTagLength = 40;
/** What separates tags in a cell of a table, and is therefore not part of one. */
export const tagSeparators = [',', ';', '，', '；', '、'];
const notInTags = tagSeparators.join('');
export const tagPattern = `^[^${notInTags}]*[^${notInTags}\\s][^${notInTags}]*$`;
