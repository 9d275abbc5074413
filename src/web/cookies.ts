/** What the server needs to know for rendering a page is kept in cookies. */
let allCookies: () => string = () => document.cookie;

/** The server gives the cookies of the page that it renders. */
export const setCookieSource = (find: () => string): void => void (allCookies = find);

export const readCookie = (name: string): string | undefined =>
  allCookies()
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Without cookies the choice lasts until the page is closed. */
export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  document.cookie = `${name}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=lax`;
}

const zoneCookie = 'muster_time_zone';
export const yearSeconds = 365 * 86_400;

/** The server shows dates in it. */
export function rememberTimeZone(timeZone: string): void {
  if (readCookie(zoneCookie) !== timeZone) writeCookie(zoneCookie, timeZone, yearSeconds);
}
