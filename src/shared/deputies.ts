/** Parts of the owners' work that somebody else can do for a while. Owners can do all of them. */
export const deputyRoles = ['finance', 'recruiting', 'desk', 'writer', 'safety', 'viewer'] as const;
export type DeputyRole = (typeof deputyRoles)[number];

/** What owners can give until a day: one of these parts, or to lead a team. */
export const grantRoles = [...deputyRoles, 'chief'] as const;
export type GrantRole = (typeof grantRoles)[number];

/** They open bank accounts and emergency contacts, so they need a passkey where owners need one. */
const sensitiveRoles: ReadonlySet<GrantRole> = new Set(['finance', 'safety']);
export const needsPasskey = (role: GrantRole): boolean => sensitiveRoles.has(role);

/** How long a grant lasts if nobody says otherwise. */
export const usualGrantDays = 14;
/** A grant ends this many days after the event at the latest; without dates, this many days from now. */
export const grantDaysAfterEvent = 90;
